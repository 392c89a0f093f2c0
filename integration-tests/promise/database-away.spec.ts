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
  /** Nobody comes any more. */
  const minutesOfTheJob = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      merchant.later(MINUTE)
      await merchant.reconcile()
    }
  }

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
