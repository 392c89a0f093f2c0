import { createHmac } from "node:crypto"
import { DAY, MINUTE, withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

const SECRET = "whsec_of_the_test_environment"

withStore({ sandbox: { webhookSecret: SECRET } }, (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [SECRET] } })
  })

  const tell = async (reference: string, event_type: string) => {
    const body = JSON.stringify({ event_type, data: { metadata: { merchant_reference: reference } } })
    const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`
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
    merchant.later(10 * MINUTE)
    expect(await tell(reference, "payment.succeeded")).toBe(200)
    expect(asked()).toBe(1)
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
})
