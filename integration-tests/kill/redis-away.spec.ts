import { setTimeout as passing } from "node:timers/promises"
import { violations } from "./support/promise"
import { redisServer, startRedis } from "./support/redis"
import { Shop } from "./support/shop"

jest.setTimeout(600_000)

const MINUTE = 60_000
const withRedis = redisServer ? describe : describe.skip

withRedis("a store that has all in Redis that docs/deploy.md puts there", () => {
  let shop: Shop
  let redis: Awaited<ReturnType<typeof startRedis>>
  let ahead = 0
  beforeAll(async () => {
    redis = await startRedis()
    shop = await Shop.open({ refunds: "api" }, { now: () => Date.now() + ahead })
    shop.server = await shop.start(redis.url, true)
  })
  afterAll(async () => {
    redis?.goOn()
    await shop?.close()
    await redis?.stop()
  })

  const later = async (ms: number) => {
    ahead += ms
    await shop.server.later(ms)
  }
  const until = async (isSo: () => Promise<boolean>, most = 200_000) => {
    for (const end = Date.now() + most; !(await isSo()) && Date.now() < end;) await passing(500)
    return await isSo()
  }
  const within = async <T>(ms: number, work: Promise<T>) =>
    await Promise.race([work, passing(ms, "unanswered" as const, { ref: false })])
  const paid = async () => {
    const cart = await shop.atCheckout()
    shop.pay(cart.reference)
    return cart
  }
  const isApplied = async ({ reference }: { reference: string }) =>
    (
      await shop.rows(
        "select id from paycollect_intent where merchant_reference = ? and applied_at is not null and advance_lease_until is null",
        [reference]
      )
    ).length > 0
  const becomesOneOrder = async (cart: { cartId: string; reference: string }) => {
    expect(await until(() => isApplied(cart))).toBe(true)
    expect(await shop.customer(cart.cartId).orders()).toHaveLength(1)
    expect(await violations(shop, cart)).toEqual([])
  }
  const listed = async () => {
    const { reference } = await shop.atCheckout()
    shop.service.control.overrideVerify(reference, { amount: "1" })
    shop.pay(reference)
    await shop.deliver(reference)
    const [item] = await shop.rows<{ id: string; intent_id: string }>(
      "select a.id, a.intent_id from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.merchant_reference = ?",
      [reference]
    )
    return item!
  }
  const hasRun = async () =>
    (await shop.rows("select id from paycollect_state where id = 'last_due_run'")).length > 0

  it("runs the job again after Redis came back empty, where Medusa has forgotten it", async () => {
    expect(await until(hasRun)).toBe(true)
    const cart = await paid()
    await redis.die()
    await redis.comeBack()
    const schedules = async () => await redis.ask("KEYS", "bull:*repeat:schedule_job-paycollect-*")
    expect(await schedules()).toEqual([])
    // A run that waited for Redis meanwhile is one more last run: what is quiet is counted from it.
    for (let looks = 0; looks < 3 && (await schedules()).length === 0; looks++) {
      await later(10 * MINUTE)
      await until(async () => (await schedules()).length > 0, 1.2 * MINUTE)
    }
    expect(await schedules()).not.toEqual([])
    await becomesOneOrder(cart)
  })

  it("answers what a person decided while Redis is away, and what it tells subscribers waits", async () => {
    const [kept, back] = [await listed(), await listed()]
    await redis.die()
    const answers = await Promise.all([
      within(
        20_000,
        shop.asMerchant("/admin/paycollect/attention/resolve", {
          ids: [kept.id],
          note: "kept for the order by telephone",
          money: "kept",
        })
      ),
      within(
        20_000,
        shop.asMerchant(`/admin/paycollect/intents/${back.intent_id}/refund`, {
          reason: "duplicate",
          key: "came-with-another-sum",
        })
      ),
    ])
    await redis.comeBack()
    expect(answers.map((answer) => (answer === "unanswered" ? answer : answer.status))).toEqual([200, 200])
  })

  it("makes the orders of what was paid while Redis was full, without a person", async () => {
    const cart = await paid()
    await redis.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    await redis.ask("CONFIG", "SET", "maxmemory", "1mb")
    for (let tries = 0; tries < 3; tries++) {
      await later(3 * MINUTE)
      await shop.server.workflow("paycollect-advance-intent", { reference: cart.reference })
    }
    expect(await isApplied(cart)).toBe(false)
    await redis.ask("CONFIG", "SET", "maxmemory", "0")
    expect(
      await shop.rows(
        "select a.reason from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.merchant_reference = ?",
        [cart.reference]
      )
    ).toEqual([])
    await later(3 * MINUTE)
    await shop.reconcile()
    await becomesOneOrder(cart)
  })

  it("answers an event while Redis hangs, so that it is sent again, and makes the order afterwards", async () => {
    const cart = await paid()
    await later(MINUTE)
    redis.hang()
    const [told, returned] = await Promise.all([
      within(50_000, shop.deliver(cart.reference)),
      within(50_000, shop.customer(cart.cartId).comeBack(cart.reference)),
    ])
    redis.goOn()
    expect(told === "unanswered" ? told : told.status).toBe(503)
    expect(returned === "unanswered" ? returned : returned.status).toBe(303)
    await becomesOneOrder(cart)
  })
})
