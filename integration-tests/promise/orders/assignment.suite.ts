import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { failAfterCapture } from "../../http/support/core"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { type Suite } from "../../http/support/suites"

export const assignment: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  afterEach(() => failAfterCapture(0))

  const one = async (sql: string, bindings: (string | number)[] = []) =>
    (await store.db.raw(sql, bindings)).rows as Record<string, never>[]
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const orderOf = async (id: string) =>
    (
      await merchant.get(
        `/admin/orders/${id}?fields=+summary,total,status,payment_status,*payment_collections.payments,*payment_collections.payment_sessions`
      )
    ).data.order

  /** What it still asks for, in whole francs. */
  const owed = async (id: string) => Math.round((await orderOf(id)).summary.pending_difference)

  const openItem = async (reference: string, reason: string) =>
    expect(await merchant.items(reference)).toMatchObject([{ reason, status: "open" }])

  /** Of the customer that the carts are of, too. */
  const phoneOrder = async (
    price: number,
    { convert = true, currency }: { convert?: boolean; currency?: "xaf" | "xof" } = {}
  ) => {
    const of = { currency, email: "mireille@example.com" }
    return await (convert ? desk.byTelephone(price, of) : desk.draft(price, of))
  }
  const book = async (id: string, order_id: string) =>
    await merchant.post(`/admin/paycollect/intents/${id}/assign`, { order_id })
  const paymentsOf = async (reference: string) =>
    await one(
      "select p.id, p.payment_collection_id, p.captured_at from payment p where p.data->>'merchant_reference' = ? and p.deleted_at is null",
      [reference]
    )
  const charges = () => store.calls("create_payment_intent").length

  it("gives late money to another order: captured once, under our provider, without a new charge; the item closes", async () => {
    const { reference, id, amount } = await desk.lateMoney()
    const orderId = await phoneOrder(amount)
    const before = charges()

    const { status, data } = await book(id, orderId)
    expect([status, data.result]).toEqual([
      200,
      { status: "succeeded", reason: null, cart_id: expect.any(String), order_id: orderId },
    ])
    expect(data.intent).toMatchObject({ order_id: orderId, assigned_order_id: orderId })

    const order = await orderOf(orderId)
    expect(order).toMatchObject({ payment_status: "captured" })
    expect(await owed(orderId)).toBe(0)
    expect(order.payment_collections).toHaveLength(1)
    const [collection] = order.payment_collections
    expect(collection).toMatchObject({
      status: "completed",
      amount,
      payments: [{ amount, provider_id: MOBILE_MONEY, captured_at: expect.any(String) }],
      payment_sessions: [{ data: { merchant_reference: reference, checkout_url: null } }],
    })
    expect(await paymentsOf(reference)).toHaveLength(1)
    expect(charges()).toBe(before)
    expect(await merchant.items(reference)).toMatchObject([
      { status: "resolved", resolved_by: "paycollect", note: "The payment was booked on an order." },
    ])
    expect(await merchant.history(reference)).toEqual(
      expect.arrayContaining(["assignment_begun", "attention_resolved", "applied"])
    )
    expect(await merchant.intent(reference)).toMatchObject({ next_step_at: null, closed_at: null })
    expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded", order_id: orderId })
  })

  it("has the old cart pay anew, and neither reuses the money nor blocks its customer with it", async () => {
    const { guest, reference, id, amount } = await desk.lateMoney()
    await book(id, await phoneOrder(amount))
    expect(await guest.status()).toMatchObject({ status: "none" })
    await guest.changeQuantity(2)
    const anew = (await guest.startPayment()).merchant_reference
    expect(anew).not.toBe(reference)
    expect((await guest.complete()).data.type).toBe("cart")
    merchant.pay(anew)
    await merchant.advance(anew)
    expect(await guest.orders()).toHaveLength(1)
    expect(await paymentsOf(reference)).toHaveLength(1)
    expect(await merchant.items(anew)).toEqual([])
  })

  it("gives the second of two payments to another order, and leaves the first one's as it is", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    const second = (await guest.startPayment(CARD)).merchant_reference
    for (const each of [reference, second]) merchant.pay(each)
    for (const each of [reference, second]) await guest.comeBack(each)
    const { id, amount } = await merchant.intent(second)
    const orderId = await phoneOrder(Number(amount) + 500)
    expect((await book(id, orderId)).status).toBe(200)
    expect(await owed(orderId)).toBe(500)
    const [own] = await guest.orders()
    expect(await orderOf(own!)).toMatchObject({ payment_status: "captured" })
    expect(await merchant.intent(reference)).toMatchObject({ order_id: own })
  })

  it("sends a later refund of that order to the service, and all of it when the order is canceled", async () => {
    merchant.configure({ refunds: "api" })
    const { reference, id, amount } = await desk.lateMoney()
    const orderId = await phoneOrder(amount)
    await book(id, orderId)
    const [payment] = await paymentsOf(reference)
    await accepted(`/admin/payments/${payment!.id}/refund`, { amount: 100 })
    expect(await merchant.intent(reference)).toMatchObject({ refunded: "100" })
    await accepted(`/admin/orders/${orderId}/cancel`)
    expect(await merchant.intent(reference)).toMatchObject({ refunded: String(amount) })
    expect(store.calls("create_refund")).toHaveLength(2)
    const atService = store.service.control
      .intents()
      .find(({ merchant_reference }) => merchant_reference === reference)
    expect(atService).toMatchObject({ refunded: String(amount) })
  })

  describe("of several at once", () => {
    it("a double click books once, and both are answered with the order", async () => {
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await phoneOrder(amount * 2)
      const answers = await Promise.all([book(id, orderId), book(id, orderId), book(id, orderId)])
      expect(answers.map(({ status, data }) => [status, data.result?.order_id])).toEqual(
        answers.map(() => [200, orderId])
      )
      expect(await paymentsOf(reference)).toHaveLength(1)
      expect(await owed(orderId)).toBe(amount)
    })

    it("two employees with two orders: one of them has it, the other one reads why not", async () => {
      const { reference, id, amount } = await desk.lateMoney()
      const orders = [await phoneOrder(amount), await phoneOrder(amount)]
      const answers = await Promise.all(orders.map((orderId) => book(id, orderId)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)!.data).toMatchObject({
        code: "paycollect_assignment_assigned",
      })
      expect(await paymentsOf(reference)).toHaveLength(1)
      const left = await Promise.all(orders.map(owed))
      expect(left.sort((a, b) => a - b)).toEqual([0, amount])
    })

    it("two payments for one order that owes one of them: it is not paid twice", async () => {
      const [first, second] = [await desk.lateMoney(), await desk.lateMoney()]
      const orderId = await phoneOrder(first.amount)
      const answers = await Promise.all([book(first.id, orderId), book(second.id, orderId)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(["owes_less", "busy", "in_progress"].map((code) => `paycollect_assignment_${code}`)).toContain(
        answers.find(({ status }) => status === 400)!.data.code
      )
      expect(await owed(orderId)).toBe(0)
    })

    it("a refund and a booking: one of them has the money, and the other one reads why not", async () => {
      merchant.configure({ refunds: "manual" })
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await phoneOrder(amount)
      const [booked, sent] = await Promise.all([
        book(id, orderId),
        merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "other" }),
      ])
      expect([booked.status, sent.status].sort()).toEqual([200, 400])
      const { refunded } = await merchant.intent(reference)
      const isBooked = booked.status === 200
      expect([refunded, await owed(orderId)]).toEqual(isBooked ? ["0", 0] : [String(amount), amount])
      expect(await paymentsOf(reference)).toHaveLength(isBooked ? 1 : 0)
      expect((isBooked ? sent : booked).data.code).toMatch(/^paycollect_(refund|assignment)_/)
    })

    it("a cancel and a booking: the order is canceled without the money, or with all of it back", async () => {
      merchant.configure({ refunds: "manual" })
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await phoneOrder(amount)
      const [booked] = await Promise.all([
        book(id, orderId),
        merchant.post(`/admin/orders/${orderId}/cancel`),
      ])
      const { refunded, assigned_order_id } = await merchant.intent(reference)
      expect((await orderOf(orderId)).status).toBe("canceled")
      if (booked.status === 200) expect([refunded, assigned_order_id]).toEqual([String(amount), orderId])
      else {
        expect([booked.status, booked.data.code]).toEqual([400, "paycollect_assignment_canceled"])
        expect([refunded, assigned_order_id]).toEqual(["0", null])
        await openItem(reference, "late_payment")
      }
    })
  })

  describe("is refused, and nothing changes, for", () => {
    const refused = async (
      code: string,
      prepare: (money: Awaited<ReturnType<typeof desk.lateMoney>>) => Promise<string>,
      status = 400
    ) => {
      const money = await desk.lateMoney()
      const orderId = await prepare(money)
      const before = await merchant.intent(money.reference)
      const answer = await book(money.id, orderId)
      expect([answer.status, answer.data.code]).toEqual([status, `paycollect_assignment_${code}`])
      expect(answer.data.message).toContain("Nothing was booked")
      expect(await merchant.intent(money.reference)).toEqual({
        ...before,
        advance_lease_until: null,
        updated_at: expect.anything(),
      })
      expect(await paymentsOf(money.reference)).toEqual([])
      expect(await one("select id from paycollect_state where id like 'advancing%'")).toEqual([])
      return money
    }

    it("an order that owes less", async () => {
      await refused("owes_less", ({ amount }) => phoneOrder(amount - 1))
    })
    it("an order whose payment is authorized, and waits for its capture", async () => {
      await refused("owes_less", async ({ amount }) => {
        const orderId = await phoneOrder(amount)
        const { payment_collection } = await accepted("/admin/payment-collections", {
          order_id: orderId,
          amount,
        })
        const session = await store
          .container()
          .resolve("payment")
          .createPaymentSession(payment_collection.id, {
            provider_id: "pp_system_default",
            currency_code: "xaf",
            amount,
            data: {},
          })
        await store.container().resolve("payment").authorizePaymentSession(session.id, {})
        return orderId
      })
    })
    it("a canceled order", async () => {
      await refused("canceled", async ({ amount }) => {
        const orderId = await phoneOrder(amount)
        await accepted(`/admin/orders/${orderId}/cancel`)
        return orderId
      })
    })
    it("a draft", async () => {
      await refused("draft", ({ amount }) => phoneOrder(amount, { convert: false }))
    })
    it("an order in another currency", async () => {
      await refused("other_currency", ({ amount }) => phoneOrder(amount, { currency: "xof" }))
    })
    it("an order that is being changed", async () => {
      await refused("open_change", async ({ amount }) => {
        const orderId = await phoneOrder(amount)
        await accepted("/admin/order-edits", { order_id: orderId })
        return orderId
      })
    })
    it("an order that is not there", async () => {
      await refused("no_order", () => Promise.resolve("order_nobody"), 404)
    })

    it("money that has no open item, or one of another kind", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const { id, amount } = await merchant.intent(reference)
      const orderId = await phoneOrder(Number(amount))
      const answer = await book(id, orderId)
      expect([answer.status, answer.data.code]).toEqual([400, "paycollect_assignment_no_item"])
      expect((await book("pcint_nobody", orderId)).status).toBe(404)
      expect((await merchant.post(`/admin/paycollect/intents/${id}/assign`, {})).status).toBe(400)
    })

    it("money of which a part went back", async () => {
      merchant.configure({ refunds: "manual" })
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await phoneOrder(amount)
      await accepted(`/admin/paycollect/intents/${id}/refund`, { reason: "other", amount: 1 })
      const answer = await book(id, orderId)
      expect([answer.status, answer.data.code]).toEqual([400, "paycollect_assignment_refunded"])
      expect([await paymentsOf(reference), await owed(orderId)]).toEqual([[], amount])
    })

    it("money that a person dealt with", async () => {
      const { reference, id, amount } = await desk.lateMoney()
      await merchant.resolve((await merchant.items(reference))[0]!, "Refunded by hand")
      const answer = await book(id, await phoneOrder(amount))
      expect([answer.status, answer.data.code]).toEqual([400, "paycollect_assignment_no_item"])
    })
  })

  describe("an order that was changed", () => {
    /** Paid, and then one more article: core makes a collection for what is left to pay. */
    const edited = async (price: number) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      const [orderId] = await guest.orders()
      await accepted("/admin/order-edits", { order_id: orderId })
      const [variant] = await one("select id from product_variant where sku = 'COFFEE-250'")
      await accepted(`/admin/order-edits/${orderId}/items`, {
        items: [{ variant_id: variant!.id, quantity: 1, unit_price: price }],
      })
      await accepted(`/admin/order-edits/${orderId}/confirm`)
      const { payment_collections } = await orderOf(orderId!)
      const collection = payment_collections.find(({ status }: { status: string }) => status === "not_paid")
      return { orderId: orderId!, collection: collection as { id: string; amount: number } }
    }

    it("is paid in the collection that asks for just this", async () => {
      const { reference, id, amount } = await desk.lateMoney()
      const { orderId, collection } = await edited(amount)
      expect(Math.round(collection.amount)).toBe(amount)
      expect((await book(id, orderId)).status).toBe(200)
      expect(await paymentsOf(reference)).toMatchObject([{ payment_collection_id: collection.id }])
      expect(await orderOf(orderId)).toMatchObject({ payment_status: "captured" })
      expect(await owed(orderId)).toBe(0)
    })

    it("asks for what is left, and for no more, in its other collections", async () => {
      const { id, amount } = await desk.lateMoney()
      const { orderId, collection } = await edited(amount + 700)
      expect((await book(id, orderId)).status).toBe(200)
      const order = await orderOf(orderId)
      expect(await owed(orderId)).toBe(700)
      expect(order.payment_collections).toHaveLength(3)
      expect(order.payment_collections.find(({ id }: { id: string }) => id === collection.id)).toMatchObject({
        amount: 700,
        status: "not_paid",
      })
    })
  })

  describe("a booking that was cut off", () => {
    /** As a process leaves it that dies after the binding. */
    const bound = async (owed: (amount: number) => number = (amount) => amount) => {
      const money = await desk.lateMoney()
      const orderId = await phoneOrder(owed(money.amount))
      const row = await merchant.paycollect().assignments.begin(money.id, orderId, "user_1")
      expect(row).toMatchObject({ assigned_order_id: orderId })
      return { ...money, orderId }
    }

    it("is finished by the job, and the old cart cannot have the money meanwhile", async () => {
      const { guest, reference, orderId } = await bound()
      await guest.changeQuantity(2)
      const anew = (await guest.startPayment()).merchant_reference
      expect(anew).not.toBe(reference)
      merchant.later(MINUTE)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({
        order_id: orderId,
        applied_at: expect.anything(),
      })
      expect(await paymentsOf(reference)).toHaveLength(1)
    })

    it("is undone where the order is canceled meanwhile: the item stays, and the money may be booked anew", async () => {
      const { reference, id, amount, orderId } = await bound()
      await accepted(`/admin/orders/${orderId}/cancel`)
      merchant.later(MINUTE)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: null, next_step_at: null })
      expect(await merchant.history(reference)).toContain("assignment_undone")
      await openItem(reference, "late_payment")
      expect((await book(id, await phoneOrder(amount))).status).toBe(200)
    })

    it("is undone where somebody else paid the order meanwhile, whose books stay clean", async () => {
      const { reference, amount, orderId } = await bound()
      const { payment_collection } = await accepted("/admin/payment-collections", {
        order_id: orderId,
        amount,
      })
      await accepted(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, {
        order_id: orderId,
      })
      merchant.later(MINUTE)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: null })
      expect(await orderOf(orderId)).toMatchObject({ payment_status: "captured" })
      expect(await owed(orderId)).toBe(0)
      await openItem(reference, "late_payment")
    })

    it("is undone after three looks that failed", async () => {
      const { reference, id, orderId } = await bound()
      const { assignments: assignments } = merchant.paycollect()
      const broken = jest
        .spyOn(assignments, "assignCollection")
        .mockRejectedValue(new Error("the disk is full"))
      for (let looks = 0; looks < 5; looks++) {
        merchant.later(4 * MINUTE)
        await merchant.reconcile()
      }
      broken.mockRestore()
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: null, next_step_at: null })
      await openItem(reference, "late_payment")
      expect((await book(id, orderId)).status).toBe(200)
      expect((await orderOf(orderId)).payment_collections).toHaveLength(1)
    })

    it("is undone after a week in which the service said nothing: the item is a person's again, and the order asks for its money", async () => {
      const { reference, id, amount, orderId } = await bound()
      const silent = { operation: "verify_payment", kind: "status", status: 503, times: 200 } as const
      store.service.control.injectFault(silent)
      for (let day = 0; day < 7; day++) {
        merchant.later(24 * 60 * MINUTE)
        await merchant.reconcile()
      }
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: orderId })
      for (let looks = 0; looks < 3; looks++) {
        merchant.later(24 * 60 * MINUTE)
        await merchant.reconcile()
      }
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: null, next_step_at: null })
      expect(await merchant.history(reference)).toContain("assignment_undone")
      await openItem(reference, "late_payment")
      expect([await paymentsOf(reference), await owed(orderId)]).toEqual([[], amount])
      store.service.control.clearFaults()
      expect((await book(id, orderId)).status).toBe(200)
    })

    it("is undone after a week in which no answer of the service says whether the money is there", async () => {
      const { reference, amount, orderId } = await bound()
      desk.silently(reference, "processing")
      for (let looks = 0; looks < 10; looks++) {
        merchant.later(24 * 60 * MINUTE)
        await merchant.reconcile()
      }
      expect(await merchant.intent(reference)).toMatchObject({ assigned_order_id: null, next_step_at: null })
      await openItem(reference, "late_payment")
      expect([await paymentsOf(reference), await owed(orderId)]).toEqual([[], amount])
    })

    it("charges nobody who starts a payment in its collection", async () => {
      const { reference, orderId } = await bound()
      const { payment_collection } = await accepted("/admin/payment-collections", {
        order_id: orderId,
        amount: (await orderOf(orderId)).summary.pending_difference,
      })
      await merchant
        .paycollect()
        .assignments.assignCollection((await merchant.intent(reference)).id, payment_collection.id)
      const before = charges()
      const { status, data } = await store
        .customer()
        .send("post", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
          provider_id: MOBILE_MONEY,
        })
      expect(status).toBe(200)
      expect(data.payment_collection.payment_sessions).toMatchObject([
        { data: { merchant_reference: reference, checkout_url: null } },
      ])
      expect(charges()).toBe(before)
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded", order_id: orderId })
    })
  })

  describe("the orders that are suggested", () => {
    const suggested = async (id: string, q?: string) => {
      const { status, data } = await merchant.get(
        `/admin/paycollect/intents/${id}/assignable-orders${q === undefined ? "" : `?q=${encodeURIComponent(q)}`}`
      )
      expect(status).toBe(200)
      return data.orders as { id: string; same_customer: boolean; blocker: string | null; open: string }[]
    }

    it("owe at least as much in the same currency, the same customer's first", async () => {
      const { id, amount } = await desk.lateMoney()
      const own = await phoneOrder(amount)
      const [rich, poor, foreign] = [
        await phoneOrder(amount * 2),
        await phoneOrder(amount - 1),
        await phoneOrder(amount, { currency: "xof" }),
      ]
      await store.db.raw(
        `update "order" set email = 'somebody@example.com', customer_id = null where id = ?`,
        [rich]
      )
      expect(await suggested(id)).toMatchObject([
        { id: own, same_customer: true, blocker: null, open: String(amount) },
        { id: rich, same_customer: false, blocker: null, open: String(amount * 2) },
      ])
      const [{ display_id }] = (await one(`select display_id from "order" where id = ?`, [poor])) as [
        Record<string, never>,
      ]
      expect(await suggested(id, `#${display_id}`)).toMatchObject([{ id: poor, blocker: "owes_less" }])
      expect(await suggested(id, foreign)).toMatchObject([{ id: foreign, blocker: "other_currency" }])
      expect(await suggested(id, "Somebody@example.com")).toMatchObject([{ id: rich }])
      expect(await suggested(id, "nobody")).toEqual([])
    })
  })

  describe("make the order now", () => {
    const missing = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      failAfterCapture(3)
      for (let looks = 0; looks < 3; looks++) {
        merchant.later(4 * MINUTE)
        await merchant.reconcile()
      }
      const { id } = await merchant.intent(reference)
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "paid_without_order", status: "open" },
      ])
      return { guest, reference, id }
    }
    const orderNow = async (id: string) => await merchant.post(`/admin/paycollect/intents/${id}/order`)

    it("answers with the order, and a second time with the same one", async () => {
      const { guest, reference, id } = await missing()
      failAfterCapture(0)
      const answer = await orderNow(id)
      const [orderId] = await guest.orders()
      expect([answer.status, answer.data.result]).toMatchObject([
        200,
        { status: "succeeded", order_id: orderId },
      ])
      expect((await orderNow(id)).data.result).toMatchObject({ order_id: orderId })
      expect(await guest.orders()).toHaveLength(1)
      expect(await merchant.items(reference)).toMatchObject([{ status: "resolved" }])
    })

    it("answers with what the store said", async () => {
      const { id, reference } = await missing()
      await store.db.raw("update inventory_level set stocked_quantity = 0, raw_stocked_quantity = ?", [
        JSON.stringify({ value: "0", precision: 20 }),
      ])
      const { status, data } = await orderNow(id)
      expect([status, data.result]).toMatchObject([
        200,
        { status: "attention", reason: "paid_without_order" },
      ])
      expect(data.result.said).toContain("Not enough stock")
      expect(await merchant.items(reference)).toHaveLength(1)
    })

    it("is refused where no order is missing", async () => {
      const { reference } = await merchant.guestAtCheckout()
      const { id } = await merchant.intent(reference)
      const { status, data } = await orderNow(id)
      expect([status, data.code]).toEqual([400, "paycollect_order_no_item"])
    })
  })
}
