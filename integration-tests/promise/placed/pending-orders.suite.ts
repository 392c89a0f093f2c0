import { Modules } from "@medusajs/framework/utils"
import { type AdvanceResult } from "../../../src/orders/advance-result"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const pendingOrders: Suite = (store) => {
  const merchant = withMerchant(store)

  /** The customer has agreed on the hosted page and confirms on the phone. */
  const placed = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.moveState(reference, "processing")
    const { data } = await guest.complete()
    expect(data.type).toBe("order")
    return { guest, reference, orderId: data.order.id as string }
  }
  const statusOf = async (orderId: string) =>
    (await merchant.get(`/admin/orders/${orderId}`)).data.order.status

  it("places an order, shown unpaid, while the customer confirms, and captures it when the money is there", async () => {
    const { guest, reference, orderId } = await placed()
    expect(await guest.orders()).toEqual([orderId])
    expect(await store.moneyOf(orderId)).toMatchObject({
      payment_status: expect.not.stringMatching(/captured/),
      captured: "0",
    })
    expect(await guest.status()).toMatchObject({ status: "waiting" })

    merchant.pay(reference)
    merchant.later(MINUTE)
    await Promise.all([merchant.reconcile(), guest.comeBack(reference), guest.complete()])
    await merchant.advance(reference)
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: amount })
    expect(await guest.orders()).toEqual([orderId])
    expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    const { rows } = await store.db.raw("select count(*) from capture")
    expect(rows).toEqual([{ count: "1" }])
  })

  it("looks at an order that waits on purpose no sooner than at others, where all of its money went back unheard", async () => {
    const { reference } = await placed()
    const { verifier, clock } = merchant.paycollect()
    merchant.pay(reference)
    merchant.later(20_000)
    await verifier.verify(await merchant.intent(reference), { by: "job" })
    store.service.control.reverse(reference, { status: "charged_back", webhook: false })
    merchant.later(2 * HOUR)
    await merchant.reconcile()
    merchant.later(2 * MINUTE)
    await merchant.reconcile()
    const { outcome, reversed, came, next_step_at } = await merchant.intent(reference)
    expect([outcome, reversed]).toEqual(["paid", came])
    expect(new Date(next_step_at!).getTime()).toBeGreaterThan(clock.now() + MINUTE)
  })

  it("places none before the customer has agreed", async () => {
    const { guest } = await merchant.guestAtCheckout()
    expect((await guest.complete()).data.type).toBe("cart")
    expect(await guest.orders()).toEqual([])
  })

  it.each(["processing", "failed"] as const)(
    "cancels an order that is still %s after the expiry, and not before; money afterwards is paid_after_cancel",
    async (status) => {
      const { guest, reference, orderId } = await placed()
      if (status === "failed") store.service.control.moveState(reference, "failed")
      merchant.later(10 * MINUTE)
      await merchant.reconcile()
      merchant.later(23 * HOUR)
      await merchant.reconcile()
      expect(await statusOf(orderId)).toBe("pending")
      merchant.later(HOUR)
      await merchant.reconcile()
      expect(await statusOf(orderId)).toBe("canceled")
      expect(await merchant.items(reference)).toEqual([])
      expect(await merchant.history(reference)).toContain("order_canceled")

      store.service.control.moveState(reference, "succeeded", { force: true })
      await merchant.advance(reference)
      await merchant.oneItem(reference, "paid_after_cancel")
      expect(await guest.orders()).toEqual([orderId])
      expect(await store.moneyOf(orderId)).toMatchObject({ captured: "0" })
    }
  )

  // Where core takes longer than an answer is reused, the provider asks again, and that answer is the last of an old schedule.
  it.each([0, 10])(
    "looks after an order that is placed for a payment whose schedule is over, while core takes %d s",
    async (seconds) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.later(8 * DAY)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null })
      merchant.later(4_000)
      store.service.control.moveState(reference, "processing")
      const orders = store.container().resolve(Modules.ORDER)
      const create = orders.createOrders.bind(orders) as (...given: unknown[]) => Promise<never>
      jest.spyOn(orders, "createOrders").mockImplementationOnce(async (...given: unknown[]) => {
        merchant.later(seconds * 1_000)
        return await create(...given)
      })
      const { data } = await guest.complete()
      expect(data.type).toBe("order")
      merchant.pay(reference)
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
      expect(await store.moneyOf(data.order.id)).toMatchObject({ payment_status: "captured" })
      expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: data.order.id })
    }
  )

  it("paid_after_cancel: also when the merchant canceled the unpaid order", async () => {
    const { reference, orderId } = await placed()
    expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
    merchant.pay(reference)
    await merchant.advance(reference)
    await merchant.oneItem(reference, "paid_after_cancel")
  })

  it("paid_after_cancel: the customer confirms while the merchant cancels", async () => {
    const { guest, reference, orderId } = await placed()
    const orders = store.container().resolve(Modules.ORDER)
    const cancel = orders.cancel.bind(orders)
    const during: AdvanceResult[] = []
    jest.spyOn(orders, "cancel").mockImplementationOnce(async (...given: Parameters<typeof cancel>) => {
      merchant.pay(reference)
      during.push(await merchant.advance(reference))
      return await cancel(...given)
    })
    expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
    expect(during).toMatchObject([{ status: "waiting", reason: "in_progress" }])
    expect(await statusOf(orderId)).toBe("canceled")

    await merchant.advance(reference)
    await merchant.oneItem(reference, "paid_after_cancel")
    expect(await store.moneyOf(orderId)).toMatchObject({ captured: "0" })
    expect(await guest.status()).toMatchObject({ status: "attention" })
  })

  it("refuses a cancel while the order's money is being applied, and changes nothing", async () => {
    const { guest, orderId } = await placed()
    const release = await merchant.paycollect().ledger.hold([guest.cartId])
    const refused = await merchant.post(`/admin/orders/${orderId}/cancel`)
    expect([refused.status, refused.data.message]).toEqual([
      400,
      expect.stringContaining("Nothing was changed; try again"),
    ])
    expect(await statusOf(orderId)).toBe("pending")
    await release!()
    expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
  })

  it("cancels nothing while another attempt, which failed before, may have been paid since", async () => {
    const { guest, reference: first } = await merchant.guestAtCheckout()
    store.service.control.moveState(first, "failed")
    await guest.comeBack(first)
    const { merchant_reference: second } = await guest.startPayment()
    store.service.control.moveState(second, "processing")
    const { data } = await guest.complete()
    expect(data.type).toBe("order")
    store.service.control.moveState(first, "succeeded", { force: true })

    merchant.later(25 * HOUR)
    // The second one was asked for just now; the first one nobody can ask.
    const { ledger, clock } = merchant.paycollect()
    await ledger.change((await merchant.intent(second)).id, { verified_at: new Date(clock.now()) })
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 9 })
    await merchant.post(`/admin/paycollect/intents/${(await merchant.intent(second)).id}/verify`)
    expect(store.calls("verify_payment").length).toBeGreaterThan(2)
    expect(await statusOf(data.order.id)).toBe("pending")
    store.service.control.clearFaults()
    expect(await merchant.advance(first)).toMatchObject({ status: "succeeded", order_id: data.order.id })
  })

  it("cancels nothing while the service does not say clearly that nobody paid", async () => {
    const { guest, reference, orderId } = await placed()
    merchant.pay(reference)
    merchant.later(25 * HOUR)
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500, times: 1 })
    expect(await merchant.reconcile()).toMatchObject({ outcomes: { waiting: 1 } })
    expect(await statusOf(orderId)).toBe("pending")
    merchant.later(24 * HOUR)
    await merchant.reconcile()
    expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    expect(await merchant.items(reference)).toEqual([])
  })

  it("unpaid_order_kept: an order that was fulfilled already is shown instead, until its money comes", async () => {
    const { guest, reference, orderId } = await placed()
    const { data } = await merchant.get(`/admin/orders/${orderId}?fields=*items`)
    const items = (data.order.items as { id: string; quantity: number }[]).map(({ id, quantity }) => ({
      id,
      quantity,
    }))
    expect((await merchant.post(`/admin/orders/${orderId}/fulfillments`, { items })).status).toBe(200)
    merchant.later(25 * HOUR)
    expect(await merchant.reconcile()).toMatchObject({ outcomes: { waiting: 1 } })
    expect(await statusOf(orderId)).toBe("pending")
    await merchant.oneItem(reference, "unpaid_order_kept")

    merchant.pay(reference)
    await merchant.advance(reference)
    expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved", resolved_by: "paycollect" }])
  })

  describe("an order whose money came by another way", () => {
    const accepted = async (path: string, body?: unknown) => {
      const { status, data } = await merchant.post(path, body)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
      return data
    }
    const ordered = async (orderId: string) =>
      (await merchant.get(`/admin/orders/${orderId}?fields=+summary,total,status`)).data.order
    /** The customer paid at the counter: the merchant makes a collection of its own for it, and marks that as paid. */
    const paidAtTheCounter = async (orderId: string, amount: number) => {
      const { payment_collection } = await accepted("/admin/payment-collections", {
        order_id: orderId,
        amount,
      })
      await accepted(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, {
        order_id: orderId,
      })
    }
    const afterItsTime = async (reference: string) => {
      merchant.later(25 * HOUR)
      await merchant.reconcile()
      return await merchant.items(reference)
    }

    it("is not canceled when its time is over, and nobody is bothered: all of it is paid", async () => {
      const { reference, orderId } = await placed()
      const { total } = await ordered(orderId)
      await paidAtTheCounter(orderId, total)
      expect(await afterItsTime(reference)).toEqual([])
      const { status, summary } = await ordered(orderId)
      expect({ status, pending: summary.pending_difference, paid: summary.paid_total }).toEqual({
        status: "pending",
        pending: 0,
        paid: total,
      })

      merchant.pay(reference)
      await merchant.advance(reference)
      await merchant.oneItem(reference, "duplicate_payment")
    })

    it.each(["off", "manual"] as const)(
      "unpaid_order_kept: is shown, not canceled, when only a part of it is paid (refunds: %s)",
      async (refunds) => {
        merchant.configure({ refunds })
        const { reference, orderId } = await placed()
        await paidAtTheCounter(orderId, 1_000)
        expect(await afterItsTime(reference)).toMatchObject([
          { reason: "unpaid_order_kept", status: "open", data: { order_id: orderId, blocker: "money" } },
        ])
        const { status, summary } = await ordered(orderId)
        expect({ status, paid: summary.paid_total }).toEqual({ status: "pending", paid: 1_000 })
      }
    )

    it("unpaid_order_kept: is shown, not canceled, while an edit of it is open", async () => {
      const { reference, orderId } = await placed()
      await accepted("/admin/order-edits", { order_id: orderId })
      expect(await afterItsTime(reference)).toMatchObject([
        { reason: "unpaid_order_kept", data: { order_id: orderId, blocker: "change" } },
      ])
      expect(await statusOf(orderId)).toBe("pending")
    })
  })
}
