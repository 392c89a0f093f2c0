import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as passing } from "node:timers/promises"
import { MOBILE_MONEY } from "../http/support/customer"
import { type PayCollectNotificationData } from "../../src/types/notifications"
import { type AdvanceResult } from "../../src/orders/advance-result"
import { standAt, type Stop } from "./support/kill"
import { notHeardOnce, stateOf, violations } from "./support/promise"
import { redisServer, startRedis } from "./support/redis"
import { LIVES } from "./support/scenarios"
import { type Server } from "./support/server"
import { Shop } from "./support/shop"
import { resultOf } from "./support/table"

jest.setTimeout(240_000)

const PAYMENTS = 5
const WINDOW_MS = 60_000
const FRESH_MS = 3_000
const NEWS_MS = 1_000
const LOCK_PREFIX = "medusa_lock:"
/** as docs/operations.md says */
const LONGEST_LOCK_MS = 120_000
/** Money captured and not booked on its order; the order written and nothing paid. The second may keep its article's lock too. */
const POINTS_UNDER_LOCK = ["capture+payment+payment-collection+payment-session", "order-cart"]

/** The most requests in any minute of the log. */
function busiestMinute(times: number[]): number {
  const sorted = [...times].sort((one, other) => one - other)
  return Math.max(
    0,
    ...sorted.map((start) => sorted.filter((at) => at >= start && at < start + WINDOW_MS).length)
  )
}

const many = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const withSharedLocks = redisServer ? describe : describe.skip

