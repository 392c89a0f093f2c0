import { nextPerson } from "../http/support/customer"
import { withMails } from "../http/support/mails"
import { withMerchant } from "../http/support/merchant"
import { withStore } from "../http/support/store"

jest.setTimeout(120_000)

withStore({ mails: true, options: { refunds: "manual", encryptionKey: "a".repeat(64) } }, (store) => {
  const merchant = withMerchant(store)
  const { mails, job } = withMails(store, merchant)

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

  it("is led by a payment link, too", async () => {
    const guest = store.customer()
    await guest.fillCart({ email: null, address: { phone: nextPerson().phone } })
    const { status, data } = await merchant.post("/admin/paycollect/links", { cart_id: guest.cartId })
    expect([status, data.link?.state, data.link?.mail]).toEqual([200, "payable", "no_address"])
    expect((await store.api.get(new URL(data.link.url as string).pathname)).status).toBe(200)
  })

  it("lacks one of the two where both are missing, and nothing is asked of the service", async () => {
    const guest = store.customer()
    await guest.fillCart({ email: null, address: { phone: "" } })
    const refused = await guest.tryToPay()
    expect([refused.status, refused.data.charged]).toEqual([400, false])
    expect(refused.data.message).toContain("lacks: email or phone")
    expect(store.calls()).toEqual([])
  })
})
