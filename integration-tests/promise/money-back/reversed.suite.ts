import { createHmac } from "node:crypto"
import { providerInCore } from "../../http/support/core"
import { MOBILE_MONEY } from "../../http/support/customer"
import { EVENT_SECRET } from "../../http/support/events"
import { DAY, HOUR, MINUTE, withMerchant } from "../../http/support/merchant"
import { BACKEND_URL } from "../../http/support/store"
import { type Suite } from "../../http/support/suites"
import { type AdminPayCollectListedRefund } from "../../../src/types/http"

export const reversed: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [EVENT_SECRET] } })
  })

  const tell = async (reference: string, event_type: string) => {
    const body = JSON.stringify({ event_type, data: { metadata: { merchant_reference: reference } } })
    const signature = `sha256=${createHmac("sha256", EVENT_SECRET).update(body).digest("hex")}`
    const { status } = await store.api.post("/hooks/paycollect", body, {
      headers: { "content-type": "application/json", "x-service-signature": signature },
    })
    return status
  }
  const paidOrder = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    store.service.control.clearRequests()
    return { guest, reference, orderId: orderId!, amount }
  }
  const asked = () => store.calls("verify_payment").length
  const orderStatus = async (id: string) => (await merchant.get(`/admin/orders/${id}`)).data.order.status
  const sum = (amount: string | number) => `${amount} XAF`

  it("reversed: a chargeback that an event tells of is one item with the facts, and the order stays", async () => {
    const { guest, reference, orderId, amount } = await paidOrder()
    store.service.control.reverse(reference, { status: "charged_back", webhook: false })
    merchant.later(2 * MINUTE)
    expect(await tell(reference, "payment.reversed")).toBe(200)
    expect(asked()).toBe(1)
    const facts = { came: sum(amount), refunded: sum(0), status: "charged_back", left: sum(0) }
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "reversed", category: "refund", status: "open", data: facts },
    ])
    // Nobody who looks again asks again, or finds it open twice.
    await merchant.oneItem(reference, "reversed")
    expect(asked()).toBe(1)
    expect(await guest.orders()).toEqual([orderId])
    expect(await orderStatus(orderId)).toBe("pending")
    expect(await store.moneyOf(orderId)).toMatchObject({ captured: amount })
    expect(await merchant.intent(reference)).toMatchObject({ outcome: "paid", order_id: orderId })
  })

  it("is looked for after a day, a week and a month, by one question each, and told once for the same facts", async () => {
    const { reference, amount } = await paidOrder()
    const look = async (days: number) => {
      merchant.later(days * DAY)
      await merchant.reconcile()
      return [asked(), (await merchant.items(reference)).map(({ status }) => status)]
    }
    expect(await look(0.9)).toEqual([0, []])
    expect(await look(0.2)).toEqual([1, []])
    expect(await look(5)).toEqual([1, []])
    store.service.control.reverse(reference, { amount: "100", webhook: false })
    expect(await look(1)).toEqual([2, ["open"]])
    const [item] = await merchant.items(reference)
    expect(item).toMatchObject({ data: { status: "succeeded", left: sum(Number(amount) - 100) } })
    await merchant.resolve(item!, "The customer was right")
    expect(await look(23)).toEqual([3, ["resolved"]])
    expect(await look(400)).toEqual([3, ["resolved"]])
    expect(await merchant.intent(reference)).toMatchObject({ review_at: null })
  })

  it("opens again when more went back than the merchant had dealt with", async () => {
    const { reference } = await paidOrder()
    store.service.control.reverse(reference, { amount: "100", webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.failed")
    const [first] = await merchant.items(reference)
    await merchant.resolve(first!, "Dealt with")
    store.service.control.reverse(reference, { webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.failed")
    expect(await merchant.items(reference)).toMatchObject([
      { status: "resolved" },
      { status: "open", reason: "reversed", data: { status: "failed" } },
    ])
  })

  it("says how much went back by now where more did while its item was open", async () => {
    const { reference, amount } = await paidOrder()
    store.service.control.reverse(reference, { amount: "100", webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.failed")
    store.service.control.reverse(reference, { webhook: false })
    for (let times = 0; times < 2; times++) {
      merchant.later(2 * MINUTE)
      await tell(reference, "payment.failed")
    }
    expect(await merchant.items(reference)).toMatchObject([
      { status: "resolved", data: { left: sum(Number(amount) - 100) } },
      { status: "open", reason: "reversed", data: { status: "failed" } },
    ])
  })

  it("is not what the shop's own refunds took, and is what goes beyond them", async () => {
    merchant.configure({ refunds: "api" })
    const { reference, amount } = await paidOrder()
    const { rows } = await store.db.raw("select id from payment")
    expect((await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: 300 })).status).toBe(200)
    store.service.control.reverse(reference, { amount: "300", webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.refunded")
    expect([asked(), await merchant.items(reference)]).toEqual([1, []])
    store.service.control.reverse(reference, { amount: "1", webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.refunded")
    const left = sum(Number(amount) - 301)
    expect(await merchant.items(reference)).toMatchObject([
      { reason: "reversed", data: { refunded: sum(300), left } },
    ])
  })

  it("costs no question for events that repeat the success, and one a minute for all others", async () => {
    const { reference } = await paidOrder()
    store.service.control.reverse(reference, { webhook: false })
    // The service may tell of what came, out of order, just after it came: the job looks a minute later.
    for (const type of ["payment.succeeded", "order.completed", "payment.failed", "payment.failed"])
      expect(await tell(reference, type)).toBe(200)
    expect([asked(), await merchant.items(reference)]).toEqual([0, []])
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect(asked()).toBe(1)
    expect(await merchant.items(reference)).toMatchObject([{ reason: "reversed" }])
    // Of what is gone it may say that it is there again.
    for (const asks of [2, 2]) {
      merchant.later(20_000)
      if (asks === asked() + 1) merchant.later(10 * MINUTE)
      expect(await tell(reference, "payment.succeeded")).toBe(200)
      expect(asked()).toBe(asks)
    }
  })

  it("is found a minute later where the answer that its event called for lags, long after the last look", async () => {
    const { reference, amount } = await paidOrder()
    merchant.later(40 * DAY)
    await merchant.reconcile()
    merchant.later(2 * MINUTE)
    store.service.control.overrideVerify(reference, { status: "succeeded", amount })
    store.service.control.reverse(reference, { status: "charged_back", webhook: false })
    store.service.control.clearRequests()
    expect(await tell(reference, "payment.reversed")).toBe(200)
    expect([asked(), await merchant.items(reference)]).toEqual([1, []])
    store.service.control.overrideVerify(reference)
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect([asked(), await merchant.items(reference)]).toMatchObject([2, [{ reason: "reversed" }]])
    merchant.later(DAY)
    await merchant.reconcile()
    expect(asked()).toBe(2)
    // So it is where the answer that lags repeats what was told before.
    store.service.control.overrideVerify(reference, { status: "charged_back" })
    expect(await tell(reference, "payment.succeeded")).toBe(200)
    store.service.control.overrideVerify(reference, { status: "succeeded", amount })
    merchant.later(MINUTE)
    await merchant.reconcile()
    expect(await merchant.intent(reference)).toMatchObject({ reversed: "0" })
  })

  it.each(["an event tells", "a look finds it"])(
    "is told again where it was won, which %s, before anything of it was booked, and is lost once more",
    async (news) => {
      const { reference, amount } = await paidOrder()
      const lose = async () => {
        store.service.control.overrideVerify(reference, { status: "charged_back" })
        merchant.later(2 * MINUTE)
        await tell(reference, "payment.reversed")
        return (await merchant.items(reference)).filter(({ status }) => status === "open")
      }
      const [first] = await lose()
      await merchant.resolve(first!, "Objected to")
      store.service.control.overrideVerify(reference, { status: "succeeded", amount })
      merchant.later(news === "an event tells" ? 2 * MINUTE : 7 * DAY)
      if (news === "an event tells") await tell(reference, "payment.succeeded")
      else await merchant.reconcile()
      expect(await merchant.intent(reference)).toMatchObject({ reversed: "0" })
      expect(await lose()).toMatchObject([{ reason: "reversed", data: first!.data }])
    }
  )

  it.each([
    ["a part of it", "300"],
    ["all of it", null],
  ])("is told where as much was given back another way before: %s", async (_, part) => {
    merchant.configure({ refunds: "manual" })
    const { reference, amount } = await paidOrder()
    const { rows } = await store.db.raw("select id from payment")
    const back = part ?? amount
    await merchant.post(`/admin/payments/${rows[0].id}/refund`, { amount: Number(back) })
    const [due] = await merchant.items(reference)
    await merchant.resolve(due!, "In cash at the counter", "returned")
    store.service.control.reverse(reference, { amount: back, webhook: false })
    merchant.later(2 * MINUTE)
    await tell(reference, "payment.reversed")
    const data = { came: sum(amount), refunded: sum(0) }
    expect((await merchant.items(reference)).filter(({ status }) => status === "open")).toMatchObject([
      { reason: "reversed", data },
    ])
    const reversed = part ?? "0"
    expect(await merchant.intent(reference)).toMatchObject({ refunded: back, reversed })
  })

  it("is made up for when the service was silent, and asked by no stranger", async () => {
    const { reference } = await paidOrder()
    store.service.control.reverse(reference, { webhook: false })
    store.service.control.injectFault({ operation: "verify_payment", kind: "status", status: 500 })
    merchant.later(2 * MINUTE)
    expect(await tell(reference, "payment.failed")).toBe(200)
    expect(await merchant.items(reference)).toEqual([])
    store.service.control.clearFaults()
    merchant.later(6 * 60 * MINUTE)
    await merchant.reconcile()
    expect(await merchant.items(reference)).toMatchObject([{ reason: "reversed" }])

    const stranger = await paidOrder()
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [] } })
    merchant.later(2 * MINUTE)
    expect(await tell(stranger.reference, "payment.failed")).toBe(404)
    expect(asked()).toBe(0)
  })

  it.each(["failed", "charged_back"] as const)(
    "takes the place of the item of money of which a part was gone before anybody looked, when the rest is (%s)",
    async (status) => {
      const { guest, reference } = await merchant.guestAtCheckout()
      store.service.control.moveState(reference, "succeeded", { webhook: false, force: true })
      store.service.control.reverse(reference, { amount: "100", webhook: false })
      await guest.comeBack(reference)
      const { amount, came } = await merchant.intent(reference)
      expect(came).toBe(String(Number(amount) - 100))
      await merchant.oneItem(reference, "amount_discrepancy")
      store.service.control.reverse(reference, { status, webhook: false })
      for (let times = 0; times < 2; times++) {
        merchant.later(2 * MINUTE)
        await tell(reference, "payment.reversed")
      }
      expect(await merchant.items(reference)).toMatchObject([
        { reason: "amount_discrepancy", status: "resolved" },
        { reason: "reversed", status: "open", data: { came: sum(came), status } },
      ])
      expect(await merchant.intent(reference)).toMatchObject({ came, reversed: came })
      expect(await guest.orders()).toEqual([])
    }
  )

  describe("of money that no order has, and that a person closed", () => {
    const lateMoney = async () => {
      const { guest, reference } = await merchant.guestAtCheckout()
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      merchant.later(2 * MINUTE)
      return { reference, amount: (await merchant.intent(reference)).amount }
    }
    const open = async (reference: string) =>
      (await merchant.items(reference)).filter(({ status }) => status === "open")
    /** In the list of what went back. */
    const listedAs = async (reference: string) => {
      const { id } = await merchant.intent(reference)
      const { refunds } = (await merchant.get("/admin/paycollect/refunds")).data
      return (refunds as AdminPayCollectListedRefund[]).flatMap(({ payment, kind, state, amount }) =>
        payment.id === id ? [[kind, state, amount]] : []
      )
    }
    const twice = async (reference: string, type: string) => {
      for (let times = 0; times < 2; times++) {
        merchant.later(2 * MINUTE)
        expect(await tell(reference, type)).toBe(200)
      }
    }

    it.each(["resolved", "open"])(
      "is one item where it is there again after all of it was gone, whose item is %s",
      async (state) => {
        const { reference, amount } = await lateMoney()
        store.service.control.reverse(reference, { status: "charged_back", webhook: false })
        await twice(reference, "payment.reversed")
        const [gone, ...more] = await open(reference)
        expect([gone, more]).toMatchObject([{ reason: "reversed" }, []])
        if (state === "resolved") await merchant.resolve(gone!, "The customer was right")
        store.service.control.overrideVerify(reference, { status: "succeeded", amount })
        await twice(reference, "payment.succeeded")
        const data = { came: sum(amount), refunded: sum(0), left: sum(amount), won: sum(amount) }
        expect(await open(reference)).toMatchObject([{ reason: "won_back", data }])
        expect(await merchant.intent(reference)).toMatchObject({ reversed: amount })
        store.service.control.overrideVerify(reference)
        await twice(reference, "payment.reversed")
        const [lost, ...others] = await open(reference)
        expect([lost, others]).toMatchObject([{ reason: "reversed", data: gone!.data }, []])
        await merchant.resolve(lost!, "It is gone for good")
        await twice(reference, "payment.reversed")
        expect(await open(reference)).toEqual([])
        expect(await listedAs(reference)).toEqual([["reversal", "done", amount]])
        store.service.control.overrideVerify(reference, { status: "succeeded", amount })
        await twice(reference, "payment.succeeded")
        const [won, ...rest] = await open(reference)
        expect([won, rest]).toMatchObject([{ reason: "won_back", data }, []])
        // Until a person says what becomes of it the books have it as gone.
        expect(await listedAs(reference)).toEqual([["reversal", "won_back", amount]])
        await merchant.resolve(won!, "The goods went out")
        expect(await listedAs(reference)).toEqual([
          ["reversal", "won_back", `-${amount}`],
          ["reversal", "done", amount],
        ])
        const closed = await merchant.get("/admin/paycollect/attention?status=resolved&reason=won_back")
        expect(closed.data.attention[0]).toMatchObject({ id: won!.id, note: "The goods went out" })
      }
    )

    it("is one item, and in the takings, where it was kept and is charged back later", async () => {
      const { reference, amount } = await lateMoney()
      const [item] = await open(reference)
      await merchant.resolve(item!, "Handed over at the counter", "kept")
      store.service.control.clearRequests()
      await twice(reference, "payment.succeeded")
      expect([asked(), await open(reference)]).toEqual([0, []])
      store.service.control.reverse(reference, { status: "charged_back", webhook: false })
      await twice(reference, "payment.reversed")
      expect(await open(reference)).toMatchObject([{ reason: "reversed", data: { came: sum(amount) } }])
      const { id, reversed } = await merchant.intent(reference)
      expect(reversed).toBe(amount)
      const { rows } = await store.db.raw(
        "select from_account, went_back from paycollect_entry where intent_id = ? and to_account = 'reversed'",
        [id]
      )
      expect(rows).toEqual([{ from_account: "kept", went_back: amount }])
    })

    it("is found by a look where it was kept and is charged back, and no event tells of it", async () => {
      const { reference, amount } = await lateMoney()
      const [item] = await open(reference)
      await merchant.resolve(item!, "Handed over at the counter", "kept")
      store.service.control.clearRequests()
      for (const days of [1, 6]) {
        merchant.later(days * DAY + MINUTE)
        await merchant.reconcile()
      }
      expect([asked(), await open(reference)]).toEqual([2, []])
      store.service.control.reverse(reference, { status: "charged_back", webhook: false })
      merchant.later(23 * DAY)
      await merchant.reconcile()
      expect(await open(reference)).toMatchObject([{ reason: "reversed", data: { came: sum(amount) } }])
      expect(await merchant.intent(reference)).toMatchObject({ reversed: amount })
    })

    it.each([
      ["is told of at once where it was charged back meanwhile", 2 * HOUR, 1, ["reversed"]],
      ["is not asked about at once where the service spoke of it a while ago", HOUR - 5 * MINUTE, 0, []],
    ])("%s, and kept", async (_, passed, questions, told) => {
      const { reference, amount } = await lateMoney()
      merchant.later(passed)
      store.service.control.reverse(reference, { status: "charged_back", webhook: false })
      const [item] = await open(reference)
      store.service.control.clearRequests()
      await merchant.resolve(item!, "Handed over at the counter", "kept")
      await merchant.reconcile()
      expect([asked(), (await open(reference)).map(({ reason }) => reason)]).toEqual([questions, told])
      const { reversed, closed_as } = await merchant.intent(reference)
      expect([reversed, closed_as]).toEqual([told.length > 0 ? amount : "0", "kept"])
    })

    const backOf = async (reference: string) => {
      const { id } = await merchant.intent(reference)
      const { rows } = await store.db.raw(
        "select sum(went_back::numeric)::text as sum from paycollect_entry where intent_id = ? and went_back is not null",
        [id]
      )
      return rows[0].sum as string
    }

    it("is counted once where it was given back in the service's dashboard while a refund of a part was due", async () => {
      merchant.configure({ refunds: "manual" })
      const { reference, amount } = await lateMoney()
      const { id } = await merchant.intent(reference)
      const part = { amount: 100, reason: "other" }
      expect((await merchant.post(`/admin/paycollect/intents/${id}/refund`, part)).status).toBe(200)
      const money = (await open(reference)).find(({ category }) => category === "money")
      await merchant.resolve(money!, "Given back in the service's dashboard", "returned")
      expect(await backOf(reference)).toBe(amount)
      store.service.control.reverse(reference, { webhook: false })
      await twice(reference, "payment.refunded")
      expect(await backOf(reference)).toBe(amount)
      expect((await open(reference)).map(({ reason }) => reason)).toContain("refund_due")
    })

    it("is counted once where it was given back in the service's dashboard, and its fee is to be refunded, too", async () => {
      merchant.configure({ feeBearer: "customer", refunds: "api" })
      const { guest, reference } = await merchant.guestAtCheckout()
      const { id, amount } = await merchant.intent(reference)
      store.service.control.overrideVerify(reference, { amount: String(Number(amount) * 1.5) })
      await guest.changeQuantity(5)
      merchant.pay(reference)
      await merchant.advance(reference)
      merchant.later(2 * MINUTE)
      const money = (await open(reference)).find(({ category }) => category === "money")
      store.service.control.overrideVerify(reference, { amount: "0" })
      await merchant.resolve(money!, "Given back in the service's dashboard", "returned")
      const { data } = await merchant.post(`/admin/paycollect/intents/${id}/refund`, { reason: "other" })
      expect(data.code).toBe("paycollect_refund_reversed")
      expect(await backOf(reference)).toBe(amount)
    })

    it("is asked about no more where it was given back by hand", async () => {
      const { reference } = await lateMoney()
      const [item] = await open(reference)
      await merchant.resolve(item!, "Given back at the counter", "returned")
      store.service.control.reverse(reference, { webhook: false })
      store.service.control.clearRequests()
      await twice(reference, "payment.refunded")
      expect([asked(), await open(reference)]).toEqual([0, []])
    })
  })

  describe("all of a payment that a session had taken when its server died", () => {
    const accepted = async (path: string, body?: unknown) => {
      const { status, data } = await merchant.post(path, body)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
      return data
    }
    /** An order by telephone that waits for its payment, and the payment that its link led to. */
    const byLink = async () => {
      const address = { first_name: "Awa", last_name: "Essomba", phone: "670123456", country_code: "td" }
      const { draft_order } = await accepted("/admin/draft-orders", {
        region_id: store.regionId("xaf"),
        email: "mireille@example.com",
        shipping_address: address,
        billing_address: address,
        items: [{ title: "By telephone", unit_price: 5_000, quantity: 1 }],
        shipping_methods: [],
      })
      await accepted(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
      const { link } = await accepted("/admin/paycollect/links", { order_id: draft_order.id })
      const form = new URLSearchParams({ provider_id: MOBILE_MONEY })
      await store.api.post(link.url.replace(BACKEND_URL, ""), form)
      return {
        orderId: draft_order.id as string,
        reference: store.service.control.intents().at(-1)!.merchant_reference!,
      }
    }
    const payInCash = async (order_id: string) => {
      const made = await accepted("/admin/payment-collections", { order_id, amount: 5_000 })
      await accepted(`/admin/payment-collections/${made.payment_collection.id}/mark-as-paid`, { order_id })
    }

    it("is one item that says so where its order is paid in cash: nobody sends it back once more", async () => {
      const { orderId, reference } = await byLink()
      store.service.control.moveState(reference, "succeeded", { webhook: false, force: true })
      const provider = providerInCore(store)
      const authorize = provider.authorizePayment.bind(provider)
      const dies = jest.spyOn(provider, "authorizePayment").mockImplementation(async (input) => {
        await authorize(input)
        throw new Error("killed")
      })
      await merchant.advance(reference)
      dies.mockRestore()
      expect(await merchant.intent(reference)).toMatchObject({
        used_by_session_id: expect.any(String),
        applied_at: null,
      })

      store.service.control.reverse(reference, { webhook: false })
      await payInCash(orderId)
      // What the service said of it is old news by then.
      merchant.later(2 * HOUR)
      await merchant.reconcile()
      const items = await merchant.items(reference)
      expect(items.filter(({ status }) => status === "open")).toMatchObject([
        { reason: "reversed", data: { left: sum(0) } },
      ])
      expect(await orderStatus(orderId)).toBe("pending")
    })
  })
}
