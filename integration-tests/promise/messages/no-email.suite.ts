import { MOBILE_MONEY, nextPerson } from "../../http/support/customer"
import { withMails } from "../../http/support/mails"
import { withMerchant } from "../../http/support/merchant"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type Suite } from "../../http/support/suites"

export const noEmail: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => merchant.configure({ refunds: "manual" }))
  const { mails, job } = withMails(store, merchant)
  const numbersIn = (page: string) => [...new Set(page.match(/\b[0-9A-HJ-NP-Z]{4}-[0-9A-HJ-NP-Z]{4}\b/g))]

  it("a customer with a phone and no e-mail buys, is sent her receipt, is refunded and told of it", async () => {
    merchant.configure({ messages: { received: true, returned: true, receipt: true, channel: "sms" } })
    const { phone } = nextPerson()
    const { guest, reference } = await merchant.guestAtCheckout({ email: null, address: { phone } })
    const asked = store.service.control.intents().find((one) => one.merchant_reference === reference)!
    expect(asked.request).toMatchObject({ phone: `237${phone}` })
    expect(JSON.stringify(asked.request)).not.toContain("@")
    merchant.pay(reference)
    await guest.comeBack(reference)
    const [orderId] = await guest.orders()
    const { amount } = await merchant.intent(reference)
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })
    await job()
    const { data } = await merchant.get(`/admin/orders/${orderId}?fields=email,*payment_collections.payments`)
    expect(data.order.email).toBeNull()
    const [payment] = data.order.payment_collections[0].payments
    const refunded = await merchant.post(`/admin/payments/${payment.id}/refund`, { amount: Number(amount) })
    expect(refunded.status).toBe(200)
    const due = (await merchant.items(reference)).find(({ category }) => category === "refund")!
    await merchant.resolve(due, "Sent from the till")
    await job()
    expect(mails()).toMatchObject(
      ["receipt", "payment_returned"].map((kind) => ({ to: `+237${phone}`, channel: "sms", data: { kind } }))
    )
  })

  it("pays by a link, too, and the number that she may quote is one and the same wherever she reads it", async () => {
    merchant.configure({
      description: "Chez Mireille, merci",
      messages: { received: false, returned: false, receipt: true, channel: "sms" },
    })
    const { phone } = nextPerson()
    const guest = store.customer()
    await guest.fillCart({ email: null, address: { phone } })
    const { status, data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
    expect([status, data.link?.state, data.link?.mail]).toEqual([200, "payable", "no_address"])
    const link = new URL(data.link.url as string).pathname
    const pressed = await store.api.post(link, new URLSearchParams({ provider_id: MOBILE_MONEY }))
    expect(pressed.status).toBe(303)
    const asked = store.service.control.intents().at(-1)!
    const reference = asked.merchant_reference!
    expect(asked.request).toMatchObject({ phone: `237${phone}` })
    expect(asked.request).not.toHaveProperty("email")

    const number = formatPaymentNumber((await merchant.intent(reference)).payment_number)
    expect(asked.request.description).toBe(`Chez Mireille, merci - ${number}`)
    expect(numbersIn((await store.api.get(pressed.headers.location as string)).data)).toEqual([number])
    merchant.pay(reference)
    await store.api.get(`/paycollect/return/${reference}`)
    const [orderId, ...others] = await guest.orders()
    expect([typeof orderId, others]).toEqual(["string", []])
    expect(numbersIn((await store.api.get(link)).data)).toEqual([number])
    expect((await guest.status()).payments).toMatchObject([{ payment_number: number, outcome: "applied" }])
    const fields = "fields=*payment_collections.payments"
    const { order } = (await guest.send("get", `/store/orders/${orderId}?${fields}`)).data
    expect(order.payment_collections[0].payments[0].data.payment_number).toBe(number)

    await job()
    expect(mails()).toMatchObject([{ to: `+237${phone}`, data: { kind: "receipt", payment_number: number } }])
    expect(numbersIn(mails()[0]!.text)).toEqual([number])
    const receipt = new URL(String(mails()[0]!.data.url)).pathname
    expect(numbersIn((await store.api.get(receipt)).data)).toEqual([number])
  })

  it("lacks one of the two where both are missing, and nothing is asked of the service", async () => {
    const guest = store.customer()
    await guest.fillCart({ email: null, address: { phone: "" } })
    const refused = await guest.tryToPay()
    expect([refused.status, refused.data.charged]).toEqual([400, false])
    expect(refused.data.message).toContain("lacks: email or phone")
    expect(store.calls()).toEqual([])
  })
}
