import { refundPaymentAndRecreatePaymentSessionWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { holdAnswer } from "../../http/support/hold-call"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"
import { COMPENSATION_NOTE } from "../../http/support/compensation"

export const refunds: Suite = (store) => {
  const merchant = withMerchant(store)

  const paidOrder = async (refunds: "off" | "manual" | "api") => {
    merchant.configure({ refunds })
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { rows } = await store.db.raw("select id from payment")
    const refund = async (amount?: number) =>
      await merchant.post(`/admin/payments/${rows[0].id}/refund`, amount === undefined ? {} : { amount })
    return { guest, reference, orderId: orderId!, refund }
  }
  const booked = async () => {
    const { rows } = await store.db.raw(
      "select amount from refund where deleted_at is null order by created_at"
    )
    return (rows as { amount: string }[]).map(({ amount }) => Number(amount))
  }
  const cancel = async (orderId: string) => await merchant.post(`/admin/orders/${orderId}/cancel`)
  const statusOf = async (orderId: string) =>
    (await merchant.get(`/admin/orders/${orderId}`)).data.order.status
  const sent = () => store.calls("create_refund").length

  it("off: refuses a refund and the cancel of a paid order, records nothing, and says where to go", async () => {
    const { reference, orderId, refund } = await paidOrder("off")
    const refused = await refund(100)
    expect(refused.status).toBe(400)
    expect(refused.data.message).toContain(
      "Refunds are switched off (Settings, PayCollect: Refunds), so nothing was returned"
    )
    const canceled = await cancel(orderId)
    expect(canceled.status).toBe(400)
    expect(canceled.data.message).toContain("This order was not canceled")
    expect(await statusOf(orderId)).toBe("pending")
    expect(await booked()).toEqual([])
    expect(sent()).toBe(0)
    expect(await merchant.items(reference)).toEqual([])
  })

  it("manual: each partial refund is recorded and listed as to send, until somebody marks it sent", async () => {
    const { reference, refund, orderId } = await paidOrder("manual")
    expect((await refund(100)).status).toBe(200)
    expect((await refund(250)).status).toBe(200)
    const items = await merchant.items(reference)
    expect(items).toMatchObject([
      { reason: "refund_due", status: "open", data: { amount: "100" } },
      { reason: "refund_due", status: "open", data: { amount: "250" } },
    ])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "350" })
    expect(merchant.told("paycollect.attention.opened", reference)).toHaveLength(2)

    await merchant.resolve(items[0]!, "Sent by hand")
    expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }, { status: "open" }])
    expect(await merchant.intent(reference)).toMatchObject({ closed_at: null })

    expect((await cancel(orderId)).status).toBe(200)
    expect(await statusOf(orderId)).toBe("canceled")
    const { amount, refunded } = await merchant.intent(reference)
    expect(refunded).toBe(amount)
    expect((await booked()).reduce((sum, part) => sum + part, 0)).toBe(Number(amount))
    expect(await merchant.items(reference)).toHaveLength(3)
    expect(sent()).toBe(0)
  })

  it("api: sends partial refunds, never more than was paid, and the rest when the order is canceled", async () => {
    const { reference, refund, orderId } = await paidOrder("api")
    expect((await refund(100)).status).toBe(200)
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    expect((await refund(99_999_999)).status).toBe(400)
    expect(sent()).toBe(1)

    expect((await cancel(orderId)).status).toBe(200)
    expect(await statusOf(orderId)).toBe("canceled")
    const { amount, refunded } = await merchant.intent(reference)
    expect(refunded).toBe(amount)
    expect(sent()).toBe(2)
    expect(await merchant.items(reference)).toEqual([])
    expect((await booked()).reduce((sum, part) => sum + part, 0)).toBe(Number(amount))
  })

  const goodsLeave = async (orderId: string) => {
    const { data } = await merchant.get(`/admin/orders/${orderId}`)
    const items = (data.order.items as { id: string; quantity: number }[]).map(({ id, quantity }) => ({
      id,
      quantity,
    }))
    return await merchant.post(`/admin/orders/${orderId}/fulfillments`, { items })
  }
  it.each([
    ["whose goods are on their way", goodsLeave],
    [
      "that is completed",
      async (orderId: string) => await merchant.post(`/admin/orders/${orderId}/complete`),
    ],
  ])("api: sends nothing back for an order %s, which core will not cancel", async (_, end) => {
    const { reference, orderId } = await paidOrder("api")
    expect((await end(orderId)).status).toBe(200)
    const refused = await cancel(orderId)
    expect(refused.status).toBe(400)
    expect(await statusOf(orderId)).not.toBe("canceled")
    expect([sent(), await booked()]).toEqual([0, []])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0" })
  })

  it("api: one that stood still is not sent any more: a person looks, who may have sent it", async () => {
    const { reference, refund } = await paidOrder("api")
    const held = holdAnswer(merchant.paycollect().ledger, "refund")
    const asked = refund(100)
    await held.reached
    merchant.later(6 * MINUTE)
    held.go()
    expect((await asked).status).toBe(200)
    expect(sent()).toBe(0)
    expect(await merchant.items(reference)).toMatchObject([{ reason: "refund_unknown", status: "open" }])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
  })

  it("api: is booked once where a job whose clock is ahead comes by while Medusa is at it", async () => {
    const { orderId, refund } = await paidOrder("api")
    const held = holdAnswer(store.container().resolve(Modules.ORDER), "addOrderTransactions")
    const asked = refund()
    await held.reached
    merchant.later(MINUTE)
    await merchant.reconcile()
    held.go()
    expect((await asked).status).toBe(200)
    const { data } = await merchant.get(`/admin/orders/${orderId}?fields=total,credit_line_total,*summary`)
    const { total, credit_line_total, summary } = data.order
    expect({ total, credit_line_total, owed: summary.pending_difference }).toEqual({
      total: 0,
      credit_line_total: summary.original_order_total,
      owed: 0,
    })
    expect(sent()).toBe(1)
  })

  it("api: sends nothing more when an order is canceled twice", async () => {
    const { reference, orderId } = await paidOrder("api")
    expect((await cancel(orderId)).status).toBe(200)
    expect((await cancel(orderId)).status).toBe(400)
    expect(sent()).toBe(1)
    const { amount, refunded } = await merchant.intent(reference)
    expect(refunded).toBe(amount)
  })

  describe("a change that core left open when its process died", () => {
    const leaveOpen = async (order_id: string, change_type: string, ageMs: number) => {
      const change = await store
        .container()
        .resolve(Modules.ORDER)
        .createOrderChange({ order_id, change_type } as never)
      const { id } = [change].flat()[0] as { id: string }
      const created_at = new Date(Date.now() - ageMs)
      await store.db.raw("update order_change set created_at = ? where id = ?", [created_at, id])
      return async () =>
        (await store.db.raw("select status from order_change where id = ?", [id])).rows[0].status
    }

    it("is ended when it is a credit line of its own, so that the order can be canceled", async () => {
      const { orderId } = await paidOrder("api")
      const state = await leaveOpen(orderId, "credit_line", 2 * MINUTE)
      expect((await cancel(orderId)).status).toBe(200)
      expect([await state(), await statusOf(orderId), sent()]).toEqual(["canceled", "canceled", 1])
    })

    it.each(["off", "manual", "api"] as const)(
      "keeps an order with an open edit from being canceled, before any money goes back (%s)",
      async (mode) => {
        const { reference, orderId } = await paidOrder(mode)
        await leaveOpen(orderId, "edit", 2 * MINUTE)
        const refused = await cancel(orderId)
        expect([refused.status, refused.data.message]).toEqual([
          400,
          expect.stringContaining("a change of it is open"),
        ])
        expect([sent(), await booked(), await merchant.items(reference)]).toEqual([0, [], []])
        expect(await statusOf(orderId)).toBe("pending")
      }
    )

    it.each(["manual", "api"] as const)(
      "keeps money from being refunded that core would not book (%s)",
      async (mode) => {
        const { reference, orderId, refund } = await paidOrder(mode)
        const state = await leaveOpen(orderId, "edit", 2 * MINUTE)
        const refused = await refund(100)
        expect([refused.status, refused.data.message]).toEqual([
          400,
          expect.stringContaining("Nothing was refunded: a change of this order is open"),
        ])
        expect([sent(), await booked(), await merchant.items(reference)]).toEqual([0, [], []])
        expect(await merchant.intent(reference)).toMatchObject({ refunded: "0" })
        expect(await state()).toBe("pending")
        await store.db.raw("update order_change set status = 'canceled'")
        expect((await refund(100)).status).toBe(200)
        expect(await booked()).toEqual([100])
      }
    )

    it("of a credit line is ended before a refund too", async () => {
      const { orderId, refund } = await paidOrder("api")
      const state = await leaveOpen(orderId, "credit_line", 2 * MINUTE)
      expect((await refund(100)).status).toBe(200)
      expect([await state(), sent()]).toEqual(["canceled", 1])
    })

    it.each([
      ["a credit line that may still be under way", "credit_line", 10_000],
      ["an edit, which is a person's", "edit", 2 * MINUTE],
    ] as const)("stays when it is %s", async (_, change_type, ageMs) => {
      const { orderId } = await paidOrder("manual")
      const state = await leaveOpen(orderId, change_type, ageMs)
      await cancel(orderId)
      expect(await state()).toBe("pending")
    })
  })

  const answers = (status: string) => ({
    status_code: 200,
    response_type: "success",
    data: { id: "re_1", refund_id: "re_1", amount: "100", currency: "XAF", status },
  })
  const fault = (facts: object) =>
    store.service.control.injectFault({ operation: "create_refund", kind: "malformed", ...facts } as never)

  it("api: what the service declines or does not know is not recorded, and the order stays", async () => {
    const { reference, refund, orderId } = await paidOrder("api")
    fault({ body: answers("failed") })
    const declined = await refund(100)
    expect(declined.status).toBe(400)
    expect(declined.data.message).toContain("declined the refund")
    for (const status of [404, 405]) {
      fault({ kind: "status", status })
      expect((await refund(100)).data.message).toContain("Refunds are switched off")
    }
    fault({ kind: "status", status: 404 })
    expect((await cancel(orderId)).status).toBe(400)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await booked()).toEqual([])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0" })
    expect(await merchant.items(reference)).toEqual([])

    fault({ body: answers("pending") })
    expect((await refund(100)).status).toBe(200)
    fault({ kind: "drop_after_processing" })
    expect((await refund(200)).status).toBe(200)
    expect(await booked()).toEqual([100, 200])
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "refund_pending", status: "open", data: { amount: "100" } },
      { reason: "refund_unknown", status: "open", data: { amount: "200" } },
    ])
    expect(merchant.told("paycollect.attention.opened", reference)).toHaveLength(2)
  })

  /** Refunds are looked after every ten minutes, and the store's own job may have looked while it started. */
  const PAST_THE_NEXT_CHECK = 16 * MINUTE
  /** What a process leaves that dies while it gives money back: core's refund, and of our own what `kept` names. */
  const diedWhileRefunding = async (reference: string, kept: string[]) => {
    const { id } = await merchant.intent(reference)
    await store.db.raw("delete from paycollect_attention where intent_id = ?", [id])
    await store.db.raw(
      "delete from paycollect_intent_event where intent_id = ? and data->>'refund_id' is not null and type <> all(?)",
      [id, kept]
    )
    if (kept.length === 0) await store.db.raw("update paycollect_intent set refunded = '0'")
    merchant.later(PAST_THE_NEXT_CHECK)
  }

  it.each([
    ["manual", "core alone wrote it down", [], "refund_due"],
    ["manual", "nobody was told", ["refund_recorded"], "refund_due"],
    ["api", "the service was never asked", [], "refund_due"],
    ["api", "the service may have been asked", ["refund_sending"], "refund_unknown"],
    ["api", "the service is at it", ["refund_sending", "refund_pending"], "refund_pending"],
    ["api", "its answer was lost", ["refund_sending", "refund_unknown"], "refund_unknown"],
  ] as const)(
    "%s: a refund that was cut off, when %s, is on the list once",
    async (mode, when, kept, reason) => {
      const { reference, refund } = await paidOrder(mode)
      if (when === "the service is at it") fault({ body: answers("pending") })
      if (when === "its answer was lost") fault({ kind: "drop_after_processing" })
      await refund(100)
      await diedWhileRefunding(reference, [...kept])
      await merchant.reconcile()
      expect(await merchant.items(reference)).toMatchObject([
        { reason, status: "open", data: { amount: "100" } },
      ])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })

      const [item] = await merchant.items(reference)
      await merchant.resolve(item!, "Seen to by hand")
      merchant.later(20 * MINUTE)
      await merchant.reconcile()
      expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    }
  )

  it("api: one that Medusa has booked and that was not sent is a person's to send", async () => {
    const { reference, refund } = await paidOrder("api")
    fault({ kind: "drop_after_processing" })
    await refund(100)
    const unknown = await merchant.oneItem(reference, "refund_unknown")
    expect((await merchant.resolve(unknown, "The service never had it", "not_sent")).status).toBe(200)
    const [, due] = await merchant.items(reference)
    expect(due).toMatchObject({ reason: "refund_due", status: "open", key: unknown.key, data: unknown.data })
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    expect((await merchant.resolve(due!, "I will not", "not_sent")).status).toBe(400)
    expect((await merchant.resolve(due!, "Sent by hand")).status).toBe(200)
    expect(await merchant.items(reference)).toHaveLength(2)
  })

  it("manual: one that was cut off before every job stood still for a month is on the list, too", async () => {
    const { reference, refund } = await paidOrder("manual")
    await refund(100)
    await diedWhileRefunding(reference, [])
    merchant.later(30 * 24 * 60 * MINUTE)
    await merchant.reconcile()
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "refund_due", status: "open", data: { amount: "100" } },
    ])
  })

  it("manual: one is found also when the first look after such a month was cut off, or found its money held", async () => {
    const { guest, reference, refund } = await paidOrder("manual")
    await refund(100)
    await diedWhileRefunding(reference, [])
    merchant.later(30 * 24 * 60 * MINUTE)
    const { ledger } = merchant.paycollect()
    const read = jest.spyOn(ledger, "historyOfRefund").mockRejectedValueOnce(new Error("cut off"))
    await merchant.reconcile()
    read.mockRestore()
    merchant.later(PAST_THE_NEXT_CHECK)
    const release = await ledger.hold([guest.cartId])
    await merchant.reconcile()
    await release!()
    expect(await merchant.items(reference)).toEqual([])

    merchant.later(PAST_THE_NEXT_CHECK)
    await merchant.reconcile()
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "refund_due", status: "open", data: { amount: "100" } },
    ])
  })

  it("manual: one that cannot be looked at keeps no other from being found", async () => {
    const references: string[] = []
    for (const amount of [100, 200]) {
      const { reference } = await paidOrder("manual")
      references.push(reference)
      await store.db.raw(
        "insert into refund (id, amount, raw_amount, payment_id, created_at) select ?, ?, ?, id, created_at from payment where data->>'merchant_reference' = ?",
        [`ref_${amount}`, amount, JSON.stringify({ value: String(amount) }), reference]
      )
    }
    merchant.later(PAST_THE_NEXT_CHECK)
    const { ledger } = merchant.paycollect()
    const read = ledger.historyOfRefund.bind(ledger)
    const broken = jest
      .spyOn(ledger, "historyOfRefund")
      .mockImplementation(async (intentId, refund) =>
        refund.id === "ref_100" ? Promise.reject(new Error("unreadable")) : await read(intentId, refund)
      )
    await merchant.reconcile()
    broken.mockRestore()
    const [first, second] = references as [string, string]
    expect(await merchant.items(first)).toEqual([])
    expect(await merchant.items(second)).toMatchObject([{ reason: "refund_due", data: { amount: "200" } }])
    merchant.later(PAST_THE_NEXT_CHECK)
    await merchant.reconcile()
    expect(await merchant.items(first)).toMatchObject([{ reason: "refund_due", data: { amount: "100" } }])
  })

  it("a refund that the service made, and core's own booking-back, need nobody's attention", async () => {
    const { reference, refund } = await paidOrder("api")
    await refund(100)
    await store.db.raw(
      "insert into refund (id, amount, raw_amount, payment_id, note, created_at) select 'ref_of_core', 5, '{\"value\":\"5\"}', id, ?, created_at - interval '1 minute' from payment",
      [COMPENSATION_NOTE]
    )
    merchant.later(PAST_THE_NEXT_CHECK)
    await merchant.reconcile()
    expect(await merchant.items(reference)).toEqual([])
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
  })

  it("api: core's booking-back that stood still until another completion had made the order moves no money, and the order keeps it", async () => {
    const { reference, orderId } = await paidOrder("api")
    const { rows } = await store.db.raw(
      "select id as payment_id, payment_collection_id, provider_id, amount, data from payment"
    )
    await refundPaymentAndRecreatePaymentSessionWorkflow(store.container()).run({
      input: { ...rows[0], note: COMPENSATION_NOTE },
    })
    expect(sent()).toBe(0)
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", applied_at: null })

    merchant.later(PAST_THE_NEXT_CHECK)
    await merchant.reconcile()
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", order_id: orderId })
    expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", refunded: "0" })
    const { order } = (await merchant.get(`/admin/orders/${orderId}?fields=+summary`)).data
    expect(Number(order.summary.pending_difference)).toBe(0)
    expect(await merchant.items(reference)).toEqual([])
  })

  it("an order canceled with its money given back needs nobody's attention, however late it is applied", async () => {
    const { reference, orderId } = await paidOrder("manual")
    await cancel(orderId)
    const listed = await merchant.items(reference)
    await store.db.raw("update paycollect_intent set applied_at = null, next_step_at = created_at")
    expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
    expect(await merchant.items(reference)).toHaveLength(listed.length)
  })
}
