import { type AxiosResponse } from "axios"
import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { withSignedEvents } from "../../http/support/events"
import { holdNextCall } from "../../http/support/hold-call"
import { HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk, TAXED } from "../../http/support/orders"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"

export const crossings: Suite = (store) => {
  const merchant = withMerchant(store)
  const desk = new OrderDesk(store, merchant)
  const tell = withSignedEvents(store, merchant)
  const accepted = async (path: string, body?: unknown) => {
    const { status, data } = await merchant.post(path, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  const orderOf = async (id: string) =>
    (await merchant.get(`/admin/orders/${id}?fields=+summary,total,status,payment_status,*items`)).data.order
  const owed = async (id: string) => Math.round((await orderOf(id)).summary.pending_difference) || 0
  const charges = () => store.calls("create_payment_intent").length
  const silently = (reference: string, state: "processing" | "failed" | "succeeded") =>
    void store.service.control.moveState(reference, state, { webhook: false, force: true })

  const placed = async (state: "processing" | "failed" = "processing") => {
    const { guest, reference } = await merchant.guestAtCheckout()
    silently(reference, "processing")
    const { data } = await guest.complete()
    expect(data.type).toBe("order")
    if (state === "failed") {
      silently(reference, "failed")
      await merchant.advance(reference)
    }
    return { guest, reference, orderId: data.order.id as string }
  }
  const book = async (id: string, order_id: string) =>
    await merchant.post(`/admin/paycollect/intents/${id}/assign`, { order_id })
  const edit = async (orderId: string, quantity: number) => {
    const { items } = await orderOf(orderId)
    await accepted("/admin/order-edits", { order_id: orderId })
    await accepted(`/admin/order-edits/${orderId}/items/item/${items[0].id}`, { quantity })
    await accepted(`/admin/order-edits/${orderId}/confirm`)
  }

  const referenceAt = (answer: AxiosResponse) => {
    const id = /\/checkout\/(pi_\w+)/.exec(answer.headers.location)?.[1]
    return store.service.control.intents().find((each) => each.id === id)!.merchant_reference!
  }
  const paidByLink = async (orderId: string) => {
    const { link } = await accepted("/admin/paycollect/links", { order_id: orderId })
    const form = new URLSearchParams({ provider_id: MOBILE_MONEY })
    const reference = referenceAt(await store.api.post(link.url.replace(BACKEND_URL, ""), form))
    silently(reference, "succeeded")
    await merchant.advance(reference)
    return reference
  }
  const paidAtTheCounter = async (orderId: string) => {
    const amount = await owed(orderId)
    const made = await accepted("/admin/payment-collections", { order_id: orderId, amount })
    const path = `/admin/payment-collections/${made.payment_collection.id}/mark-as-paid`
    await accepted(path, { order_id: orderId })
  }
  const paidByAssignment = async (orderId: string) => {
    const { id } = await desk.lateMoney()
    expect((await book(id, orderId)).status).toBe(200)
  }
  const SCENARIOS = [
    ["by its link", paidByLink],
    ["at the counter", paidAtTheCounter],
    ["with late money that was booked on it", paidByAssignment],
  ] as const

  describe("a placed order that was paid by another way", () => {
    it.each(SCENARIOS)("%s: its own tab says so, and is charged nothing more", async (_, pays) => {
      const { guest, orderId } = await placed("failed")
      await pays(orderId)
      expect(await owed(orderId)).toBe(0)
      expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
      const before = charges()
      const { status, data } = await guest.tryToPay(CARD)
      expect([status, data.message]).toEqual([400, expect.stringContaining("paid already")])
      expect(charges()).toBe(before)
      expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    })

    it("nor by the address of a session that was to be paid later", async () => {
      const { guest, orderId } = await placed("failed")
      merchant.configure({ createIntent: "on_redirect" })
      const { checkout_url } = await guest.startPayment(CARD)
      await paidAtTheCounter(orderId)
      const before = charges()
      const { status, headers } = await guest.goToPay(checkout_url!)
      expect(charges()).toBe(before)
      expect([status, new URL(headers.location).searchParams.get("paycollect_status")]).toEqual([
        303,
        "success",
      ])
      expect(headers.location).toContain(orderId)
    })
  })

  describe("a placed order that an employee edited", () => {
    it.each([
      ["more", 3],
      ["less", 1],
    ])("asks for %s: the sum of now is paid in its customer's tab", async (_, quantity) => {
      const { guest, orderId } = await placed("failed")
      await edit(orderId, quantity)
      const due = await owed(orderId)
      const { merchant_reference: reference } = await guest.startPayment(CARD)
      expect(await merchant.intent(reference)).toMatchObject({ amount: String(due) })
      expect(await guest.status()).toMatchObject({ status: "waiting", checkout_url: expect.any(String) })
      silently(reference, "succeeded")
      expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded", order_id: orderId })
      expect(await owed(orderId)).toBe(0)
    })

    it("asks for less: nobody is led to pay the old sum at an address made before", async () => {
      const { guest, orderId } = await placed("failed")
      merchant.configure({ createIntent: "on_redirect" })
      const { checkout_url } = await guest.startPayment(CARD)
      await edit(orderId, 1)
      const before = charges()
      await guest.goToPay(checkout_url!)
      expect(charges()).toBe(before)
    })
  })

  it("a placed order takes the money of its phone, although another provider was chosen in the other tab", async () => {
    const { guest, reference, orderId } = await placed()
    expect((await guest.tryToPay("pp_system_default")).status).toBe(200)
    silently(reference, "succeeded")
    expect(await merchant.advance(reference)).toMatchObject({ status: "succeeded", order_id: orderId })
    expect(await owed(orderId)).toBe(0)
    expect(await merchant.items(reference)).toEqual([])
  })

  it.each([["late", 429] as const, ["known before", 503] as const])(
    "a placed order takes the money of its phone, although another way was chosen and refused, %s",
    async (when, status) => {
      const { guest, reference, orderId } = await placed()
      const fault = {
        operation: "create_payment_intent",
        kind: "rate_limit",
        retryAfter: 7,
        times: 9,
      } as const
      if (when === "late") store.service.control.injectFault(fault)
      else
        for (let calls = 0; calls < 5; calls++)
          merchant.paycollect().budget.observe("creation", { outcome: "unavailable" })
      expect((await guest.tryToPay(CARD)).status).toBe(status)
      await store.db.raw("delete from paycollect_state where id like 'pause_%'")
      expect(await guest.status()).toMatchObject({ status: "waiting" })
      silently(reference, "succeeded")
      merchant.later(MINUTE)
      await merchant.advance(reference)
      expect(await guest.orders()).toEqual([orderId])
      expect(await owed(orderId)).toBe(0)
      expect(await store.moneyOf(orderId)).toMatchObject({ payment_status: "captured" })
      expect(await merchant.items(reference)).toEqual([])
      expect(await guest.status()).toMatchObject({ status: "succeeded", order_id: orderId })
    }
  )

  it("late money is booked on an order of a draft that has a tax", async () => {
    const { id, amount } = await desk.lateMoney()
    const orderId = await desk.byTelephone(amount - 1000, { country_code: TAXED })
    const due = await owed(orderId)
    expect(due).toBeGreaterThan(amount)
    expect((await book(id, orderId)).status).toBe(200)
    expect(await owed(orderId)).toBe(due - amount)
  })

  describe("money of an order that the service took back", () => {
    const reversedOrder = async (
      refunds: "off" | "manual" | "api",
      reversal: { amount?: string; status?: string } | { shows: string }
    ) => {
      merchant.configure({ refunds })
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      if ("shows" in reversal) store.service.control.overrideVerify(reference, { status: reversal.shows })
      else store.service.control.reverse(reference, { ...reversal, webhook: false } as never)
      merchant.later(2 * MINUTE)
      await tell(reference, "payment.reversed")
      expect(await merchant.items(reference)).toMatchObject([{ reason: "reversed", status: "open" }])
      const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
        reference,
      ])
      const [orderId] = await guest.orders()
      return { reference, orderId: orderId!, paymentId: rows[0].id as string }
    }
    const open = async (reference: string) =>
      (await merchant.items(reference)).filter(({ status }) => status === "open")
    /** The job looks for refunds that nobody sent, and whether the money is there. */
    const later = async () => {
      merchant.later(16 * MINUTE)
      await merchant.reconcile()
      merchant.later(48 * HOUR)
      await merchant.reconcile()
    }

    it.each(["off", "manual", "api"] as const)(
      "is booked as its item says, and sent no second time (refunds: %s)",
      async (refunds) => {
        const { reference, paymentId } = await reversedOrder(refunds, { amount: "300" })
        await accepted(`/admin/payments/${paymentId}/refund`, { amount: 300 })
        expect(store.calls("create_refund")).toEqual([])
        const booked = { refunded: "0", reversed: "300", reversed_booked: "300" }
        expect(await merchant.intent(reference)).toMatchObject(booked)
        await later()
        expect(await open(reference)).toEqual([])
      }
    )

    it("is booked once where its server dies before it closes the item, which the job does then", async () => {
      const { reference, paymentId } = await reversedOrder("api", { amount: "300" })
      const dead = holdNextCall(merchant.paycollect().attention, "openFor")
      const cut = merchant.post(`/admin/payments/${paymentId}/refund`, { amount: 300 })
      await dead.reached
      await later()
      const booked = { refunded: "0", reversed: "300", reversed_booked: "300" }
      expect(await merchant.intent(reference)).toMatchObject(booked)
      expect(store.calls("create_refund")).toEqual([])
      expect(await open(reference)).toEqual([])
      dead.go()
      await cut
      expect(await merchant.intent(reference)).toMatchObject(booked)
    })

    it.each([
      ["just what was reversed", { amount: "300" }, 300, "300", []],
      ["more than that", { amount: "300" }, 500, "300", [{ reason: "refund_due", data: { amount: "200" } }]],
      ["all of it", { status: "charged_back" }, null, null, []],
    ] as const)(
      "is booked by the job where its server died before that, %s, and only the rest is to be sent",
      async (_, reversal, asked, booked, items) => {
        const { reference, paymentId } = await reversedOrder("manual", reversal)
        const { amount, came } = await merchant.intent(reference)
        const back = asked ?? Number(amount)
        await store.db.raw(
          "insert into refund (id, amount, raw_amount, payment_id, created_at) values ('ref_cut_off', ?, ?, ?, now())",
          [back, JSON.stringify({ value: String(back) }), paymentId]
        )
        await later()
        const due = String(back - Number(booked ?? came))
        expect(await merchant.intent(reference)).toMatchObject({
          refunded: due,
          reversed_booked: booked ?? came,
        })
        expect(store.calls("create_refund")).toEqual([])
        expect((await open(reference)).filter(({ reason }) => reason !== "reversed")).toMatchObject(items)
        if (items.length === 0) expect(await open(reference)).toEqual([])
      }
    )

    it.each(["manual", "api"] as const)(
      "is asked about before a refund, and only booked, where nobody told of it (refunds: %s)",
      async (refunds) => {
        merchant.configure({ refunds })
        const { guest, reference } = await merchant.guestAtCheckout()
        merchant.pay(reference)
        await guest.comeBack(reference)
        store.service.control.reverse(reference, { amount: "300", webhook: false })
        merchant.later(2 * HOUR)
        const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
          reference,
        ])
        await accepted(`/admin/payments/${rows[0].id}/refund`, { amount: 200 })
        expect(await open(reference)).toMatchObject([{ reason: "reversed", data: { refunded: "0 XAF" } }])
        await accepted(`/admin/payments/${rows[0].id}/refund`, { amount: 100 })
        expect(store.calls("create_refund")).toEqual([])
        const booked = { refunded: "0", reversed: "300", reversed_booked: "300" }
        expect(await merchant.intent(reference)).toMatchObject(booked)
        expect(await open(reference)).toEqual([])
      }
    )

    it.each([
      ["by its amount", (left: string) => ({ amount: left })],
      ["without saying how much", () => ({ amount: null })],
    ])(
      "is not what the store sent back itself, in whatever words the service says so: %s",
      async (_, says) => {
        merchant.configure({ refunds: "api" })
        const { guest, reference } = await merchant.guestAtCheckout()
        merchant.pay(reference)
        await guest.comeBack(reference)
        const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
          reference,
        ])
        const { amount } = await merchant.intent(reference)
        await accepted(`/admin/payments/${rows[0].id}/refund`, { amount: 400 })
        store.service.control.overrideVerify(reference, {
          status: "partially_refunded",
          ...says(String(Number(amount) - 400)),
        } as never)
        merchant.later(2 * HOUR)
        await accepted(`/admin/payments/${rows[0].id}/refund`, { amount: 300 })
        expect(store.calls("create_refund")).toHaveLength(2)
        expect(await merchant.intent(reference)).toMatchObject({ refunded: "700", reversed: "0" })
        expect(await open(reference)).toEqual([])
      }
    )

    it("is told once where it was first found before a refund that was refused then", async () => {
      merchant.configure({ refunds: "off" })
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      await guest.comeBack(reference)
      merchant.later(40 * 24 * HOUR)
      await merchant.reconcile()
      store.service.control.reverse(reference, { amount: "300", webhook: false })
      merchant.later(2 * HOUR)
      const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
        reference,
      ])
      for (let times = 0; times < 2; times++)
        expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 500 })).status).toBe(
          400
        )
      expect(await merchant.items(reference)).toMatchObject([{ reason: "reversed", status: "open" }])
      expect(await merchant.intent(reference)).toMatchObject({ reversed: "300", reversed_booked: "0" })
    })

    it("is told by the job where a question before a refund was the first to find it, long after the last look, and its process died", async () => {
      merchant.configure({ refunds: "api" })
      const { reference } = await desk.bought()
      merchant.later(40 * 24 * HOUR)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ review_at: null })
      store.service.control.reverse(reference, { amount: "300", webhook: false })
      merchant.later(2 * HOUR)
      const { ledger } = merchant.paycollect()
      const dies = jest.spyOn(ledger, "refund").mockRejectedValueOnce(new Error("killed"))
      const told = jest
        .spyOn(merchant.paycollect().attention, "open")
        .mockRejectedValueOnce(new Error("killed"))
      expect((await desk.refund(reference, 500)).status).not.toBe(200)
      for (const each of [dies, told]) each.mockRestore()
      expect(await open(reference)).toEqual([])
      merchant.later(2 * MINUTE)
      await merchant.reconcile()
      expect(await open(reference)).toMatchObject([{ reason: "reversed" }])
    })

    it("is told again where a question before a refund finds that more of it is gone", async () => {
      const { reference, paymentId } = await reversedOrder("manual", { amount: "100" })
      const [first] = await open(reference)
      await merchant.resolve(first!, "Seen")
      merchant.later(40 * 24 * HOUR)
      await merchant.reconcile()
      store.service.control.reverse(reference, { amount: "400", webhook: false })
      merchant.later(2 * HOUR)
      await accepted(`/admin/payments/${paymentId}/refund`, { amount: 200 })
      const booked = { refunded: "0", reversed: "500", reversed_booked: "200" }
      expect(await merchant.intent(reference)).toMatchObject(booked)
      expect(await open(reference)).toMatchObject([{ reason: "reversed" }])
      expect((await open(reference))[0]!.data).not.toEqual(first!.data)
    })

    it.each(["of an order", "from the list, all of it"])(
      "is said in the item of a refund that a person has still to send: %s",
      async (which) => {
        merchant.configure({ refunds: "manual" })
        const { guest, reference } = await merchant.guestAtCheckout()
        if (which !== "of an order") await guest.changeQuantity(5)
        merchant.pay(reference)
        if (which === "of an order") await guest.comeBack(reference)
        else await merchant.advance(reference)
        const { id, amount } = await merchant.intent(reference)
        const { rows } = await store.db.raw("select id from payment where data->>'merchant_reference' = ?", [
          reference,
        ])
        if (which === "of an order") await accepted(`/admin/payments/${rows[0].id}/refund`, { amount: 500 })
        else await accepted(`/admin/paycollect/intents/${id}/refund`, { reason: "other" })
        const sum = which === "of an order" ? "500" : amount
        expect(await open(reference)).toMatchObject([{ reason: "refund_due", data: { amount: sum } }])
        store.service.control.reverse(reference, { amount: "300", webhook: false })
        for (let times = 0; times < 2; times++) {
          merchant.later(2 * MINUTE)
          await tell(reference, "payment.reversed")
          expect(await open(reference)).toMatchObject([
            { reason: "refund_due", data: { amount: sum, gone: "300 XAF" } },
          ])
        }
        store.service.control.overrideVerify(reference, { amount })
        merchant.later(2 * MINUTE)
        await tell(reference, "payment.updated")
        const [due] = await open(reference)
        expect(due!.data).not.toHaveProperty("gone")
      }
    )

    it("is told with the order, where it went back before the payment was applied", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      merchant.pay(reference)
      const { ledger } = merchant.paycollect()
      const stopped = jest.spyOn(ledger, "applied").mockRejectedValueOnce(new Error("killed"))
      await guest.comeBack(reference)
      stopped.mockRestore()
      expect(await merchant.intent(reference)).toMatchObject({ applied_at: null })
      const [orderId] = await guest.orders()
      expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured" })
      store.service.control.reverse(reference, { status: "charged_back", webhook: false })
      merchant.later(2 * HOUR)
      await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({
        applied_at: expect.any(Date),
        order_id: orderId,
      })
      expect(await open(reference)).toMatchObject([{ reason: "reversed", data: { status: "charged_back" } }])
    })

    it.each(["an event tells", "nobody tells"])(
      "is one open item when it was booked, and is won back then, which %s",
      async (news) => {
        const { reference, paymentId } = await reversedOrder("off", { status: "charged_back" })
        const { amount } = await merchant.intent(reference)
        await accepted(`/admin/payments/${paymentId}/refund`, { amount: Number(amount) })
        expect(await open(reference)).toEqual([])
        store.service.control.overrideVerify(reference, { status: "succeeded", amount })
        const lookAgain = async () => {
          merchant.later(2 * MINUTE)
          if (news === "an event tells") expect(await tell(reference, "payment.succeeded")).toBe(200)
          else await later()
        }
        await lookAgain()
        const sum = `${amount} XAF`
        const data = { came: sum, refunded: "0 XAF", status: "succeeded", left: sum, won: sum }
        const items = await open(reference)
        expect(items).toMatchObject([{ reason: "won_back", category: "refund", data }])
        const booked = { refunded: "0", reversed: amount, reversed_booked: amount }
        expect(await merchant.intent(reference)).toMatchObject(booked)
        await lookAgain()
        expect(await open(reference)).toHaveLength(1)
        await merchant.resolve(items[0]!, "Delivered after all")
        await lookAgain()
        expect(await open(reference)).toEqual([])
      }
    )

    it("is sent after all where the money is there again, and not while nobody knows", async () => {
      const { reference, paymentId } = await reversedOrder("api", { shows: "failed" })
      store.service.control.overrideVerify(reference, { status: "processing" })
      const refused = await merchant.post(`/admin/payments/${paymentId}/refund`, { amount: 300 })
      expect([refused.status, refused.data.message]).toEqual([400, expect.stringContaining("not recorded")])
      store.service.control.overrideVerify(reference)
      await accepted(`/admin/payments/${paymentId}/refund`, { amount: 300 })
      expect(store.calls("create_refund")).toHaveLength(1)
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "300" })
    })

    it("is booked once by two refunds at once, and what is beyond it is sent", async () => {
      const { reference, paymentId } = await reversedOrder("api", { amount: "300" })
      const path = `/admin/payments/${paymentId}/refund`
      const answers = await Promise.all([
        merchant.post(path, { amount: 500 }),
        merchant.post(path, { amount: 500 }),
      ])
      const done = answers.filter(({ status }) => status === 200).length
      const { rows } = await store.db.raw(
        "select coalesce(sum(amount), 0) sum from refund where payment_id = ? and deleted_at is null",
        [paymentId]
      )
      const { refunded, reversed_booked } = await merchant.intent(reference)
      expect([Number(rows[0].sum), done > 0]).toEqual([Number(refunded) + Number(reversed_booked), true])
      const atService = store.service.control.intents().find((each) => each.merchant_reference === reference)
      expect([Number(atService!.refunded), reversed_booked]).toEqual([Number(refunded), "300"])
    })

    it.each(["manual", "api"] as const)(
      "is sent no second time when the order is canceled (refunds: %s)",
      async (refunds) => {
        const { reference, orderId } = await reversedOrder(refunds, { status: "charged_back" })
        await accepted(`/admin/orders/${orderId}/cancel`)
        expect((await orderOf(orderId)).status).toBe("canceled")
        expect(store.calls("create_refund")).toEqual([])
        await later()
        expect(await open(reference)).toEqual([])
      }
    )

    it("is listed when it is won back, where the service could not be asked when the order was canceled", async () => {
      const { reference, orderId } = await reversedOrder("manual", { status: "charged_back" })
      const { amount } = await merchant.intent(reference)
      store.service.control.overrideVerify(reference, { status: "processing" })
      await accepted(`/admin/orders/${orderId}/cancel`)
      expect((await orderOf(orderId)).status).toBe("canceled")
      for (const item of await open(reference)) await merchant.resolve(item, "The order is canceled")
      store.service.control.overrideVerify(reference, { status: "charged_back" })
      for (let looks = 0; looks < 3; looks++) await later()
      expect(await merchant.intent(reference)).toMatchObject({ applied_at: null, reversed: amount })
      expect(await open(reference)).toMatchObject([{ reason: "reversed" }])
      store.service.control.overrideVerify(reference, { status: "succeeded", amount })
      merchant.later(2 * MINUTE)
      expect(await tell(reference, "payment.succeeded")).toBe(200)
      expect(await open(reference)).toMatchObject([{ reason: "won_back", data: { won: `${amount} XAF` } }])
    })

    it.each(["manual", "api"] as const)(
      "in part: only the rest goes back when the order is canceled (refunds: %s)",
      async (refunds) => {
        const { reference, orderId } = await reversedOrder(refunds, { amount: "300" })
        await accepted(`/admin/orders/${orderId}/cancel`)
        const { amount, refunded, reversed_booked } = await merchant.intent(reference)
        expect(String(Number(refunded) + Number(reversed_booked))).toBe(amount)
        const rest = String(Number(amount) - 300)
        const atService = store.service.control
          .intents()
          .find((each) => each.merchant_reference === reference)
        expect(atService).toMatchObject({ refunded: refunds === "api" ? rest : "0" })
        await later()
        const items = await open(reference)
        expect(items).toMatchObject(
          refunds === "api" ? [] : [{ reason: "refund_due", data: { amount: rest } }]
        )
      }
    )
  })

  describe("money on the list that the service took back", () => {
    const reversed = async (refunds: "off" | "manual" | "api" = "off") => {
      merchant.configure({ refunds })
      const money = await desk.lateMoney()
      store.service.control.reverse(money.reference, { status: "charged_back", webhook: false })
      merchant.later(2 * MINUTE)
      return money
    }
    const isOneItem = async (reference: string) => {
      const items = await merchant.items(reference)
      expect(items.filter(({ status }) => status === "open")).toMatchObject([{ reason: "reversed" }])
      expect(items).toMatchObject([{ reason: "late_payment", status: "resolved" }, { reason: "reversed" }])
    }

    it.each(["an event told", "nobody told"])("is booked on no order, which %s", async (news) => {
      const { reference, id, amount } = await reversed()
      const orderId = await desk.byTelephone(amount)
      if (news === "an event told") expect(await tell(reference, "payment.reversed")).toBe(200)
      expect((await book(id, orderId)).status).toBe(400)
      expect(await owed(orderId)).toBe(amount)
      await isOneItem(reference)
      for (const type of ["payment.reversed", "payment.succeeded"]) await tell(reference, type)
      await isOneItem(reference)
    })

    it("costs one question of the employee who books it, and none of visitors", async () => {
      const { guest, reference, id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount)
      merchant.later(2 * MINUTE)
      const asked = () => store.calls("verify_payment").length
      const before = asked()
      await guest.status()
      await guest.comeBack(reference)
      await guest.complete()
      expect(asked()).toBe(before)
      expect((await book(id, orderId)).status).toBe(200)
      expect(asked()).toBe(before + 1)
    })

    it("of which a part is gone stays on the list: it is booked on nothing, and only the rest goes back", async () => {
      merchant.configure({ refunds: "api" })
      const { reference, id, amount } = await desk.lateMoney()
      const orderId = await desk.byTelephone(amount)
      store.service.control.reverse(reference, { amount: "300", webhook: false })
      merchant.later(2 * MINUTE)
      expect((await book(id, orderId)).data).toMatchObject({ code: "paycollect_assignment_refunded" })
      expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "open" }])
      expect(
        (await merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "duplicate" })).status
      ).toBe(200)
      expect(store.calls("create_refund")).toHaveLength(1)
      const { refunded, reversed } = await merchant.intent(reference)
      expect([refunded, reversed]).toEqual([String(Number(amount) - 300), "300"])
      expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "resolved" }])
    })

    it.each(["payment.succeeded", "payment.updated"])(
      "is on the list as before where an answer lags behind what the service said (%s)",
      async (type) => {
        const { reference, id, amount } = await desk.lateMoney()
        const orderId = await desk.byTelephone(amount)
        merchant.later(2 * MINUTE)
        silently(reference, "processing")
        expect(await tell(reference, type)).toBe(200)
        silently(reference, "succeeded")
        expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "open" }])
        expect((await book(id, orderId)).status).toBe(200)
        expect(await owed(orderId)).toBe(0)
      }
    )

    it.each(["manual", "api"] as const)("is sent back no second time (refunds: %s)", async (refunds) => {
      const { reference, id } = await reversed(refunds)
      const wish = { reason: "duplicate", key: "spec-key-1" }
      expect((await merchant.post(`/admin/paycollect/intents/${id}/refund`, wish)).status).toBe(400)
      expect(store.calls("create_refund")).toEqual([])
      expect(await merchant.intent(reference)).toMatchObject({ refunded: "0" })
      await isOneItem(reference)
    })

    it.each(["an event told", "a refund was asked for"])(
      "is found by the job where its process died before a person was told, when %s",
      async (when) => {
        const { reference, id, amount } = await reversed("api")
        const { ledger, attention } = merchant.paycollect()
        const isEvent = when === "an event told"
        const dies = isEvent
          ? jest.spyOn(ledger, "scheduleBy").mockRejectedValueOnce(new Error("killed"))
          : jest.spyOn(attention, "giveWay").mockRejectedValueOnce(new Error("killed"))
        if (isEvent) expect(await tell(reference, "payment.reversed")).toBe(500)
        else expect((await desk.refundFromList(id)).status).toBe(500)
        dies.mockRestore()
        expect(await merchant.intent(reference)).toMatchObject({ reversed: amount.toString() })
        expect(await merchant.items(reference)).toMatchObject([{ reason: "late_payment", status: "open" }])
        merchant.later(2 * MINUTE)
        await merchant.reconcile()
        await isOneItem(reference)
      }
    )

    it("makes no order by the very event that tells of it, and none for who looks later", async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      const orders = store.container().resolve("order")
      const fails = jest.spyOn(orders, "createOrders").mockRejectedValue(new Error("no stock"))
      merchant.pay(reference)
      for (let looks = 0; looks < 3; looks++) await merchant.advance(reference)
      fails.mockRestore()
      expect(await merchant.items(reference)).toMatchObject([{ reason: "paid_without_order" }])
      store.service.control.reverse(reference, { status: "charged_back", webhook: false })
      merchant.later(HOUR)
      await tell(reference, "payment.reversed")
      await guest.comeBack(reference)
      await guest.complete()
      await merchant.reconcile()
      expect(await guest.orders()).toEqual([])
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "paid_without_order", status: "resolved" },
        { reason: "reversed", status: "open" },
      ])
    })
  })
}
