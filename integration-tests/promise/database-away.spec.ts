import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { EVENT_SECRET, withSignedEvents } from "../http/support/events"
import { type Customer } from "../http/support/customer"
import { FailingDatabase, type Fault } from "../http/support/failing-database"
import { MINUTE, withMerchant } from "../http/support/merchant"
import { OrderDesk } from "../http/support/orders"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

withStore({ sandbox: { webhookSecret: EVENT_SECRET }, options: { refunds: "api" } }, (store) => {
  const merchant = withMerchant(store)
  const deliver = withSignedEvents(store, merchant)
  const desk = new OrderDesk(store, merchant)
  let database: FailingDatabase
  beforeAll(() => void (database = new FailingDatabase(store)))
  afterAll(() => database.stop())
  afterEach(() => jest.restoreAllMocks())

  const paid = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    desk.silently(reference, "succeeded")
    return { guest, reference }
  }
  const warnings = () => {
    const warned = jest.spyOn(store.container().resolve(ContainerRegistrationKeys.LOGGER), "warn").mockClear()
    return () => warned.mock.calls.map(([line]) => String(line))
  }
  /** Nobody comes any more. */
  const minutesOfTheJob = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 2) {
      // Longer than the lease that a process could not give back: nobody waits for it.
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
    }
  }
  const isOrderedOnce = async (guest: Customer, reference: string) => {
    const [orderId, ...others] = await guest.orders()
    expect(others).toEqual([])
    await isPaid(orderId!, reference)
  }
  const isPaid = async (orderId: string, reference: string) => {
    const { captured, refunded, total } = await store.moneyOf(orderId)
    expect({ captured, refunded }).toEqual({ captured: total, refunded: "0" })
    expect(await merchant.items(reference)).toEqual([])
    expect(store.service.control.intents({ status: "succeeded" })).toHaveLength(1)
  }
  const refused = async <T>(fault: Fault, statement: RegExp, work: () => Promise<T>) => {
    let hits = 0
    const first = (sql: string) => (statement.test(sql) && hits++ === 0 ? fault : undefined)
    const answer = await database.during(first, work)
    expect(hits).toBeGreaterThan(0)
    return answer
  }

  it("of a database that is away, pages tell so before a proxy gives them up; then payments are as they were", async () => {
    const { guest, reference } = await paid()
    const link = await desk.linkOf(await desk.byTelephone(2_000))
    const wait = globalThis.setTimeout
    const isPatience = (ms?: number) => ms === 45_000
    jest
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((work: () => void, ms?: number, ...more: []) =>
        wait(work, isPatience(ms) ? 500 : ms, ...more)) as typeof setTimeout)
    const lines = warnings()
    merchant.later(MINUTE)
    const paths = [`/paycollect/return/${reference}`, new URL(link.url!).pathname, "/paycollect/receipt/some"]
    const answers = await database.whileAway(() =>
      Promise.all(paths.map((path) => store.api.get(path, { headers: { "accept-language": "fr" } })))
    )
    for (const { status, headers, data } of answers) {
      expect([status, headers["content-type"]]).toEqual([500, expect.stringContaining("text/html")])
      expect(data).toContain("rien n’est perdu")
    }
    expect(lines()).toEqual([expect.stringMatching(/a page could not be shown to a customer: unanswered/)])
    await minutesOfTheJob(4)
    expect(await guest.orders()).toHaveLength(1)
    expect(await merchant.items(reference)).toEqual([])
  })

  it("a start whose bounds could not be read again is answered, and ends no server", async () => {
    const { guest } = await merchant.guestAtCheckout()
    await guest.send("post", `/store/carts/${guest.cartId}`, {
      billing_address: { first_name: "Other", last_name: "Name", country_code: "cm" },
    })
    merchant.configure({ amounts: { "paycollect-mobile-money": { xaf: { min: "999999" } } } })
    const refused = [400, "paycollect_amount_bounds"]
    const start = async (cut?: number) => {
      const answer = await database.during(
        (_, index) => (index === cut ? "cut" : undefined),
        () => guest.tryToPay()
      )
      return [answer.status, answer.data.code]
    }
    expect(await start()).toEqual(refused)
    // What can be paid is read once more for the answer.
    const read = (sql: string) => /"amount", "p0"."currency_code" from "payment_collection"/.test(sql)
    const again = database.statements.map(read).lastIndexOf(true)
    expect(again).toBeGreaterThan(database.statements.findIndex(read))
    expect(await start(again)).toEqual(refused)
  })

  it.each(["order_cart", "order_payment_collection"])(
    "an order that core took back, because the connection of its link in %s was cut, is made by the job",
    async (link) => {
      const { guest, reference } = await paid()
      const isLink = (sql: string) => sql.includes(`insert into "${link}"`)
      let cut = 0
      const first = (sql: string) => (isLink(sql) && cut++ === 0 ? "cut" : undefined)
      expect(await database.during(first, () => deliver(reference))).toBe(503)
      // The other link was left behind.
      const { rows } = await store.db.raw(
        `select order_id from order_cart where cart_id = ? union all select order_id from order_payment_collection where payment_collection_id = ?`,
        [guest.cartId, guest.collectionId]
      )
      expect(rows).toHaveLength(1)
      await minutesOfTheJob(4)
      await isOrderedOnce(guest, reference)
    }
  )

  it("an order that core could take back in part only is the cart's again, and is paid", async () => {
    const { guest, reference } = await paid()
    const kept =
      /^update "order_payment_collection" set|^delete from "order|^update "payment" set "captured_at"/
    expect(
      await database.during(
        (sql) => (kept.test(sql) ? "53100" : undefined),
        () => deliver(reference)
      )
    ).toBe(503)
    const { rows } = await store.db.raw(
      'select l.order_id, o.status from order_payment_collection l join "order" o on o.id = l.order_id where l.payment_collection_id = ? and l.deleted_at is null',
      [guest.collectionId]
    )
    expect(rows).toMatchObject([{ status: "pending" }])
    expect(await guest.orders()).toEqual([])
    await minutesOfTheJob(4)
    expect(await guest.orders()).toEqual([rows[0].order_id])
    await isOrderedOnce(guest, reference)
  })

  // What a database says that was demoted, is full, ends what takes too long, or has one of two give way; and a pool that has no connection left.
  const FAILED = [500, "unknown_error"]

  it.each<[Fault, RegExp]>([
    ["53100", /insert into "paycollect_intent" /],
    ["read-only", /insert into "payment_session"/],
    ["full", /"service_intent_id" = /],
  ])("a start that met %s at %s is told so; the next one is paid, once", async (fault, statement) => {
    const guest = store.customer()
    await guest.fillCart()
    const { status, data } = await refused(fault, statement, () => guest.tryToPay())
    expect([status, data.type]).toEqual(FAILED)
    expect(data.message).toContain("nothing is charged or sent twice")
    merchant.later(MINUTE)
    const { merchant_reference: reference } = await guest.startPayment()
    desk.silently(reference, "succeeded")
    await minutesOfTheJob(4)
    await isOrderedOnce(guest, reference)
  })

  it.each<[string, Fault, RegExp]>([
    ["return", "40001", /set "used_by_session_id" = /],
    ["event", "read-only", /insert into "order_item"/],
    ["event", "full", /"advance_lease_until" = /],
    ["job", "57014", /insert into "order_transaction"/],
    ["job", "53100", /insert into "payment" /],
    ["complete", "53100", /insert into "capture"/],
  ])("a payment whose %s met %s at %s is one order, by the job", async (act, fault, statement) => {
    const { guest, reference } = await paid()
    merchant.later(MINUTE)
    await refused(fault, statement, async () => {
      if (act === "return") await guest.comeBack(reference)
      else if (act === "event") await deliver(reference)
      else if (act === "complete") await guest.complete()
      else await merchant.reconcile()
    })
    await minutesOfTheJob(6)
    await isOrderedOnce(guest, reference)
  })

  it("a link's order is paid whose capture the database refused", async () => {
    const orderId = await desk.byTelephone(2_000)
    const reference = await desk.atLink(orderId)
    desk.silently(reference, "succeeded")
    await refused("read-only", /insert into "capture"/, () =>
      store.api.get(`/paycollect/return/${reference}`)
    )
    await minutesOfTheJob(4)
    await isPaid(orderId, reference)
  })

  it.each<[Fault, RegExp, number]>([
    ["read-only", /insert into paycollect_refund|insert into "paycollect_refund"/, 0],
    ["40P01", /update "paycollect_refund" set "status"/, 1],
  ])(
    "a refund from the list that met %s at %s is sent %i times, and is a person's",
    async (fault, statement, sent) => {
      const { id, reference } = await desk.lateMoney()
      const { status } = await refused(fault, statement, () => desk.refundFromList(id))
      expect(status).toBe(sent ? 400 : 500)
      await minutesOfTheJob(20)
      expect(await desk.openReasons(reference)).toEqual([sent ? "refund_unknown" : "late_payment"])
      expect(desk.refundsAtService(reference).asked).toBe(sent)
    }
  )

  it("an item whose answer could not be written stays open, says what that means, and is answered again", async () => {
    const { reference } = await desk.lateMoney()
    const [item] = await merchant.items(reference)
    const { status, data } = await refused(
      "53100",
      /update "paycollect_attention" set "status"|with "changed" as/,
      () => merchant.resolve(item!, "given back by hand")
    )
    expect([status, data.type]).toEqual(FAILED)
    expect(data.message).toContain("Look at it again before you repeat it")
    expect(await desk.openReasons(reference)).toEqual(["late_payment"])
    merchant.later(2 * MINUTE)
    expect((await merchant.resolve(item!, "given back by hand")).status).toBe(200)
    expect(await desk.openReasons(reference)).toEqual([])
  })
})
