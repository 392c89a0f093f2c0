import { type AdminPayCollectOrphansResponse } from "../../../src/types/http"
import { backUp } from "../../http/support/backup"
import { type Customer } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

/** The whole database is as it was some time ago; what happened at the service since then is not. */
export const restored: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  beforeEach(() => merchant.configure({ refunds: "api" }))
  const tell = withSignedEvents(store, merchant)
  const paste = async (pasted: string) => {
    const { data } = await merchant.post("/admin/paycollect/orphans", { pasted })
    return (data as AdminPayCollectOrphansResponse).payments.map(({ found, status }) => [found, status])
  }
  const paidSince = async (guest: Customer) => {
    const { merchant_reference: reference } = await guest.startPayment()
    merchant.pay(reference)
    await guest.comeBack(reference)
    expect(await guest.orders()).toHaveLength(1)
    return reference
  }
  const succeeded = (cartId: string) =>
    store.service.control
      .intents()
      .filter((each) => each.merchant_reference?.startsWith(cartId) && each.status === "succeeded").length

  it("a payment that was open in the backup and was paid since becomes its one order again, by the job", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const backup = await backUp(store)
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [before] = await guest.orders()
    await backup.restore()
    expect(await guest.orders()).toEqual([])
    merchant.later(2 * MINUTE)
    await merchant.reconcile()
    const [orderId, ...more] = await guest.orders()
    expect([more, orderId === before]).toEqual([[], false])
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId!)).toMatchObject({ captured: amount, total: amount })
    expect([desk.charges(), await merchant.items(reference)]).toEqual([0, []])
  })

  describe.each([
    ["of before", true],
    ["that was begun since, too", false],
  ])("a payment that was started and paid since for a checkout %s", (_, hadCheckout) => {
    it.each([
      ["an event that comes again", async (reference: string) => expect(await tell(reference)).toBe(200)],
      [
        "the pasted export",
        async (reference: string) => expect(await paste(reference)).toEqual([["recovered", "succeeded"]]),
      ],
    ])("is found by %s, and becomes its one order", async (_, finds) => {
      const guest = store.customer()
      await guest.fillCart()
      if (hadCheckout) await guest.tryToPay("pp_system_default")
      const backup = await backUp(store)
      const reference = await paidSince(guest)
      await backup.restore()
      await finds(reference)
      merchant.later(MINUTE)
      await tell(reference)
      await merchant.reconcile()
      const [orderId, ...more] = await guest.orders()
      expect(more).toEqual([])
      const { amount } = await merchant.intent(reference)
      expect(await store.moneyOf(orderId!)).toMatchObject({ captured: amount, total: amount })
      expect([desk.charges(), await merchant.items(reference)]).toEqual([0, []])
    })
  })

  it("where the cart was another before it is one item, of which an order can be made", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const backup = await backUp(store)
    await guest.changeQuantity(5)
    const reference = await paidSince(guest)
    await backup.restore()
    expect([await tell(reference), await tell(reference)]).toEqual([200, 200])
    expect(await paste(reference)).toEqual([])
    merchant.later(MINUTE)
    await merchant.reconcile()
    await merchant.oneItem(reference, "late_payment")
    expect(await guest.orders()).toEqual([])
  })

  it("its customer who presses pay once more is charged no second time", async () => {
    const guest = store.customer()
    await guest.fillCart()
    const backup = await backUp(store)
    const reference = await paidSince(guest)
    await backup.restore()
    for (let tries = 0; tries < 3 && (await guest.tryToPay()).status !== 200; tries++) merchant.later(MINUTE)
    const { data } = await guest.complete()
    expect(data.type).toBe("order")
    expect(await guest.orders()).toHaveLength(1)
    expect([succeeded(guest.cartId), store.service.control.intents().length]).toEqual([1, 1])
    expect(await merchant.items(reference)).toEqual([])
  })

  it("of a payment that nothing is left of the event makes one item, and goods sold since then make new orders", async () => {
    const backup = await backUp(store)
    const { guest, reference } = await desk.bought({ quantity: 1 })
    await backup.restore()
    expect(await paste(reference)).toEqual([["foreign", null]])
    expect(await tell(reference)).toBe(200)
    expect(await tell(reference)).toBe(200)
    await merchant.oneItem(reference, "unknown_payment")
    expect(await guest.orders()).toEqual([])
    const anew = await desk.bought()
    expect(await anew.guest.orders()).toEqual([anew.orderId])
    expect(await merchant.items(anew.reference)).toEqual([])
  })

  it("money that was sent back since the backup is sent no second time, and is one item once the service shows it", async () => {
    const { reference, amount } = await desk.bought()
    const backup = await backUp(store)
    expect((await desk.refund(reference, amount)).status).toBe(200)
    expect(desk.refundsAtService(reference)).toMatchObject({ refunded: String(amount) })
    await backup.restore()
    merchant.later(3 * HOUR)
    const again = await desk.refund(reference, amount)
    expect([again.status, again.data.message]).toEqual([400, expect.stringContaining("not recorded")])
    expect(desk.refundsAtService(reference)).toMatchObject({ refunded: String(amount), asked: 1 })
    expect((await merchant.intent(reference)).refunded).toBe("0")

    // What the service itself says of it is told, as of any money that went without the store.
    store.service.control.overrideVerify(reference, { status: "refunded" })
    merchant.later(8 * DAY)
    await merchant.reconcile()
    await merchant.oneItem(reference, "reversed")
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", reversed: String(amount) })
  })
}
