import { formatPaymentNumber } from "../../../src/payments/names"
import { failAfterCapture } from "../../http/support/core"
import { CARD } from "../../http/support/customer"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const items: Suite = (store) => {
  const merchant = withMerchant(store)
  const setStock = async (quantity: number) =>
    await store.db.raw("update inventory_level set stocked_quantity = ?, raw_stocked_quantity = ?", [
      quantity,
      JSON.stringify({ value: String(quantity), precision: 20 }),
    ])

  describe("money that is not the money asked for", () => {
    it.each([
      ["amount_discrepancy", "less", { amount: "1" }],
      ["amount_discrepancy", "more, without a fee for the customer", { amount: "9999999" }],
      ["currency_discrepancy", "another currency", { currency: "EUR" }],
      ["reference_discrepancy", "another reference", { merchant_reference: "cart_of_somebody_else-1" }],
      ["reference_discrepancy", "another public reference", { payment_ref: "PAY-OF-SOMEBODY-ELSE" }],
    ])("%s: %s makes no order, but one item", async (reason, _, answer) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, answer)

      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=waiting")
      expect((await guest.complete()).data.type).toBe("cart")
      expect(await guest.status()).toMatchObject({ status: "attention" })
      const again = await guest.tryToPay(CARD)
      expect([again.status, again.data.code]).toEqual([400, "paycollect_paid_already"])
      expect(store.calls("create_payment_intent")).toHaveLength(1)
      await merchant.oneItem(reference, reason)
      expect(await guest.orders()).toEqual([])
      expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null, applied_at: null })
    })

    it.each([
      ["an amount that is missing", { amount: null }],
      ["an amount that is no number", { amount: "ten" }],
      ["a currency that is missing", { currency: null }],
      ["a state outside the five (U-20)", { status: "pending" }],
      ["a state that is missing", { status: null }],
    ])("%s is still waiting: no item, no order, until the answer is whole", async (_, answer) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, answer)
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=waiting")
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { type: "payment_requires_more_error" },
      })
      expect(await guest.orders()).toEqual([])
      expect(await merchant.items(reference)).toEqual([])

      store.service.control.overrideVerify(reference)
      merchant.later(11_000)
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
      expect(await guest.orders()).toHaveLength(1)
    })

    const unreadable = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, { amount: null })
      await merchant.advance(reference)
      return { guest, reference }
    }
    const listedUnreadable = async () => {
      const { guest, reference } = await unreadable()
      merchant.later(16 * MINUTE)
      await merchant.reconcile()
      await merchant.oneItem(reference, "unreadable_success")
      return { guest, reference }
    }

    it("unreadable_success: is listed when it stays so, until the answer is whole", async () => {
      const { guest, reference } = await listedUnreadable()
      expect(await guest.orders()).toEqual([])

      store.service.control.overrideVerify(reference)
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
      expect(await merchant.items(reference)).toMatchObject([
        { status: "resolved", resolved_by: "paycollect" },
      ])
      expect(await guest.orders()).toHaveLength(1)
    })

    it("unreadable_success: is listed where the next answer is in no state that is known, and its customer pays anew once that is closed", async () => {
      const { guest, reference } = await unreadable()
      store.service.control.overrideVerify(reference, { status: "charged_back", amount: null })
      merchant.later(16 * MINUTE)
      await merchant.reconcile()
      const item = await merchant.oneItem(reference, "unreadable_success")
      expect(await guest.tryToPay()).toMatchObject({ status: 503, data: { code: "paycollect_looked_up" } })

      await merchant.resolve(item, "The service took it back")
      expect((await guest.startPayment()).merchant_reference).not.toBe(reference)
    })

    it("reversed: a success that cannot be read, and is none any more before it is listed", async () => {
      const { guest, reference } = await unreadable()
      expect(await merchant.items(reference)).toEqual([])
      store.service.control.overrideVerify(reference, { status: "failed", amount: null })
      merchant.later(11_000)
      await guest.comeBack(reference)
      await merchant.advance(reference)
      await merchant.oneItem(reference, "reversed")
    })

    it.each([
      ["unreadable_success", "it cannot be read again", { amount: null }],
      ["amount_discrepancy", "another amount comes", { amount: "5" }],
    ])("%s: ends what was said of a success that was none any more, where %s", async (reason, _, answer) => {
      const { reference } = await unreadable()
      store.service.control.overrideVerify(reference, { status: "failed", amount: null })
      merchant.later(20 * MINUTE)
      await merchant.advance(reference)
      await merchant.oneItem(reference, "reversed")
      store.service.control.overrideVerify(reference, answer)
      merchant.later(MINUTE)
      await merchant.advance(reference)
      const open = (await merchant.items(reference)).filter(({ status }) => status === "open")
      expect(open).toMatchObject([{ reason }])
    })

    it("unreadable_success: gives way to an item that says so where it is none any more, which an order of the money ends", async () => {
      const { guest, reference } = await listedUnreadable()

      store.service.control.overrideVerify(reference, { status: "failed", amount: null })
      expect(await merchant.advance(reference)).toMatchObject({ status: "failed" })
      await merchant.advance(reference)
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "unreadable_success", status: "resolved", resolved_by: "paycollect" },
        { reason: "reversed", status: "open", data: { status: "failed" } },
      ])

      store.service.control.overrideVerify(reference)
      merchant.later(MINUTE)
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
      expect(await guest.orders()).toHaveLength(1)
      expect((await merchant.items(reference)).map(({ status }) => status)).toEqual(["resolved", "resolved"])
    })

    it.each([
      ["failed", { merchant_reference: "cart_of_somebody_else-1" }],
      ["canceled", { payment_ref: "PAY-OF-SOMEBODY-ELSE" }],
    ])(
      "a %s that names another payment is still waiting: the customer can go on paying",
      async (status, other) => {
        const { guest, reference } = await merchant.guestAtCheckout()
        store.service.control.overrideVerify(reference, { status, ...other })
        expect(await merchant.advance(reference)).toMatchObject({
          status: "waiting",
          reason: "foreign_answer",
        })
        expect(await guest.status()).toMatchObject({ status: "waiting" })

        store.service.control.overrideVerify(reference)
        merchant.pay(reference)
        expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded" })
        expect(await guest.orders()).toHaveLength(1)
      }
    )

    it("no answer is still waiting: no order, no item", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await store.whileServiceIsDown(async () => {
        expect(await merchant.advance(reference)).toMatchObject({ status: "waiting", reason: "no_answer" })
      })
      expect(await guest.orders()).toEqual([])
      expect(await merchant.items(reference)).toEqual([])
    })

    it("environment_discrepancy: a test payment makes no order in the live environment", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.configure({ environment: "live" })
      merchant.pay(reference)
      expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
      await merchant.oneItem(reference, "environment_discrepancy")
      expect((await guest.complete()).data.type).toBe("cart")
      expect(await guest.orders()).toEqual([])
    })

    it("an order that core made of a test payment before the store went live is applied as it stands", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      expect((await guest.complete()).data.type).toBe("order")
      expect(await merchant.intent(reference)).toMatchObject({ applied_at: null })
      merchant.configure({ environment: "live" })
      const [order_id] = await guest.orders()
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded", order_id })
      expect(await merchant.items(reference)).toEqual([])
    })
  })

  describe("a fee that the customer bears (U-21)", () => {
    const payWithFee = async (percent: bigint) => {
      merchant.configure({ feeBearer: "customer" })
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const amount = BigInt((await merchant.intent(reference)).amount)
      const fee = (amount * percent) / 100n
      store.service.control.overrideVerify(reference, { amount: String(amount + fee) })
      await guest.comeBack(reference)
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.intent(reference)).toMatchObject({ fee: String(fee), outcome: "paid" })
      const [orderId] = await guest.orders()
      expect(await store.moneyOf(orderId!)).toMatchObject({ captured: String(amount) })
      return reference
    }

    it("amount_discrepancy: less than the amount makes no order, but one item", async () => {
      merchant.configure({ feeBearer: "customer" })
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const less = BigInt((await merchant.intent(reference)).amount) - 1n
      store.service.control.overrideVerify(reference, { amount: String(less) })
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=waiting")
      expect((await guest.complete()).data.type).toBe("cart")
      await merchant.oneItem(reference, "amount_discrepancy")
      expect(await guest.orders()).toEqual([])
    })

    it("is recorded beside the order", async () => {
      expect(await merchant.items(await payWithFee(3n))).toEqual([])
    })

    it("unexpected_fee: is shown when it is clearly too much, and the order stands", async () => {
      const reference = await payWithFee(50n)
      await merchant.oneItem(reference, "unexpected_fee")
    })

    it("unexpected_fee: nothing is refunded of what is too much where the service gave it back already, or does not say", async () => {
      const reference = await payWithFee(50n)
      const { id, amount, fee } = await merchant.intent(reference)
      merchant.configure({ refunds: "api" })
      const refund = () => merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "other" })
      store.service.control.overrideVerify(reference, { amount })
      expect(await refund()).toMatchObject({ status: 400, data: { code: "paycollect_refund_reversed" } })
      store.service.control.overrideVerify(reference, { amount: String(BigInt(amount) + BigInt(fee!)) })
      store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
      expect(await refund()).toMatchObject({ status: 400, data: { code: "paycollect_refund_not_sent" } })
      expect(store.calls("create_refund")).toEqual([])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", came: amount })
      store.service.control.clearFaults()
      expect((await refund()).status).toBe(200)
    })

    it.each(["was given back at the counter", "is still to be sent"])(
      "unexpected_fee: nothing is refunded of what is too much where the service took the fee, and the rest %s",
      async (rest) => {
        const reference = await payWithFee(50n)
        const { id, amount } = await merchant.intent(reference)
        merchant.configure({ refunds: "manual" })
        const { rows } = await store.db.raw("select id from payment")
        await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: Number(amount) })
        const due = (await merchant.items(reference)).find(({ reason }) => reason === "refund_due")
        if (rest !== "is still to be sent") await merchant.resolve(due!, "In cash", "returned")
        store.service.control.overrideVerify(reference, { amount })
        merchant.configure({ refunds: "api" })
        const refused = await merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "other" })
        expect(refused).toMatchObject({ status: 400, data: { code: "paycollect_refund_reversed" } })
        expect(store.calls("create_refund")).toEqual([])
      }
    )

    it("unexpected_fee: what is too much goes back by itself, in parts and no more than that, and the order stays", async () => {
      const reference = await payWithFee(50n)
      const [item] = await merchant.items(reference)
      const { id, amount, fee } = await merchant.intent(reference)
      merchant.configure({ refunds: "api" })
      const refund = async (more: object) =>
        await merchant.post(`/admin/paycollect/intents/${id}/refund`, {
          ...{ reason: "other", attention_id: item!.id, ...more },
        })
      const shown = async () => (await merchant.get(`/admin/paycollect/intents/${id}`)).data.intent
      expect((await shown()).refundable).toMatchObject({ came: fee, left: fee, of_fee: true })
      const tooMuch = await refund({ amount: String(BigInt(fee!) + 1n) })
      expect([tooMuch.status, tooMuch.data.code]).toEqual([400, "paycollect_refund_too_much"])
      store.service.control.injectFault({ operation: "create_refund", kind: "status", status: 422 } as never)
      expect((await refund({ amount: "10" })).status).toBe(400)
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", came: amount, closed_at: null })

      const both = await Promise.all([refund({ amount: "100" }), refund({})])
      const sent = both.filter(({ status }) => status === 200).map(({ data }) => BigInt(data.refund.amount))
      const back = sent.reduce((sum, each) => sum + each, 0n)
      expect(back).toBeGreaterThan(0n)
      if (back < BigInt(fee!)) expect((await refund({})).status).toBe(200)
      expect(await merchant.items(reference)).toMatchObject([
        { id: item!.id, status: "resolved", resolved_by: "paycollect", note: "All of it was refunded." },
      ])
      expect(await merchant.intent(reference)).toMatchObject({
        ...{ refunded: fee, closed_at: null, outcome: "paid", applied_at: expect.any(Date) },
      })
      expect((await refund({})).status).toBe(400)
      const atService = store.service.control.intents().find((each) => each.merchant_reference === reference)!
      expect(atService.refunded).toBe(fee)
      const { totals } = (await merchant.get("/admin/paycollect/takings")).data
      const net = { amount: String(BigInt(amount) + BigInt(fee!)), fees: "0", refunded: fee, net: amount }
      expect(totals).toMatchObject([net])

      // All of the goods can still go back, and nothing of the order is reversed meanwhile.
      merchant.configure({ refunds: "manual" })
      store.service.control.overrideVerify(reference, { amount })
      merchant.later(2 * HOUR)
      await merchant.post(`/admin/paycollect/intents/${id}/verify`)
      expect(await merchant.intent(reference)).toMatchObject({ reversed: "0" })
      const { rows } = await store.db.raw("select id from payment where captured_at is not null")
      const all = { amount: Number(amount) }
      expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, all)).status).toBe(200)
    })
  })

  it("money of a sum that cannot be read is charged no second time, and nobody says that nothing was charged", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    store.service.control.overrideVerify(reference, { amount: null })
    await guest.comeBack(reference)
    const status = await guest.status()
    expect(status).toMatchObject({ status: "waiting" })
    expect(status).not.toHaveProperty("charged")
    expect((await guest.tryToPay(CARD)).data).toMatchObject({ code: "paycollect_looked_up", charged: true })
    expect(store.calls("create_payment_intent")).toHaveLength(1)

    store.service.control.overrideVerify(reference)
    await merchant.advance(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  describe("late_payment: the cart changed while the customer paid", () => {
    it("makes no order, charges nothing more, and is payable anew once the merchant released the money", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      expect(await merchant.advance(reference)).toMatchObject({ status: "attention", reason: "late_payment" })
      const item = await merchant.oneItem(reference, "late_payment")
      expect(await guest.status()).toMatchObject({ status: "attention" })

      const refused = await guest.tryToPay()
      expect(refused.status).toBe(400)
      const { payment_number } = await merchant.intent(reference)
      expect(refused.data.message).toContain(
        `already paid with another amount (payment ${formatPaymentNumber(payment_number)})`
      )

      expect((await merchant.resolve(item, "Refunded by hand")).status).toBe(200)
      expect(await guest.status()).toMatchObject({ status: "none" })
      const anew = await guest.startPayment()
      merchant.pay(anew.merchant_reference)
      await guest.comeBack(anew.merchant_reference)
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.advance(reference)).toMatchObject({ status: "attention", reason: "closed" })
      expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }])
    })

    it("also when a session for the new amount waits already", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      const second = await guest.startPayment()
      merchant.pay(reference)
      await merchant.advance(reference)
      await merchant.oneItem(reference, "late_payment")
      expect(await guest.orders()).toEqual([])
      expect(await merchant.items(second.merchant_reference)).toEqual([])
    })

    it("also when the change was cut off and left as much of another currency to pay", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await store.db.raw("update cart set currency_code = 'eur' where id = ?", [guest.cartId])
      merchant.pay(reference)
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { message: expect.stringContaining("the amount to pay has changed") },
      })
      await merchant.advance(reference)
      await merchant.oneItem(reference, "late_payment")
      expect((await guest.tryToPay(CARD)).status).toBe(400)
      expect(await guest.orders()).toEqual([])
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })

    it("closes by itself when the cart is changed back and completed", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      await guest.changeQuantity(2)
      expect(await guest.startPayment()).toMatchObject({ merchant_reference: reference })
      expect((await guest.complete()).data.type).toBe("order")

      // A run that meets core still at work gives the row back for the next one.
      for (let run = 0; run < 3; run++) {
        merchant.later(4 * MINUTE)
        await merchant.reconcile()
      }
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "late_payment", status: "resolved", resolved_by: "paycollect" },
      ])
      expect(await guest.status()).toMatchObject({ status: "succeeded" })
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })
  })

  it("duplicate_payment: of two paid attempts one makes the order, the other one item", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const second = (await guest.startPayment(CARD)).merchant_reference
    expect(second).not.toBe(reference)
    merchant.pay(reference)
    merchant.pay(second)
    await guest.comeBack(reference)
    await guest.comeBack(second)

    expect(await guest.orders()).toHaveLength(1)
    expect(await merchant.items(reference)).toEqual([])
    await merchant.oneItem(second, "duplicate_payment")
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })
  })

  describe("paid_without_order: the store can make no order of the money", () => {
    it("tries three times by itself, then lists it; an order made later closes the item", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await setStock(0)
      merchant.pay(reference)
      expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=waiting")
      expect(await merchant.items(reference)).toEqual([])
      merchant.later(MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { waiting: 1 } })
      merchant.later(3 * MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ checked: 1, outcomes: { attention: 1 } })
      merchant.later(DAY)
      expect(await merchant.reconcile()).toMatchObject({ checked: 0 })

      const item = await merchant.oneItem(reference, "paid_without_order")
      expect(await guest.status()).toMatchObject({ status: "attention" })
      expect(await guest.orders()).toEqual([])
      const { rows } = await store.db.raw("select count(*) from capture")
      expect(rows).toEqual([{ count: "0" }])

      await setStock(1000)
      const { data } = await merchant.post(`/admin/paycollect/intents/${item.intent_id}/verify`)
      expect(data.result).toMatchObject({ status: "succeeded" })
      expect(await guest.orders()).toEqual([data.result.order_id])
      expect(await merchant.items(reference)).toMatchObject([
        { status: "resolved", resolved_by: "paycollect" },
      ])
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })

    it("lists at once what no second try can better: the cart is gone", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await store.db.raw("update cart set deleted_at = now() where id = ?", [guest.cartId])
      await merchant.advance(reference)
      await merchant.oneItem(reference, "paid_without_order")
    })

    it("is not used up by a customer who watches", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await setStock(0)
      merchant.pay(reference)
      await guest.comeBack(reference)
      for (let poll = 0; poll < 5; poll++) {
        merchant.later(4_000)
        await guest.status()
      }
      expect(await merchant.intent(reference)).toMatchObject({ advance_attempts: 1 })
    })
  })

  describe("an order that core committed before its process was killed", () => {
    /** Exactly what is left: order, links and completed_at, a session that nobody authorized (fact "Authorize and complete"). */
    const killed = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.configure({ pendingOrders: "place" })
      store.service.control.moveState(reference, "processing")
      expect((await guest.complete()).data.type).toBe("order")
      merchant.configure({ pendingOrders: "wait" })
      await store.db.raw("update payment_session set status = 'pending', authorized_at = null")
      await store.db.raw("update payment_collection set status = 'not_paid'")
      const [orderId] = await guest.orders()
      return { guest, reference, orderId: orderId! }
    }

    it("is captured when the money came", async () => {
      const { guest, reference, orderId } = await killed()
      merchant.pay(reference)
      merchant.later(MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
      const { amount } = await merchant.intent(reference)
      expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: amount })
      expect(await guest.orders()).toEqual([orderId])
    })

    it("order_without_payment: is canceled when nobody paid, and shown once", async () => {
      const { guest, reference, orderId } = await killed()
      merchant.later(MINUTE)
      await merchant.reconcile()
      expect(await merchant.items(reference)).toEqual([])
      merchant.later(3 * MINUTE)
      await merchant.reconcile()
      const { data } = await merchant.get(`/admin/orders/${orderId}`)
      expect(data.order.status).toBe("canceled")
      await merchant.oneItem(reference, "order_without_payment")

      merchant.pay(reference)
      await merchant.advance(reference)
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "order_without_payment" },
        { reason: "paid_after_cancel", status: "open" },
      ])
      expect(await guest.orders()).toEqual([orderId])
    })

    it("is canceled too when the service knows nothing of another attempt", async () => {
      const { guest, reference, orderId } = await killed()
      const { ledger } = merchant.paycollect()
      const other = { attempt: 2, merchant_reference: `${guest.cartId}-2` }
      expect(await ledger.insert({ ...(await merchant.intent(reference)), ...other }, MINUTE)).not.toBeNull()
      merchant.later(4 * MINUTE)
      await merchant.reconcile()
      const { data } = await merchant.get(`/admin/orders/${orderId}`)
      expect(data.order.status).toBe("canceled")
    })

    it("paid_after_cancel: the merchant cancels it, and core had booked the money back before", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      failAfterCapture(1)
      await guest.complete()
      expect(await merchant.history(reference)).toContain("voided_by_core")
      expect((await guest.complete()).data.type).toBe("order")
      const [orderId] = await guest.orders()
      // The second completion died before it took the payment, and somebody canceled what it left.
      await store.db.raw("delete from payment where canceled_at is null")
      await store.db.raw(`update "order" set status = 'canceled' where id = ?`, [orderId!])
      const { id } = await merchant.intent(reference)
      await merchant.paycollect().ledger.voidedByCore(id)
      expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
      await merchant.oneItem(reference, "paid_after_cancel")
    })

    it("is left alone while the service does not answer", async () => {
      const { reference, orderId } = await killed()
      merchant.later(4 * MINUTE)
      store.service.control.injectFault({
        operation: "verify_payment",
        kind: "status",
        status: 500,
        times: 3,
      })
      await merchant.reconcile()
      const { data } = await merchant.get(`/admin/orders/${orderId}`)
      expect(data.order.status).toBe("pending")
      expect(await merchant.items(reference)).toEqual([])
    })
  })

  it("unknown_outcome_expired: a create nobody ever heard of again is shown when the schedule ends", async () => {
    const guest = store.customer()
    await guest.fillCart()
    store.service.control.injectFault({
      operation: "create_payment_intent",
      kind: "drop_after_processing",
      times: 2,
    })
    expect((await guest.tryToPay()).status).toBe(503)
    const reference = `${guest.cartId}-1`
    expect(await merchant.intent(reference)).toMatchObject({ status: "unknown" })

    store.service.control.overrideVerify(reference, { status: null })
    merchant.later(8 * DAY)
    await merchant.reconcile()
    await merchant.oneItem(reference, "unknown_outcome_expired")
  })

  it.each([
    ["an order has it", []],
    ["a person is told of it", ["late_payment"]],
  ])("unknown_outcome_expired: ends where its money came after all, and %s", async (_, reasons) => {
    const { guest, reference } = await merchant.guestAtCheckout()
    store.service.control.overrideVerify(reference, { status: "pending" })
    merchant.later(8 * DAY)
    await merchant.reconcile()
    await merchant.oneItem(reference, "unknown_outcome_expired")
    if (reasons.length > 0) await guest.changeQuantity(5)
    store.service.control.overrideVerify(reference)
    merchant.pay(reference)
    await merchant.advance(reference)
    expect(await guest.orders()).toHaveLength(1 - reasons.length)
    const open = (await merchant.items(reference)).filter(({ status }) => status === "open")
    expect(open.map(({ reason }) => reason)).toEqual(reasons)
  })

  /** An event that came meanwhile has the job look once more a minute later. */
  const afterLookCalledFor = async () => {
    merchant.later(2 * MINUTE)
    await merchant.reconcile()
  }

  it("unknown_outcome_expired: so is a payment that the service opened and does not know any more", async () => {
    const { reference } = await merchant.guestAtCheckout()
    const forget = { operation: "verify_payment", kind: "status", status: 404, times: 50 } as const
    store.service.control.injectFault(forget)
    merchant.later(8 * DAY)
    await merchant.reconcile()
    expect(await merchant.items(reference)).toEqual([])
    merchant.later(3 * DAY)
    await merchant.reconcile()
    await merchant.oneItem(reference, "unknown_outcome_expired")
    await afterLookCalledFor()
    expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null })
  })

  it("unknown_outcome_expired: so is a payment whose last answer nobody understands", async () => {
    const { reference } = await merchant.guestAtCheckout()
    store.service.control.overrideVerify(reference, { status: "pending" })
    merchant.later(8 * DAY)
    await merchant.reconcile()
    await merchant.oneItem(reference, "unknown_outcome_expired")
    await afterLookCalledFor()
    expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null, request: null })
  })

  describe("resolving an item", () => {
    const discrepancy = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      store.service.control.overrideVerify(reference, { amount: "1" })
      await merchant.advance(reference)
      return { guest, reference, item: (await merchant.items(reference))[0]! }
    }

    it("keeps the note in the history, releases the money, and makes the cart payable anew", async () => {
      const { guest, reference, item } = await discrepancy()
      const { data } = await merchant.resolve(item, "Sent back by bank transfer")
      expect(data.intent.attention).toMatchObject([
        { status: "resolved", note: "Sent back by bank transfer" },
      ])
      expect(data.intent.events.at(-1)).toMatchObject({
        type: "attention_resolved",
        data: { note: "Sent back by bank transfer", by: expect.stringMatching(/^user_/) },
      })

      // The service corrects its answer too late: this money was dealt with.
      store.service.control.overrideVerify(reference)
      expect((await guest.complete()).data.type).toBe("cart")
      expect(await merchant.advance(reference)).toMatchObject({ reason: "closed" })
      expect(await guest.orders()).toEqual([])

      const anew = await guest.startPayment()
      merchant.pay(anew.merchant_reference)
      expect((await guest.complete()).data.type).toBe("order")
      expect(await merchant.items(reference)).toHaveLength(1)
    })

    it("of paid money leaves nothing that a complete could use", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await setStock(0)
      merchant.pay(reference)
      for (let tries = 0; tries < 3; tries++) await merchant.advance(reference)
      const [item] = await merchant.items(reference)
      expect((await merchant.resolve(item!, "Refunded")).status).toBe(200)
      await setStock(1000)
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { type: "payment_authorization_error" },
      })
      expect(await guest.orders()).toEqual([])
    })

    it.each([
      ["nothing", {}, ["attention_id", "note"]],
      ["an empty note", { attention_id: "pcatt_1", note: "  " }, ["note"]],
      ["a note that is no text", { attention_id: "pcatt_1", note: 5 }, ["note"]],
      ["a field nobody knows", { attention_id: "pcatt_1", note: "ok", amount: 5 }, ["amount"]],
    ])("refuses %s with the names of the fields", async (_, body, fields) => {
      const { item } = await discrepancy()
      const answer = await merchant.post(`/admin/paycollect/intents/${item.intent_id}/resolve`, body)
      expect(answer.status).toBe(400)
      for (const field of fields) expect(answer.data.message).toContain(field)
    })

    it("knows only open items of this payment, and only for a merchant", async () => {
      const { item } = await discrepancy()
      const other = await discrepancy()
      const path = `/admin/paycollect/intents/${item.intent_id}/resolve`
      const body = { attention_id: other.item.id, note: "wrong one", money: "kept" }
      expect((await merchant.post(path, body)).status).toBe(404)
      expect((await merchant.post("/admin/paycollect/intents/pcint_nobody/resolve", body)).status).toBe(404)
      expect((await store.api.post(path, body)).status).toBe(401)
      expect((await store.api.get("/admin/paycollect/intents")).status).toBe(401)
      expect((await store.api.get("/admin/paycollect/health")).status).toBe(401)
      expect(await merchant.items(other.reference)).toMatchObject([{ status: "open" }])

      expect((await merchant.resolve(item, "first")).status).toBe(200)
      expect((await merchant.resolve(item, "second")).status).toBe(404)
    })

    it("shows the list with its explanations and without anything about the customer", async () => {
      const { reference, item } = await discrepancy()
      await merchant.guestAtCheckout()
      const list = await merchant.get("/admin/paycollect/intents?needs_attention=true")
      expect(list.data).toMatchObject({
        count: 1,
        needs_attention_count: 1,
        intents: [{ merchant_reference: reference, attention: [{ id: item.id }] }],
      })
      const { data } = await merchant.get(`/admin/paycollect/intents/${item.intent_id}`)
      expect(data.intent.attention).toMatchObject([
        {
          explanation: {
            happened: expect.any(String),
            money: expect.any(String),
            action: expect.any(String),
          },
        },
      ])
      // Whose payment it is, the store's own record tells; nothing else does, and no phone.
      const shown = JSON.stringify([list.data, data]).replaceAll(
        /"customer_(email":"mireille@example.com|name":"Mireille \w+)"/g,
        ""
      )
      expect(shown).not.toMatch(/Mireille|mireille@|237670|client_secret|sk_test/)
    })
  })

  it("emits that a payment was applied, once", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await Promise.all([guest.comeBack(reference), guest.comeBack(reference)])
    await guest.comeBack(reference)
    const [order_id] = await guest.orders()
    expect(merchant.told("paycollect.intent.applied", reference)).toMatchObject([{ data: { order_id } }])
  })
}
