import { failAfterCapture } from "../../http/support/core"
import { CARD, MOBILE_MONEY, type Customer } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type Suite } from "../../http/support/suites"

export const reuse: Suite = (store) => {
  const merchant = withMerchant(store)
  const creates = () => store.calls("create_payment_intent").length
  /** Remembers the live sessions as they are; what it returns writes them again after core deleted them. */
  const sessionsOf = async (guest: Customer) => {
    const { rows } = await store.db.raw(
      "select row_to_json(payment_session) as row from payment_session where payment_collection_id = ?",
      [guest.collectionId]
    )
    return async () => {
      for (const { row } of rows as { row: object }[])
        await store.db.raw(
          "insert into payment_session select * from json_populate_record(null::payment_session, ?::json)",
          [JSON.stringify(row)]
        )
    }
  }

  it("finds the paid intent of a session that a changed cart deleted, and charges nothing more", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    await guest.changeQuantity(2)
    expect((await guest.cart()).payment_collection.payment_sessions).toEqual([])
    merchant.pay(reference)
    merchant.later(20_000)

    expect(await guest.startPayment()).toMatchObject({ merchant_reference: reference, status: "succeeded" })
    expect((await guest.complete()).data.type).toBe("order")
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })
    expect(creates()).toBe(1)
  })

  it("makes the order of a paid intent whose session is gone, by the return link alone", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    await guest.changeQuantity(2)
    merchant.pay(reference)
    expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
    expect(await guest.orders()).toHaveLength(1)
    expect(creates()).toBe(1)
  })

  it("leads who opens the link of a declined payment to wait while the order of money that came is being made", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const { merchant_reference: declined } = await guest.startPayment(CARD)
    store.service.control.moveState(declined, "failed", { webhook: false })
    expect((await guest.comeBack(declined)).headers.location).toContain("paycollect_status=failed")
    merchant.pay(reference)
    failAfterCapture(1)
    await merchant.advance(reference)
    expect((await guest.comeBack(declined)).headers.location).toContain("paycollect_status=waiting")
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect((await guest.comeBack(declined)).headers.location).toContain("paycollect_status=success")
  })

  it("two tabs share one intent, and one payment in either makes the one order of both", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    expect(await guest.startPayment()).toMatchObject({ merchant_reference: reference })
    merchant.pay(reference)
    const [back, completed] = await Promise.all([guest.comeBack(reference), guest.complete()])
    expect(back.status).toBe(303)
    expect(completed.status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
    expect(creates()).toBe(1)
  })

  it("method switched, but paid by the first one: that money makes the order, the second attempt none", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const { merchant_reference: second } = await guest.startPayment(CARD)
    expect(second).toBe(`${guest.cartId}-2`)
    merchant.pay(reference)

    expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
    expect((await guest.complete()).data.type).toBe("order")
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })

    store.service.control.moveState(second, "canceled")
    expect(await merchant.advance(second)).toMatchObject({ status: "failed" })
    expect(await merchant.items(second)).toEqual([])
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured" })
  })

  it("two sessions left alive by two tabs, both paid: one pays the order, the other is a duplicate", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const bringBack = await sessionsOf(guest)
    const second = (await guest.startPayment(CARD)).merchant_reference
    // Two tabs that start at once each delete only the sessions they saw before: this is what they leave behind.
    await bringBack()
    expect((await guest.cart()).payment_collection.payment_sessions).toHaveLength(2)
    merchant.pay(reference)
    merchant.pay(second)
    merchant.later(2 * MINUTE)
    await merchant.reconcile()

    const [orderId, ...more] = await guest.orders()
    expect(more).toEqual([])
    const { total, captured } = await store.moneyOf(orderId!)
    expect(captured).toBe(total)
    const items = [...(await merchant.items(reference)), ...(await merchant.items(second))]
    expect(items).toMatchObject([{ reason: "duplicate_payment", status: "open" }])
  })

  it("a second payment of an order whose first payment the merchant gave back is the customer's, not the order's", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest, reference } = await merchant.guestAtCheckout()
    const bringBack = await sessionsOf(guest)
    const second = (await guest.startPayment(CARD)).merchant_reference
    await bringBack()
    merchant.pay(second)
    expect(await merchant.advance(second)).toMatchObject({ status: "succeeded" })
    const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
      second,
    ])
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`)).status).toBe(200)

    merchant.pay(reference)
    expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
    expect(await merchant.items(reference)).toMatchObject([{ reason: "duplicate_payment", status: "open" }])
  })

  it("method switched after the payment: the money is reused, nothing is created", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    merchant.later(20_000)
    expect(await guest.startPayment(CARD)).toMatchObject({ merchant_reference: reference })
    expect((await guest.complete()).data.type).toBe("order")
    expect(creates()).toBe(1)
  })

  it("is never lent to another cart of the same amount", async () => {
    const { reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await merchant.paycollect().verifier.verify(await merchant.intent(reference), { by: "status" })
    const other = await merchant.guestAtCheckout()
    expect(other.reference).toBe(`${other.guest.cartId}-1`)
    expect((await other.guest.complete()).data.type).toBe("cart")
    expect(await other.guest.orders()).toEqual([])
  })

  it("a completion that fails while another process takes its order for one that stands: what was bought is known", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const { purchase } = await merchant.intent(reference)
    merchant.pay(reference)
    failAfterCapture(1)
    const { ledger } = merchant.paycollect()
    const voids = ledger.voidedByCore.bind(ledger)
    jest.spyOn(ledger, "voidedByCore").mockImplementationOnce(async (id) => {
      expect(await ledger.applied(id, "order_that_core_takes_back", { by: "job" })).not.toBeNull()
      return await voids(id)
    })
    await guest.complete()
    expect(await guest.orders()).toEqual([])
    await guest.changeQuantity(5)
    expect(await merchant.advance(reference)).toMatchObject({ reason: "late_payment" })
    expect(await merchant.intent(reference)).toMatchObject({ applied_at: null, purchase })
  })

  it.each(["off", "manual", "api"] as const)(
    "a completion that fails after the capture keeps the money: the next one makes the order of it (refunds %s)",
    async (refunds) => {
      merchant.configure({ refunds })
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      failAfterCapture(1)
      const failed = await guest.complete()
      expect(failed.data.type).not.toBe("order")
      expect(await guest.orders()).toEqual([])
      expect(await merchant.history(reference)).toContain("voided_by_core")
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "0", outcome: "paid" })

      merchant.later(MINUTE)
      expect(await merchant.reconcile()).toMatchObject({ outcomes: { succeeded: 1 } })
      const [orderId] = await guest.orders()
      const { amount } = await merchant.intent(reference)
      expect(await store.moneyOf(orderId!)).toMatchObject({ total: amount })
      expect((await guest.complete()).data).toMatchObject({ type: "order", order: { id: orderId } })
      expect(await merchant.items(reference)).toEqual([])
      expect(creates()).toBe(1)
      expect(store.calls("create_refund")).toEqual([])
      const { data } = await merchant.get(`/admin/orders/${orderId}?fields=+summary`)
      expect(data.order.summary.pending_difference).toBe(0)
    }
  )

  it("two attempts paid at once make one order and one duplicate, whoever advances first", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const { merchant_reference: second } = await guest.startPayment(CARD)
    for (const paid of [reference, second]) merchant.pay(paid)
    await Promise.all([reference, second, reference, second].map((paid) => guest.comeBack(paid)))
    merchant.later(4 * MINUTE)
    await merchant.reconcile()

    expect(await guest.orders()).toHaveLength(1)
    const items = [...(await merchant.items(reference)), ...(await merchant.items(second))]
    expect(items).toMatchObject([{ reason: "duplicate_payment", status: "open" }])
    const { rows } = await store.db.raw("select count(*) from capture")
    expect(rows).toEqual([{ count: "1" }])
  })

  // Three times: where one query reached payments by two ways, one cart in six seemed to have none.
  it.each([1, 2, 3])(
    "a tab that was left open starts no second payment of a cart that is an order already (%i)",
    async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const answer = await guest.send(
        "post",
        `/store/payment-collections/${guest.collectionId}/payment-sessions`,
        {
          provider_id: CARD,
        }
      )
      expect(answer.status).toBe(400)
      expect(answer.data.message).toContain("paid already")
      expect(creates()).toBe(1)
    }
  )

  describe("a tab that was left open over what is paid leaves collection, session and payment as they are:", () => {
    const books = async ({ collectionId }: Customer) => {
      const read = async (sql: string) =>
        (await store.db.raw(`select to_jsonb(x) as row from ${sql} order by 1`, [collectionId])).rows
      return {
        collection: await read("payment_collection x where id = ?"),
        sessions: await read("payment_session x where payment_collection_id = ?"),
        payments: await read("payment x where payment_collection_id = ?"),
      }
    }
    const startIn = async (guest: Customer, provider_id: string) =>
      await guest.send("post", `/store/payment-collections/${guest.collectionId}/payment-sessions`, {
        provider_id,
      })
    const ordered = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      return { guest, reference }
    }

    it.each([MOBILE_MONEY, CARD, "pp_system_default"])("a start of %s", async (provider) => {
      const { guest, reference } = await ordered()
      const before = await books(guest)
      const { status, data } = await startIn(guest, provider)
      expect(await books(guest)).toEqual(before)
      expect([status, data.code]).toEqual([400, "paycollect_paid_already"])
      expect(data.message).toContain(formatPaymentNumber((await merchant.intent(reference)).payment_number))
      expect(data.charged).toBe(true)
      expect(creates()).toBe(1)
    })

    it.each([MOBILE_MONEY, "pp_system_default"])("of an order that was canceled, by %s", async (provider) => {
      merchant.configure({ refunds: "manual" })
      const { guest } = await ordered()
      const [orderId] = await guest.orders()
      expect((await merchant.post(`/admin/orders/${orderId}/cancel`)).status).toBe(200)
      const before = await books(guest)
      const { status, data } = await startIn(guest, provider)
      expect(await books(guest)).toEqual(before)
      expect([status, data.message]).toEqual([400, expect.stringContaining("nothing to pay here")])
    })

    it("where core authorized it and did not live to make the order", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const payments = store.container().resolve("payment")
      const [session] = await payments.listPaymentSessions({ payment_collection_id: guest.collectionId })
      await payments.authorizePaymentSession(session!.id, {})
      const before = await books(guest)
      expect((await startIn(guest, CARD)).data.code).toBe("paycollect_paid_already")
      expect(await books(guest)).toEqual(before)
      await guest.comeBack(reference)
      const [orderId, ...more] = await guest.orders()
      expect(more).toEqual([])
      expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured" })
    })

    it("and where nothing was paid with us core judges another provider", async () => {
      const { guest } = await merchant.guestAtCheckout()
      const { message } = (await startIn(guest, "pp_system_default")).data
      expect(message).toContain("not enabled in the cart's region")
    })
  })

  it("an item is not resolved while its payment is being applied", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(3)
    merchant.pay(reference)
    await merchant.advance(reference)
    const [item] = await merchant.items(reference)
    const { ledger } = merchant.paycollect()
    const release = await ledger.hold([guest.cartId])
    expect((await merchant.resolve(item!, "refunded")).status).toBe(400)
    expect(await merchant.items(reference)).toMatchObject([{ status: "open" }])
    await release!()
    expect((await merchant.resolve(item!, "refunded")).status).toBe(200)
  })

  it("an item is not resolved while nobody knows what became of a try that was cut off", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(3)
    merchant.pay(reference)
    await merchant.advance(reference)
    const [item] = await merchant.items(reference)
    // What a killed process leaves: due, and no lease any more.
    const { ledger } = merchant.paycollect()
    await ledger.scheduleBy(item!.intent_id, Date.now())
    const refusal = await merchant.resolve(item!, "refunded")
    expect(refusal).toMatchObject({ status: 400, data: { message: expect.stringContaining("Check now") } })
    expect(await merchant.items(reference)).toMatchObject([{ status: "open" }])
    await merchant.advance(reference)
    expect((await merchant.resolve(item!, "refunded")).status).toBe(200)
  })
}
