import { setTimeout as passing } from "node:timers/promises"
import { CARD } from "../http/support/customer"
import { ownRole, type OwnRole } from "./support/postgres-in-trouble"
import { violations } from "./support/promise"
import { Shop } from "./support/shop"

jest.setTimeout(300_000)

const MINUTE = 60_000

interface Paid {
  cartId: string
  reference: string
}

interface Answered {
  status: number
  data: unknown
}

/** A store that runs as it is shipped, its job by Medusa's own schedule, and what its host does to its database meanwhile. */
describe("a store whose PostgreSQL is in trouble", () => {
  let shop: Shop
  let pg: OwnRole
  let ahead = 0
  beforeAll(async () => {
    shop = await Shop.open({ refunds: "api" }, { now: () => Date.now() + ahead })
    pg = await ownRole(shop.db)
    shop.server = await shop.startAs({ databaseUrl: pg.url, asShipped: true })
    // Who is logged in stays so.
    await shop.asMerchant("/admin/paycollect/attention/resolve", { ids: [], note: "nothing", money: "kept" })
  })
  afterAll(async () => {
    pg?.goOn()
    await shop?.server?.kill()
    await pg?.close()
    await shop?.close()
  })

  const later = async (ms: number) => {
    ahead += ms
    await shop.server.later(ms)
  }
  const until = async (isSo: () => Promise<boolean>, most: number) => {
    for (const end = Date.now() + most; !(await isSo()) && Date.now() < end;) await passing(200)
    return await isSo()
  }
  const within = async <T>(ms: number, work: Promise<T>) =>
    await Promise.race([work, passing(ms, "unanswered" as const, { ref: false })])
  const paid = async (): Promise<Paid> => {
    const cart = await shop.atCheckout()
    shop.pay(cart.reference)
    return cart
  }
  const intentOf = async ({ reference }: Paid) =>
    (
      await shop.rows<{ id: string; amount: string; attempts: number; order_id: string | null }>(
        "select id, amount, order_id, advance_attempts as attempts from paycollect_intent where merchant_reference = ?",
        [reference]
      )
    )[0]!
  const itemsOf = async ({ reference }: Paid) =>
    await shop.rows<{ id: string; reason: string; status: string }>(
      "select a.id, a.reason, a.status from paycollect_attention a join paycollect_intent i on i.id = a.intent_id where i.merchant_reference = ?",
      [reference]
    )
  const isApplied = async (payment: Paid) =>
    (
      await shop.rows(
        "select id from paycollect_intent where merchant_reference = ? and applied_at is not null and advance_lease_until is null",
        [payment.reference]
      )
    ).length > 0
  const isOneOrder = async (payment: Paid) => {
    expect(await until(() => isApplied(payment), 10_000)).toBe(true)
    expect(await shop.customer(payment.cartId).orders()).toHaveLength(1)
    expect(await violations(shop, payment)).toEqual([])
    expect(await itemsOf(payment)).toEqual([])
  }
  /** As the administrator of the database sets the store's role. */
  const whileRoleHas = async <T>(setting: string, work: () => Promise<T>) => {
    await pg.admin.raw(`alter role ${pg.role} set ${setting}`)
    await pg.terminate()
    try {
      return await work()
    } finally {
      await pg.admin.raw(`alter role ${pg.role} reset all`)
      await pg.terminate()
    }
  }
  const minutesOfTheJob = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 3) {
      await later(3 * MINUTE)
      await shop.reconcile()
    }
  }
  const ordered = async () => {
    const cart = await paid()
    await shop.customer(cart.cartId).comeBack(cart.reference)
    return cart
  }
  const comeBack = async ({ reference }: Paid) =>
    await shop.server.api.get(`/paycollect/return/${reference}`, { headers: { "accept-language": "fr" } })
  const refundsAsked = ({ reference }: Paid) =>
    shop.service.control
      .requests()
      .filter((each) => each.operation === "create_refund" && each.reference === reference).length

  /** What people are at when it begins: a customer each, and the merchant with four things. */
  const inTheMiddle = async () => {
    const [start, returns, told, completes, alone] = [
      await shop.filledCart(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ]
    const [refunded, answered, back, given] = [
      await ordered(),
      await shop.paidTwice(),
      await shop.paidTwice(),
      await shop.paidTwice(),
    ]
    const [item] = await itemsOf(answered)
    const { id: backId } = await intentOf(back)
    const { id: givenId, amount } = await intentOf(given)
    const phone = await shop.phoneOrder(Number(amount))
    const [payment] = await shop.rows<{ id: string }>(
      "select p.id from payment p join cart_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.cart_id = ?",
      [refunded.cartId]
    )
    const starts = shop.customer(start)
    const { data } = await starts.send("post", "/store/payment-collections", { cart_id: start })
    const sessions = `/store/payment-collections/${data.payment_collection.id}/payment-sessions`
    await later(MINUTE)
    const acts: Record<string, () => Promise<Answered>> = {
      start: () => starts.send("post", sessions, { provider_id: CARD }),
      return: () => comeBack(returns),
      event: () => shop.deliver(told.reference),
      complete: () => shop.customer(completes.cartId).complete(),
      refund: () => shop.asMerchant(`/admin/payments/${payment!.id}/refund`, {}),
      answer: () =>
        shop.asMerchant("/admin/paycollect/attention/resolve", {
          ids: [item!.id],
          note: "kept for the order by telephone",
          money: "kept",
        }),
      sendBack: () =>
        shop.asMerchant(`/admin/paycollect/intents/${backId}/refund`, { reason: "duplicate", key: backId }),
      assign: () => shop.asMerchant(`/admin/paycollect/intents/${givenId}/assign`, { order_id: phone }),
    }
    const answers = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(acts).map(async ([name, act]) => [name, await act()] as const))
      )
    return {
      answers,
      start,
      orders: [returns, told, completes],
      alone,
      refunded,
      answered,
      back,
      given,
      phone,
    }
  }
  const statuses = (answers: Record<string, Answered>) =>
    Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
  const ALL = { start: 200, return: 303, event: 200, complete: 200, refund: 200, answer: 200, sendBack: 200 }

  it("goes on by itself after a failover whose new server is full at first, and does each thing once", async () => {
    const { answers, orders, alone, refunded, answered, back, given, phone } = await inTheMiddle()
    pg.die()
    const going = answers()
    await passing(4_000)
    await pg.admin.raw(`alter role ${pg.role} connection limit 0`)
    await pg.comeBack()
    await passing(4_000)
    await pg.admin.raw(`alter role ${pg.role} connection limit -1`)
    expect(statuses(await going)).toEqual({ ...ALL, assign: 200 })
    await minutesOfTheJob(6)
    for (const order of [...orders, alone]) await isOneOrder(order)
    expect([refundsAsked(refunded), refundsAsked(back)]).toEqual([1, 1])
    expect(await violations(shop, refunded)).toEqual([])
    expect(await violations(shop, back)).toEqual([])
    expect(await itemsOf(answered)).toMatchObject([{ status: "resolved" }])
    expect((await intentOf(given)).order_id).toBe(phone)
  })

  it("says the truth of money while it takes no writes, and nothing is begun twice", async () => {
    const { answers, start, orders, alone, refunded, answered, back, given } = await inTheMiddle()
    const said = await whileRoleHas("default_transaction_read_only = on", answers)
    const { answer, return: page, ...failed } = said
    expect([page!.status, page!.data]).toEqual([500, expect.stringContaining("rien n’est perdu")])
    expect(answer).toMatchObject({ status: 200, data: { results: [{ result: "failed" }] } })
    for (const [name, { status, data }] of Object.entries(failed))
      expect([name, status, data]).toEqual([
        name,
        500,
        expect.objectContaining({ message: expect.stringContaining("nothing is charged or sent twice") }),
      ])
    await minutesOfTheJob(6)
    for (const order of [...orders, alone]) await isOneOrder(order)
    expect([refundsAsked(refunded), refundsAsked(back)]).toEqual([0, 0])
    for (const listed of [answered, back, given])
      expect(await itemsOf(listed)).toMatchObject([{ status: "open" }])
    expect((await shop.customer(start).tryToPay()).status).toBe(200)
  })

  it("lists nothing that time mends: orders wait as long as their table is locked", async () => {
    const payments = [await paid(), await paid(), await paid()] as const
    await later(MINUTE)
    const before = shop.server.said().length
    const [told, page, completed] = await whileRoleHas("lock_timeout = '500ms'", async () => {
      const change = await shop.db.knex.transaction()
      try {
        await change.raw('lock table "order" in access exclusive mode')
        const answers = await Promise.all([
          shop.deliver(payments[0].reference),
          comeBack(payments[1]),
          shop.customer(payments[2].cartId).complete(),
        ])
        await minutesOfTheJob(12)
        return answers
      } finally {
        await change.rollback()
      }
    })
    // 200: its money is known, and due.
    expect([200, 503]).toContain(told.status)
    expect([page.status, completed.status]).toEqual([303, 500])
    for (const payment of payments) {
      expect(await itemsOf(payment)).toEqual([])
      expect((await intentOf(payment)).attempts).toBe(0)
    }
    const ours = shop.server
      .said()
      .slice(before)
      .match(/paycollect: .*?could not be made.*?\./g)
    expect(ours).toEqual([
      expect.stringMatching(/is paid, and its order could not be made yet: DriverException 55P03\./),
    ])
    await minutesOfTheJob(3)
    for (const payment of payments) await isOneOrder(payment)
  })

  it("makes the order of what had to give way in a deadlock", async () => {
    const [done, payment] = [await ordered(), await paid()]
    const [{ id: from }, { id: to, amount }] = [await intentOf(done), await intentOf(payment)]
    await later(MINUTE)
    const other = await shop.db.knex.transaction()
    // The store finds the circle first, and its statement ends.
    await other.raw("set local deadlock_timeout = '30s'")
    await other.raw(
      "insert into paycollect_entry select e.* from paycollect_entry o, jsonb_populate_record(o, jsonb_build_object('intent_id', ?::text, 'key', ?::text)) e where o.intent_id = ? and o.from_account = 'service'",
      [to, `came:${amount}`, from]
    )
    const going = shop.deliver(payment.reference)
    const isWaiting = async () => {
      const { rows } = await pg.admin.raw(
        "select pid from pg_stat_activity where usename = ? and wait_event_type = 'Lock'",
        [pg.role]
      )
      return rows.length > 0
    }
    const waits = await until(isWaiting, 10_000)
    if (waits) await other.raw("update paycollect_intent set updated_at = updated_at where id = ?", [to])
    await other.rollback()
    expect(waits).toBe(true)
    expect((await going).status).toBe(500)
    expect(shop.server.said()).toContain("deadlock detected")
    await minutesOfTheJob(3)
    await isOneOrder(payment)
  })

  it("keeps nobody waiting for a database that hangs, and its job comes by itself afterwards", async () => {
    const [told, returned, alone] = [await paid(), await paid(), await paid()]
    await later(MINUTE)
    pg.hang()
    const [event, page] = await Promise.all([
      within(30_000, shop.deliver(told.reference)),
      within(50_000, comeBack(returned)),
    ])
    pg.goOn()
    expect(event === "unanswered" ? event : event.status).toBe(503)
    expect(page === "unanswered" ? page : [page.status, page.data]).toEqual([
      500,
      expect.stringContaining("rien n’est perdu"),
    ])
    for (const payment of [told, returned, alone]) {
      expect(await until(() => isApplied(payment), 130_000)).toBe(true)
      await isOneOrder(payment)
    }
  })

  it("has logged no secret, and in lines of ours nothing that tells who paid", async () => {
    const people = await shop.rows<{ email: string; phone: string }>(
      "select c.email, a.phone from cart c join cart_address a on a.id = c.shipping_address_id"
    )
    const { testSecretKey, webhookSecret } = shop.service
    const said = shop.server.said()
    // Medusa's own quote the statement that failed, with its values.
    const ours = said.split("\n").filter((line) => line.includes("paycollect: "))
    const found = [
      ...[testSecretKey, webhookSecret].filter((secret) => said.includes(secret)),
      ...people.flatMap(({ email, phone }) => [email, phone].filter((fact) => ours.join().includes(fact))),
    ]
    expect([people.length > 10, ours.length > 10, found]).toEqual([true, true, []])
  })
})
