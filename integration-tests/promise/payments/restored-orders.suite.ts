import { type AdminPayCollectOrphansResponse } from "../../../src/types/http"
import { backUp } from "../../http/support/backup"
import { withSignedEvents } from "../../http/support/events"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

/** The whole database is as it was some time ago: what employees did with orders, links, refunds and items since then is undone. */
export const restoredOrders: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  beforeEach(() => merchant.configure({ refunds: "api" }))
  const tell = withSignedEvents(store, merchant)
  const paste = async (body: { pasted: string; all_ours?: true }) => {
    const { data } = await merchant.post("/admin/paycollect/orphans", body)
    return (data as AdminPayCollectOrphansResponse).payments.map(({ found, status }) => [found, status])
  }
  const isPaidBy = async (orderId: string, ...references: string[]) => {
    const amount = await sumOf(references)
    expect(await store.moneyOf(orderId)).toEqual({
      payment_status: "captured",
      captured: amount,
      refunded: "0",
      total: amount,
    })
    for (const reference of references) expect(await desk.openReasons(reference)).toEqual([])
  }
  const sumOf = async (references: string[]) => {
    const rows = await Promise.all(references.map((each) => merchant.intent(each)))
    return rows.reduce((sum, { amount }) => sum + Number(amount), 0).toString()
  }
  /** The job, until nothing is due. */
  const afterwards = async () => {
    for (let runs = 0; runs < 2; runs++) {
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
    }
  }

  it("a link that was opened before and paid since pays its order again, by the job", async () => {
    const orderId = await desk.byTelephone(2_000)
    const reference = await desk.atLink(orderId)
    const backup = await backUp(store)
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    await backup.restore()
    expect((await store.moneyOf(orderId)).captured).toBe("0")
    await afterwards()
    await isPaidBy(orderId, reference)
  })

  it("what an edit of before asked for, paid by a link since, is found by the export and pays that, and nothing else", async () => {
    const { orderId, reference: first } = await desk.bought()
    await desk.edit(orderId, 3)
    const link = await desk.linkOf(orderId)
    const backup = await backUp(store)
    const reference = (await desk.press(link))!
    desk.silently(reference, "succeeded")
    await merchant.advance(reference)
    await backup.restore()
    expect(await paste({ pasted: reference })).toEqual([["recovered", "succeeded"]])
    await afterwards()
    await isPaidBy(orderId, first, reference)
    expect(await desk.press(link)).toBeNull()
  })

  it("where its collection is of since, too, the money is one item, which an employee books on its order", async () => {
    const orderId = await desk.byTelephone(2_000)
    const backup = await backUp(store)
    const reference = await desk.payByLink(orderId)
    const { payment_number } = await merchant.intent(reference)
    const { description } = store.service.control.intent(reference)!.request
    const pasted = `${reference};2000;${description}`
    await backup.restore()
    expect(await paste({ pasted })).toEqual([["foreign", null]])
    expect(await paste({ pasted, all_ours: true })).toEqual([["recovered", "attention"]])
    // What the hosted page told its customer.
    expect((await merchant.intent(reference)).payment_number).toBe(payment_number)
    const { intent_id } = await merchant.oneItem(reference, "unknown_payment")
    expect((await desk.assign(intent_id, orderId)).data.result).toMatchObject({ status: "succeeded" })
    expect(await tell(reference)).toBe(200)
    await afterwards()
    await isPaidBy(orderId, reference)
    expect((await desk.refund(reference, 2_000)).status).toBe(200)
    expect(desk.refundsAtService(reference)).toEqual({ refunded: "2000", asked: 1 })
  })

  it("of money whose cart and order are gone an order is made by hand, once, and refunds of it reach the service", async () => {
    const backup = await backUp(store)
    const { reference, amount } = await desk.bought({ quantity: 1 })
    await backup.restore()
    expect(await tell(reference)).toBe(200)
    const { intent_id } = await merchant.oneItem(reference, "unknown_payment")
    const path = `/admin/paycollect/intents/${intent_id}/new-order`
    const { data } = await merchant.post(path)
    expect(data.result).toMatchObject({ status: "succeeded" })
    expect((await merchant.post(path)).data.result).toMatchObject({ order_id: data.result.order_id })
    await afterwards()
    await isPaidBy(data.result.order_id, reference)
    expect((await desk.refund(reference, amount)).status).toBe(200)
    expect(desk.refundsAtService(reference)).toEqual({ refunded: String(amount), asked: 1 })
  })

  it("money of the list that was made an order of since is the same item again, and makes that order once more", async () => {
    const { id, reference } = await desk.lateMoney()
    const decide = async () => {
      const { data } = await merchant.post(`/admin/paycollect/intents/${id}/new-order`)
      expect(data.result).toMatchObject({ status: "succeeded" })
      return data.result.order_id as string
    }
    const [item] = await merchant.items(reference)
    const backup = await backUp(store)
    const before = await decide()
    await backup.restore()
    await afterwards()
    expect(await merchant.items(reference)).toMatchObject([
      { id: item!.id, reason: "late_payment", status: "open" },
    ])
    expect(await decide()).toBe(before)
    await afterwards()
    await isPaidBy(before, reference)
  })

  it("what was refunded since is recorded by hand and nothing is sent again, as the steps say", async () => {
    const { reference, orderId } = await desk.bought()
    const late = await desk.lateMoney()
    const backup = await backUp(store)
    expect((await desk.refund(reference, 1_000)).status).toBe(200)
    expect((await desk.refundFromList(late.id, { amount: "1000" })).status).toBe(200)
    await backup.restore()

    merchant.configure({ refunds: "manual" })
    merchant.later(3 * HOUR)
    expect((await desk.refund(reference, 1_000)).status).toBe(200)
    expect((await desk.refundFromList(late.id, { amount: "1000" })).status).toBe(200)
    for (const each of [reference, late.reference]) {
      const due = (await desk.openItems(each)).filter(({ reason }) => reason === "refund_due")
      expect(due).toHaveLength(1)
      expect((await merchant.resolve(due[0]!, "Went before the backup was restored", "sent")).status).toBe(
        200
      )
      expect(desk.refundsAtService(each)).toEqual({ refunded: "1000", asked: 0 })
      expect((await merchant.intent(each)).refunded).toBe("1000")
    }
    expect(await store.moneyOf(orderId)).toMatchObject({ refunded: "1000" })
    expect([await desk.openReasons(reference), await desk.openReasons(late.reference)]).toEqual([
      [],
      ["late_payment"],
    ])
  })

  it("a chargeback that was told of since is one item again, told or not", async () => {
    const { reference } = await desk.bought()
    const backup = await backUp(store)
    store.service.control.reverse(reference, { status: "charged_back", webhook: false })
    merchant.later(HOUR)
    expect(await tell(reference, "payment.reversed")).toBe(200)
    expect(await desk.openReasons(reference)).toEqual(["reversed"])
    await backup.restore()
    expect(await desk.openReasons(reference)).toEqual([])
    merchant.later(2 * DAY)
    await afterwards()
    expect(await desk.openReasons(reference)).toEqual(["reversed"])
  })

  it.each([
    ["replay", "requires_action", true, ["duplicate_payment", "succeeded"]],
    ["conflict", "failed", false, ["failed", "succeeded"]],
    ["replay", "succeeded", true, ["late_payment"]],
  ] as const)(
    "a cart whose next payment has a number that the service knows (%s, %s, another amount %s) ends as %j",
    async (reuse, status, isOther, ends) => {
      const { control } = store.service
      control.setVariant({ reuse, idempotencyKey: "ignored" })
      const guest = store.customer()
      await guest.fillCart()
      const backup = await backUp(store)
      const { merchant_reference: first } = await guest.startPayment()
      if (status !== "requires_action") desk.silently(first, status)
      await backup.restore()
      if (isOther) await guest.changeQuantity(3)
      await guest.tryToPay()
      const references = () => control.intents().map(({ merchant_reference }) => merchant_reference!)
      // All that is left open at the service is paid.
      for (const { merchant_reference, status } of control.intents())
        if (status === "requires_action") desk.silently(merchant_reference!, "succeeded")
      merchant.later(MINUTE)
      await guest.complete()
      for (let runs = 0; runs < 3; runs++) {
        merchant.later(HOUR)
        await merchant.reconcile()
      }
      const endOf = async (reference: string) => {
        const [item] = await merchant.items(reference)
        const { applied_at, status } = await merchant.intent(reference)
        return item?.reason ?? (status === "succeeded" && !applied_at ? "nowhere" : status)
      }
      expect(await Promise.all(references().map(endOf))).toEqual(ends)
      const paid = ends.filter((end) => end === "succeeded")
      const orders = await guest.orders()
      expect(orders).toHaveLength(paid.length)
      for (const order of orders) await isPaidBy(order, references().at(-1)!)
    }
  )

  it("an order's number repeats, and nothing finds another order's payment by it", async () => {
    const backup = await backUp(store)
    const before = await desk.bought({ quantity: 1 })
    const numberOf = async (id: string) =>
      (await merchant.get(`/admin/orders/${id}?fields=display_id`)).data.order.display_id as number
    const number = await numberOf(before.orderId)
    const { payment_number } = await merchant.intent(before.reference)
    await backup.restore()
    const after = await desk.bought({ quantity: 1 })
    expect(await numberOf(after.orderId)).toBe(number)
    expect(await tell(before.reference)).toBe(200)
    // Her receipt's number is still hers.
    expect((await merchant.intent(before.reference)).payment_number).toBe(payment_number)
    await merchant.oneItem(before.reference, "unknown_payment")
    await isPaidBy(after.orderId, after.reference)
  })
}
