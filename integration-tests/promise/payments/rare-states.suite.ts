import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { failAfterCapture, leaveUnbooked, providerInCore } from "../../http/support/core"
import { holdNextCall } from "../../http/support/hold-call"
import { CARD, MOBILE_MONEY, type Customer } from "../../http/support/customer"
import { DAY, MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

export const rareStates: Suite = (store) => {
  const merchant = withMerchant(store)
  afterEach(() => {
    jest.restoreAllMocks()
    failAfterCapture(0)
  })
  const one = async (sql: string, bindings: string[] = []) =>
    (await store.db.raw(sql, bindings)).rows[0] as Record<string, string>
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const orderOf = async (id: string) =>
    (await merchant.get(`/admin/orders/${id}?fields=+summary,total,status,*payment_collections.payments`))
      .data.order
  /** A payment collection of an order, as the dashboard makes it for an outstanding amount; the customer gets a link to pay it. */
  const collectionOf = async (orderId: string) => {
    const { summary } = await orderOf(orderId)
    const { payment_collection } = await accepted("/admin/payment-collections", {
      order_id: orderId,
      amount: summary.pending_difference,
    })
    return payment_collection as { id: string; amount: number }
  }
  const startPayment = async (customer: Customer, collectionId: string) => {
    const { status, data } = await customer.send(
      "post",
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id: MOBILE_MONEY }
    )
    if (status !== 200) throw new Error(`no session: ${status} ${JSON.stringify(data)}`)
    return data.payment_collection.payment_sessions[0].data.merchant_reference as string
  }

  describe("a payment collection without a cart", () => {
    /** An order that was paid and then got one more article: something is left to pay. */
    const edited = async () => {
      const { guest, reference } = await merchant.guestAtCheckout({ quantity: 1 })
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [orderId] = await guest.orders()
      await accepted("/admin/order-edits", { order_id: orderId })
      const { id: variant_id } = await one("select id from product_variant where sku = 'COFFEE-250'")
      await accepted(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id, quantity: 2 }] })
      await accepted(`/admin/order-edits/${orderId}/confirm`)
      const { id, amount } = await collectionOf(orderId!)
      return { guest, orderId: orderId!, collectionId: id, amount }
    }
    /** What a merchant wrote down by telephone; nothing is paid. */
    const drafted = async () => {
      const { id: variant_id } = await one("select id from product_variant where sku = 'COFFEE-250'")
      const address = { first_name: "Mireille", last_name: "Essomba", phone: "670123456", country_code: "cm" }
      const { draft_order } = await accepted("/admin/draft-orders", {
        region_id: store.regionId("xaf"),
        email: "mireille@example.com",
        shipping_address: address,
        billing_address: address,
        items: [{ variant_id, quantity: 2 }],
        shipping_methods: [],
      })
      await accepted(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
      const { id, amount } = await collectionOf(draft_order.id)
      return { guest: store.customer(), orderId: draft_order.id as string, collectionId: id, amount }
    }

    describe.each([
      ["an order edit", edited],
      ["a draft order", drafted],
    ])("of %s", (_, make) => {
      it("is paid on the return link: captured once, and nothing is outstanding", async () => {
        const { guest, orderId, collectionId, amount } = await make()
        const reference = await startPayment(guest, collectionId)
        expect(reference).toBe(`${collectionId}-1`)
        expect(await merchant.intent(reference)).toMatchObject({ cart_id: null, amount: String(amount) })
        merchant.pay(reference)
        expect((await guest.comeBack(reference)).headers.location).toContain("paycollect_status=success")
        await guest.comeBack(reference)

        const { summary, payment_collections } = await orderOf(orderId)
        expect(summary.pending_difference).toBe(0)
        const { payments } = payment_collections.find(({ id }: { id: string }) => id === collectionId)
        expect(payments).toMatchObject([{ amount, captured_at: expect.any(String) }])
        expect(await merchant.history(reference)).toEqual(["created", "opened", "verified", "applied"])
        expect(await merchant.items(reference)).toEqual([])
      })

      it("is paid by the job alone, and never twice for a session that is made again", async () => {
        const { guest, orderId, collectionId } = await make()
        const reference = await startPayment(guest, collectionId)
        expect(await startPayment(guest, collectionId)).toBe(reference)
        merchant.pay(reference)
        merchant.later(MINUTE)
        await merchant.reconcile()
        expect((await orderOf(orderId)).summary.pending_difference).toBe(0)
        expect(await merchant.intent(reference)).toMatchObject({ applied_at: expect.anything() })
        expect(
          store.service.control.intents().filter((intent) => intent.merchant_reference === reference)
        ).toHaveLength(1)
      })

      it("paid_after_cancel: its order is canceled when the money comes", async () => {
        merchant.configure({ refunds: "manual" })
        const { guest, orderId, collectionId } = await make()
        const reference = await startPayment(guest, collectionId)
        await accepted(`/admin/orders/${orderId}/cancel`)
        merchant.pay(reference)
        await guest.comeBack(reference)
        await merchant.oneItem(reference, "paid_after_cancel")
        const { payment_collections } = await orderOf(orderId)
        const own = payment_collections.find(({ id }: { id: string }) => id === collectionId)
        expect(own?.payments ?? []).toEqual([])
        expect(await merchant.intent(reference)).toMatchObject({ applied_at: null })
      })

      it("is shown as paid also when the process died between its capture and the order's transaction", async () => {
        const { guest, orderId, collectionId } = await make()
        const reference = await startPayment(guest, collectionId)
        merchant.pay(reference)
        await guest.comeBack(reference)
        // What a kill between the two steps of core leaves behind.
        await store.db.raw(
          "update paycollect_intent set applied_at = null, next_step_at = created_at where merchant_reference = ?",
          [reference]
        )
        await store.db.raw(
          `delete from order_transaction where reference_id in (select c.id from capture c join payment p on p.id = c.payment_id where p.payment_collection_id = ?)`,
          [collectionId]
        )
        await store.db.raw(
          `update order_summary s set totals = totals || (
             select jsonb_object_agg(name, to_jsonb(value)) || jsonb_object_agg('raw_' || name, jsonb_build_object('value', value::text))
             from (values ('pending_difference', c.amount),
                          ('paid_total', (s.totals->>'paid_total')::numeric - c.amount),
                          ('transaction_total', (s.totals->>'transaction_total')::numeric - c.amount)) as t(name, value))
           from payment_collection c where c.id = ? and s.order_id = ? and s.deleted_at is null`,
          [collectionId, orderId]
        )
        expect((await orderOf(orderId)).summary.pending_difference).toBeGreaterThan(0)
        expect(await merchant.advance(reference)).toMatchObject({
          status: "waiting",
          reason: "core_is_recording",
        })

        merchant.later(2 * MINUTE)
        await merchant.reconcile()
        expect((await orderOf(orderId)).summary.pending_difference).toBe(0)
        expect(await merchant.intent(reference)).toMatchObject({ applied_at: expect.anything() })
        expect(
          await one(
            "select count(*) from capture c join payment p on p.id = c.payment_id where p.payment_collection_id = ?",
            [collectionId]
          )
        ).toEqual({ count: "1" })
        expect(await merchant.items(reference)).toEqual([])
      })

      it("late_payment: its collection is gone when the money comes", async () => {
        const { guest, collectionId } = await make()
        const reference = await startPayment(guest, collectionId)
        await store.db.raw("update payment_session set deleted_at = now() where payment_collection_id = ?", [
          collectionId,
        ])
        await store.db.raw("update payment_collection set deleted_at = now() where id = ?", [collectionId])
        merchant.pay(reference)
        await merchant.advance(reference)
        await merchant.oneItem(reference, "late_payment")
      })
    })
  })

  describe("a tab that was left open", () => {
    it.each([
      ["cart was deleted", "update cart set deleted_at = now() where id = ?"],
      [
        "order was canceled",
        `update "order" set status = 'canceled' where id in (select order_id from order_cart where cart_id = ?)`,
      ],
    ])("starts no payment when its %s meanwhile: that money would buy nothing", async (_, sql) => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference: reference } = await guest.startPayment()
      if (sql.includes("order_cart")) {
        store.service.control.moveState(reference, "processing")
        merchant.configure({ pendingOrders: "place" })
        expect((await guest.complete()).data).toMatchObject({ type: "order" })
      }
      await store.db.raw(sql, [guest.cartId])
      const path = `/store/payment-collections/${guest.collectionId}/payment-sessions`
      const { status, data } = await guest.send("post", path, { provider_id: CARD })
      expect(status).toBe(400)
      expect(data.message).toContain("There is nothing to pay here")
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })
  })

  describe("the region's provider is switched off while a payment is open", () => {
    const switchOff = async () =>
      await accepted(`/admin/regions/${store.regionId("xaf")}`, { payment_providers: ["pp_system_default"] })

    const open = async () => await merchant.guestAtCheckout()
    const withoutSession = async () => {
      const opened = await open()
      await opened.guest.changeQuantity(5)
      await opened.guest.changeQuantity(2)
      return opened
    }

    it.each([
      ["its session is there: core completes no cart by a provider that is off", open],
      ["its session is gone: core makes no new one", withoutSession],
    ])("paid_without_order, %s; switched on again, the money becomes the order", async (_, start) => {
      const { guest, reference } = await start()
      await switchOff()
      merchant.pay(reference)
      for (let run = 0; run < 3; run++) {
        merchant.later(3 * MINUTE)
        await merchant.reconcile()
      }
      expect(await guest.orders()).toEqual([])
      const item = await merchant.oneItem(reference, "paid_without_order")

      await accepted(`/admin/regions/${store.regionId("xaf")}`, { payment_providers: [MOBILE_MONEY] })
      await merchant.post(`/admin/paycollect/intents/${item.intent_id}/verify`)
      const [orderId] = await guest.orders()
      const { amount } = await merchant.intent(reference)
      expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })
      expect(await merchant.items(reference)).toMatchObject([
        { status: "resolved", resolved_by: "paycollect" },
      ])
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })
  })

  describe("a completion that stands still until its leases and core's lock are over", () => {
    it.each([
      ["before it writes the order", Modules.ORDER, "createOrders"],
      ["before it links the order", ContainerRegistrationKeys.LINK, "create"],
      ["before it asks whether it is paid", Modules.PAYMENT, "authorizePaymentSession"],
    ])("%s: another process makes the one order meanwhile", async (_, service, method) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { cart_id, amount } = await merchant.intent(reference)
      const held = holdNextCall(store.container().resolve<object>(service), method)
      const stands = merchant.advance(reference)
      await Promise.race([held.reached, stands])
      await store.container().resolve(Modules.LOCKING).release(cart_id!)
      merchant.later(5 * MINUTE)
      const { order_id } = await merchant.advance(reference)
      held.go()
      await stands
      merchant.later(5 * MINUTE)
      await merchant.reconcile()

      const { rows } = await store.db.raw(`select id from "order" where deleted_at is null`)
      expect([rows, await guest.orders()]).toEqual([[{ id: order_id }], [order_id]])
      expect(await store.moneyOf(order_id!)).toMatchObject({
        ...{ payment_status: "captured", captured: amount, refunded: "0" },
      })
      expect((await orderOf(order_id!)).summary.pending_difference).toBe(0)
      expect(await merchant.items(reference)).toEqual([])
    })
  })

  describe("an order that core had not finished when its process was killed", () => {
    /** A paid order of which something is missing that core writes last, as the job finds it afterwards. */
    const unfinished = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [orderId] = await guest.orders()
      await leaveUnbooked(store, orderId!)
      const { amount } = await merchant.intent(reference)
      expect((await orderOf(orderId!)).summary.pending_difference).toBe(Number(amount))
      return { guest, orderId: orderId!, amount }
    }

    it("it was paid, but is shown as outstanding: the transaction is added, once", async () => {
      const { orderId, amount } = await unfinished()
      await Promise.all([merchant.reconcile(), merchant.reconcile()])
      expect((await orderOf(orderId)).summary.pending_difference).toBe(0)
      await store.db.raw("update paycollect_intent set applied_at = null, next_step_at = created_at")
      await merchant.reconcile()
      const booked = await store
        .container()
        .resolve(Modules.ORDER)
        .listOrderTransactions({ order_id: orderId })
      expect(booked.map((transaction) => Number(transaction.amount))).toEqual([Number(amount)])
    })

    it("its payment was booked on it a second time, by a process that had stood still: one stays", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [order_id] = await guest.orders()
      const orders = store.container().resolve(Modules.ORDER)
      const booked = async () => await orders.listOrderTransactions({ order_id: order_id! })
      const { amount, reference_id } = (await booked())[0]!
      await orders.addOrderTransactions([
        { order_id: order_id!, amount, currency_code: "xaf", reference: "capture", reference_id },
      ])
      expect((await orderOf(order_id!)).summary.pending_difference).toBe(-Number(amount))
      await merchant.reconcile()
      expect(await merchant.items(reference)).toEqual([])
      merchant.later(5 * MINUTE)
      await merchant.reconcile()
      expect((await booked()).map((each) => each.reference_id)).toEqual([reference_id])
      expect((await orderOf(order_id!)).summary.pending_difference).toBe(0)
      expect(await store.moneyOf(order_id!)).toMatchObject({
        payment_status: "captured",
        captured: String(amount),
      })
    })

    it("it was not linked with its payments: it is, and shows them", async () => {
      const { guest, orderId, amount } = await unfinished()
      const [collection] = (await orderOf(orderId)).payment_collections
      await store
        .container()
        .resolve(ContainerRegistrationKeys.LINK)
        .dismiss({
          [Modules.ORDER]: { order_id: orderId },
          [Modules.PAYMENT]: { payment_collection_id: collection.id },
        })
      await merchant.reconcile()
      expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured", captured: amount })
      expect((await orderOf(orderId)).summary.pending_difference).toBe(0)
      expect(await guest.orders()).toEqual([orderId])
    })

    it.each([
      ["two minutes", "core told our provider of it", 2 * MINUTE],
      ["a day", "it told nobody", DAY],
    ])(
      "it was taking it back, after it had stood still and another process had applied the money: made anew after %s where %s",
      async (_, how, ms) => {
        const { guest, reference } = await merchant.guestAtCheckout()
        merchant.pay(reference)
        await guest.comeBack(reference)
        const [orderId] = await guest.orders()
        const [collection] = (await orderOf(orderId!)).payment_collections
        const provider = providerInCore(store)
        if (how.startsWith("core told")) await provider.cancelPayment({ data: collection.payments[0].data })
        const link = store.container().resolve(ContainerRegistrationKeys.LINK)
        await link.dismiss([
          { [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: guest.cartId } },
          {
            [Modules.ORDER]: { order_id: orderId },
            [Modules.PAYMENT]: { payment_collection_id: collection.id },
          },
        ])
        await store.container().resolve(Modules.ORDER).deleteOrders([orderId!])
        await store.db.raw("update cart set completed_at = null where id = ?", [guest.cartId])

        for (const passed of [ms, 4 * MINUTE, 4 * MINUTE]) {
          merchant.later(passed)
          await merchant.reconcile()
        }
        const [again, ...more] = await guest.orders()
        expect([again === orderId, more]).toEqual([false, []])
        const { amount, order_id } = await merchant.intent(reference)
        expect(order_id).toBe(again)
        expect(await store.moneyOf(again!)).toMatchObject({ payment_status: "captured", captured: amount })
        expect((await orderOf(again!)).summary.pending_difference).toBe(0)
        expect(await merchant.items(reference)).toEqual([])
      }
    )

    it.each([
      ["complete", "its old session"],
      ["job", "its old session"],
      ["complete", "a new session"],
      ["job", "a new session"],
    ])(
      "it was taking it back, the payment canceled and not returned: made by the %s with %s",
      async (way, session) => {
        const { guest, reference } = await merchant.guestAtCheckout()
        merchant.pay(reference)
        failAfterCapture(1)
        jest.spyOn(providerInCore(store), "refundPayment").mockRejectedValueOnce(new Error("killed"))
        expect((await guest.complete()).data.type).not.toBe("order")
        const { rows } = await store.db.raw("select canceled_at, captured_at from payment")
        expect(rows).toEqual([{ canceled_at: expect.anything(), captured_at: expect.anything() }])

        // After a refund that only failed core goes on and makes a new session; a killed process leaves the old one as it was.
        if (session === "its old session")
          await store.db.raw(
            "update payment_session set id = (select payment_session_id from payment), status = 'authorized', authorized_at = now()"
          )

        if (way === "complete") expect((await guest.complete()).data.type).toBe("order")
        // Twice: what the end of the complete marks as due may be marked a moment after the first run.
        for (let run = 0; run < 2; run++) {
          merchant.later(4 * MINUTE)
          await merchant.reconcile()
        }
        const [orderId] = await guest.orders()
        const { amount, applied_at } = await merchant.intent(reference)
        expect(applied_at).not.toBeNull()
        // The canceled payment stays beside the one that core made anew, and its capture with it.
        if (session === "its old session")
          expect(await store.moneyOf(orderId!)).toMatchObject({ captured: amount, total: amount })
        const booked = await store
          .container()
          .resolve(Modules.ORDER)
          .listOrderTransactions({ order_id: orderId! })
        expect(booked.map((transaction) => Number(transaction.amount))).toEqual([Number(amount)])
        expect((await orderOf(orderId!)).summary.pending_difference).toBe(0)
        expect(await merchant.items(reference)).toEqual([])
      }
    )
  })
}
