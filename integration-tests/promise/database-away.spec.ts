import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { EVENT_SECRET, withSignedEvents } from "../http/support/events"
import { FailingDatabase } from "../http/support/failing-database"
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
    for (let minute = 0; minute < minutes; minute++) {
      merchant.later(MINUTE)
      await merchant.reconcile()
    }
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
    await minutesOfTheJob(3)
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
      await minutesOfTheJob(2)
      const [orderId, ...others] = await guest.orders()
      expect(others).toEqual([])
      const { captured, total } = await store.moneyOf(orderId!)
      expect(captured).toBe(total)
      expect(await merchant.items(reference)).toEqual([])
    }
  )
})
