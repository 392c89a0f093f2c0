import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { providerInCore } from "../../http/support/core"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

export const canceledOrders: Suite = (store) => {
  const merchant = withMerchant(store)

  async function bought() {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    await merchant.reconcile()
    return { reference, orderId: orderId! }
  }

  const desk = new OrderDesk(store, merchant)
  /** As a store does whose own code calls core's workflow while a refund cannot be asked for: core cancels all the same. */
  async function cancelWithoutRefund(orderId: string) {
    const refund = jest.spyOn(providerInCore(store), "refundPayment").mockRejectedValue(new Error("declined"))
    await cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId } })
    refund.mockRestore()
    for (let run = 0; run < 2; run++) {
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
    }
  }

  const paymentOf = async (reference: string) => {
    const { rows } = await store.db.raw(
      "select id, amount from payment where data->>'merchant_reference' = ?",
      [reference]
    )
    return rows[0] as { id: string; amount: string }
  }

  it("gives each of two payments of a canceled order its item, and looks at the orders behind it", async () => {
    const both = [await desk.lateMoney(), await desk.lateMoney()]
    const id = await desk.byTelephone(3 * Number(both[0]!.amount))
    for (const each of both) {
      const assigned = await merchant.post(`/admin/paycollect/intents/${each.id}/assign`, { order_id: id })
      expect(assigned.status).toBe(200)
    }
    const behind = await bought()
    await cancelWithoutRefund(id)
    await cancelWithoutRefund(behind.orderId)
    for (const { reference } of both) {
      // As it was before it was given to that order.
      const open = (await merchant.items(reference)).filter(({ status }) => status === "open")
      expect(open).toMatchObject([{ reason: "late_payment" }])
      expect(await merchant.intent(reference)).toMatchObject({ applied_at: null, assigned_order_id: null })
    }
    await merchant.oneItem(behind.reference, "paid_after_cancel")
    // That order still holds it in Medusa: it can only be refunded.
    const held = `/admin/paycollect/intents/${(await merchant.intent(behind.reference)).id}`
    for (const refused of [
      await merchant.get(`${held}/new-order`),
      await merchant.post(`${held}/new-order`),
      await desk.assign(held.split("/").at(-1)!, id),
    ])
      expect([refused.status, refused.data.code]).toEqual([400, "paycollect_assignment_assigned"])
    await merchant.oneItem(behind.reference, "paid_after_cancel")
  })

  it.each([false, true])(
    "takes money off that was captured in an order and never written down when that is canceled, also while the service is silent: %s",
    async (isSilent) => {
      merchant.configure({ refunds: "manual" })
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount)
      const died = jest
        .spyOn(merchant.paycollect().ledger, "applied")
        .mockRejectedValueOnce(new Error("died"))
      await desk.assign(id, orderId)
      died.mockRestore()
      expect(await paymentOf(reference)).toBeDefined()
      const silent = { operation: "verify_payment", kind: "status", status: 503, times: 200 } as const
      if (isSilent) store.service.control.injectFault(silent)
      if (isSilent) merchant.later(2 * 60 * MINUTE)
      await cancelWithoutRefund(orderId)
      for (let day = 0; day < (isSilent ? 9 : 1); day++) {
        merchant.later(24 * 60 * MINUTE)
        await merchant.reconcile()
      }
      const row = await merchant.intent(reference)
      const refund = await desk.refundFromList(id)
      store.service.control.clearFaults()
      expect([row.assigned_order_id, row.used_by_session_id, refund.status]).toEqual([null, null, 200])
      expect(await merchant.items(reference)).toMatchObject([
        { status: "resolved" },
        { reason: "refund_due" },
      ])
    }
  )

  it("refunds nothing in Medusa on a canceled order, where core sends and then refuses: the list does", async () => {
    const { reference, orderId } = await bought()
    await cancelWithoutRefund(orderId)
    await merchant.oneItem(reference, "paid_after_cancel")
    merchant.configure({ refunds: "api" })
    const { id, amount } = await paymentOf(reference)
    const there = await merchant.post(`/admin/payments/${id}/refund`, { amount: Number(amount) })
    expect([there.status, there.data.message]).toEqual([400, expect.stringContaining("order is canceled")])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0" })
    const here = await merchant.post(
      `/admin/paycollect/intents/${(await merchant.intent(reference)).id}/refund`,
      { reason: "requested_by_customer" }
    )
    expect(here.status).toBe(200)
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }])
  })

  it("is asked what became of a refund that Medusa has booked: it was sent, or given back another way", async () => {
    const { reference } = await bought()
    merchant.configure({ refunds: "manual" })
    const { id, amount } = await paymentOf(reference)
    await merchant.post(`/admin/payments/${id}/refund`, { amount: Number(amount) })
    const item = await merchant.oneItem(reference, "refund_due")
    const path = `/admin/paycollect/intents/${item.intent_id}/resolve`
    const body = { attention_id: item.id, note: "At the till" }
    for (const money of [undefined, "kept", "not_sent"]) {
      const { status, data } = await merchant.post(path, { ...body, money })
      expect([status, data.message]).toEqual([400, expect.stringContaining("sent, returned;")])
    }
    expect(await merchant.items(reference)).toMatchObject([{ status: "open" }])
    expect((await merchant.post(path, { ...body, money: "returned" })).status).toBe(200)
  })
}