describe("two Medusa processes on one database", () => {
  let shop: Shop
  let servers: Server[]
  let redis: Awaited<ReturnType<typeof startRedis>> | undefined
  /** how much later it is for the service and for both servers */
  let ahead = 0

  const folder = mkdtempSync(join(tmpdir(), "paycollect-mails-"))
  const mailFile = join(folder, "mails")

  beforeAll(async () => {
    process.env.PAYCOLLECT_SPEC_MAILS = mailFile
    redis = redisServer ? await startRedis() : undefined
    shop = await Shop.open({}, { now: () => Date.now() + ahead })
    servers = await Promise.all([shop.start(redis?.url), shop.start(redis?.url)])
    shop.server = servers[0]!
  })
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.kill()))
    await shop?.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => shop.service.control.clearRequests())

  const later = async (ms: number) => {
    ahead += ms
    await Promise.all(servers.map((server) => server.later(ms)))
  }
  const configure = async (options: object) =>
    void (await Promise.all(servers.map((server) => server.configure(options))))
  const customers = async () => await many(PAYMENTS, () => shop.atCheckout())
  const verifies = (reference: string) =>
    shop.service.control.requests({ operation: "verify_payment", reference })
  const history = async (reference: string) =>
    (
      await shop.rows<{ type: string }>(
        "select e.type from paycollect_intent_event e join paycollect_intent i on i.id = e.intent_id where i.merchant_reference = ? order by e.created_at, e.id",
        [reference]
      )
    ).map(({ type }) => type)
  const reconcile = async (server: Server) =>
    await server.workflow<{ checked: number }>("paycollect-advance-due", {})
  interface Payment {
    cartId: string
    reference: string
  }
  /** Everybody who may ask how a payment stands, on both servers at once. */
  const everybodyAsks = async ({ cartId, reference }: Payment) =>
    await Promise.all(
      servers.flatMap((server) => [
        shop.customer(cartId, undefined, server).comeBack(reference),
        shop.customer(cartId, undefined, server).complete(),
        server.workflow("paycollect-advance-intent", { reference }),
      ])
    )
  /** The service's event about a payment, delivered to both servers. */
  const news = async ({ reference }: Payment) =>
    await Promise.all(servers.map((server) => shop.deliver(reference, undefined, server)))
  const everythingAtOnce = async (payment: Payment) =>
    await Promise.all([everybodyAsks(payment), news(payment)])

  withSharedLocks("with their locks in Redis", () => {
    it("make one order and one verify of each payment, whoever hears of it how often", async () => {
      const carts = await customers()
      for (const { reference } of carts) shop.pay(reference)
      await later(60_000)
      shop.service.control.clearRequests()
      await Promise.all([...carts.map(everythingAtOnce), ...servers.map(reconcile)])
      await later(200_000)
      await Promise.all(servers.map(reconcile))

      for (const { cartId, reference } of carts) {
        expect(await shop.customer(cartId).orders()).toHaveLength(1)
        expect(await violations(shop, { cartId })).toEqual([])
        // The bus hands its events over in its own time.
        const unheard = async () => await notHeardOnce(shop, { cartId })
        for (let tries = 0; tries < 60 && (await unheard()).length > 0; tries++) await passing(500)
        expect(await unheard()).toEqual([])
        expect(verifies(reference)).toHaveLength(1)
        expect(await history(reference)).toEqual(["created", "opened", "verified", "applied"])
      }
    })

    it.each([
      ["once in three seconds, whoever wants to know", everybodyAsks, FRESH_MS],
      ["once in a second when the service itself has news of it", everythingAtOnce, NEWS_MS],
    ])("ask about a waiting payment %s", async (_, ask, pause) => {
      const carts = await customers()
      await later(4_000)
      shop.service.control.clearRequests()
      const began = Date.now() + ahead
      for (let round = 0; round < 5; round++) {
        await Promise.all(carts.map(ask))
        await later(1_000)
      }
      const took = Date.now() + ahead - began
      for (const { cartId, reference } of carts) {
        expect(verifies(reference).length).toBeGreaterThan(1)
        // Not by the time between two of them: one may wait longer for its place in the budget than the next.
        expect(verifies(reference).length).toBeLessThanOrEqual(1 + took / pause)
        expect(await shop.customer(cartId).orders()).toEqual([])
      }
    })

    it("hand each due row to one of them", async () => {
      const carts = await customers()
      for (const { reference } of carts) shop.pay(reference)
      await later(120_000)
      shop.service.control.clearRequests()
      const due = await shop.rows("select id from paycollect_intent where next_step_at <= ?", [
        new Date(Date.now() + ahead).toISOString(),
      ])
      const runs = await Promise.all([...servers, ...servers].map(reconcile))
      expect(runs.reduce((sum, { checked }) => sum + checked, 0)).toBe(due.length)
      for (const { cartId, reference } of carts) {
        expect(verifies(reference)).toHaveLength(1)
        expect(await shop.customer(cartId).orders()).toHaveLength(1)
      }
    })

    it("make one verify of 100 advances of one payment at once", async () => {
      const { cartId, reference } = await shop.atCheckout()
      shop.pay(reference)
      shop.service.control.clearRequests()
      const answers = await many(100, (index) =>
        shop.customer(cartId, undefined, servers[index % 2]).comeBack(reference)
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
      expect(verifies(reference)).toHaveLength(1)
      // On a busy machine all of them may have been told to wait, and the first is still at its work.
      for (let tries = 0; tries < 60 && !(await history(reference)).includes("applied"); tries++)
        await passing(500)
      expect(await shop.customer(cartId).orders()).toHaveLength(1)
      expect(await history(reference)).toEqual(["created", "opened", "verified", "applied"])
    })
  })

  it("lead ten tabs on one link to one checkout, in whichever process they are pressed", async () => {
    const address = await shop.link(await shop.draftOrder())
    shop.service.control.injectFault({ operation: "create_payment_intent", kind: "delay", delayMs: 2_000 })
    const answers = await many(10, (index) =>
      servers[index % 2]!.api.post(
        new URL(address).pathname,
        new URLSearchParams({ provider_id: MOBILE_MONEY })
      )
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    expect(new Set(answers.map(({ headers }) => headers.location as string)).size).toBe(1)
    expect(shop.service.control.requests({ operation: "create_payment_intent" })).toHaveLength(1)
  })

  it("tell the merchant of each new item once, in few messages", async () => {
    const to = ["owner@shop.example.com", "cashier@shop.example.com"]
    const more = {
      channel: "email",
      language: "en",
      time_zone: "UTC",
      summary_hour: 0,
      templates: {},
    } as const
    await configure({ notifications: { ...more, recipients: to } })
    const carts = await many(12, () => shop.atCheckout())
    for (const { reference } of carts) {
      shop.pay(reference)
      shop.service.control.overrideVerify(reference, { amount: "1" })
    }
    await Promise.all(carts.map(everythingAtOnce))
    const items = () =>
      shop.rows<{ id: string; notice: string | null }>(
        `select a.id, a.notice from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.merchant_reference in (${carts.map(() => "?").join(", ")})`,
        carts.map(({ reference }) => reference)
      )
    expect(await items()).toHaveLength(carts.length)
    // The job of either process, by its own clock, tells what the first three messages did not.
    const waiting = async () => (await items()).filter(({ notice }) => notice === null).length
    for (let tries = 0; tries < 150 && (await waiting()) > 0; tries++) {
      await later(60_000)
      await passing(1_000)
    }
    const open = async () =>
      (await shop.rows("select id from paycollect_notice where outcome = 'waiting'")).length
    for (let tries = 0; tries < 60 && (await open()) > 0; tries++) await passing(500)

    const mails = readFileSync(mailFile, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { to: string; data: PayCollectNotificationData })
    const ids = (await items()).map(({ id }) => id).sort()
    for (const address of to) {
      const news = mails.filter((mail) => mail.to === address && mail.data.kind === "new_items")
      expect(news.flatMap(({ data }) => data.items.map(({ attention_id }) => attention_id)).sort()).toEqual(
        ids
      )
      expect(news.length).toBeLessThanOrEqual(4)
    }
    await configure({})
  })

  it("stay within 20 creates and 60 requests in any minute, and use what is free", async () => {
    const carts = await many(30, () => shop.filledCart())
    const open = await many(8, () => shop.atCheckout())
    await later(10 * 60_000)
    shop.service.control.clearRequests()
    await configure({ service: { budget: { standard: 60, creation: 20 } } })
    // Bursts at all distances from one another; each asks for far more than the minute holds.
    for (const pause of [0, 500, 19_000, 30_000, 13_000, 500, 61_000, 2_000]) {
      await later(pause)
      const side = (index: number) => servers[index % 2]
      await Promise.all([
        ...carts.map((cartId, index) => shop.customer(cartId, undefined, side(index)).tryToPay()),
        ...open.flatMap(({ cartId, reference }, index) => [
          shop.customer(cartId, undefined, side(index)).comeBack(reference),
          shop.deliver(reference, undefined, side(index + 1)),
        ]),
        ...servers.map(reconcile),
      ])
    }
    await configure({ service: { budget: { standard: 100_000, creation: 100_000 } } })

    const requests = shop.service.control.requests()
    const creates = requests.filter(({ operation }) => operation === "create_payment_intent")
    const busiest = busiestMinute(requests.map(({ at }) => at))
    const busiestOfCreates = busiestMinute(creates.map(({ at }) => at))
    console.info(
      `two processes, ${requests.length} requests (${creates.length} creates): at most ${busiest} and ${busiestOfCreates} in any 60 s`
    )
    expect(busiest).toBeLessThanOrEqual(60)
    // Ten places are kept for customers who come back and for look-ups, whoever else asks.
    expect(busiest).toBeGreaterThan(45)
    expect(busiestOfCreates).toBeLessThanOrEqual(20)
    // On a busy machine the last burst may come too late for one of them.
    expect(busiestOfCreates).toBeGreaterThan(17)
    expect(creates.length).toBeGreaterThanOrEqual(30)
  })

  withSharedLocks("one of which is killed with SIGKILL", () => {
    it("leaves the locks of its carts for at most 120 s; then the job of the other makes the orders", async () => {
      const scenario = LIVES.flat().find(({ name }) => name === "return")!
      const stops: Stop[] = []
      for (const effect of POINTS_UNDER_LOCK) stops.push(await standAt(shop, scenario, effect))
      const [dying, other] = servers as [Server, Server]
      expect(await dying.dieWhenStanding(stops.length)).toBe("SIGKILL")
      servers = [other]

      const { ask } = redis!
      const locks = stops.map(({ cartId }) => `${LOCK_PREFIX}${cartId}`)
      const left = await ask("KEYS", `${LOCK_PREFIX}*`)
      expect(left).toEqual(expect.arrayContaining(locks))
      for (const key of left) {
        const ms = Number(await ask("PTTL", key))
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(LONGEST_LOCK_MS)
      }

      // Beyond every lease of the plugin's: only the lock is in the way now.
      await later(200_000)
      const tries = stops.map(({ reference }) =>
        other.workflow<AdvanceResult>("paycollect-advance-intent", { reference })
      )
      for (const result of await Promise.all(tries))
        expect(result).toMatchObject({ status: "waiting", reason: "completion_failed" })

      for (const key of left) await ask("PEXPIRE", key, "1")
      await later(200_000)
      while ((await reconcile(other)).checked > 0);
      for (const { cartId } of stops) {
        expect(resultOf(await stateOf(shop, { cartId }))).toMatch(
          /^one order, paid(; stock is not reserved)?$/
        )
        expect(await violations(shop, { cartId })).toEqual([])
      }
    })
  })
})
