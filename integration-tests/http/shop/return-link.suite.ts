import { CARD } from "../support/customer"
import { EVENT_SECRET } from "../support/events"
import { withMerchant } from "../support/merchant"
import { STOREFRONT_URL } from "../support/store"
import { type Suite } from "../support/suites"

export const returnLink: Suite = (store) => {
  const merchant = withMerchant(store)
  /** Another browser: no login, no publishable key, no cookie, another language. */
  const openElsewhere = (reference: string, query = "") =>
    store.api.get(`/paycollect/return/${reference}${query}`, { headers: { "accept-language": "en-GB" } })
  const tellByWebhook = async (reference: string) => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [EVENT_SECRET] } })
    store.service.control.setWebhookUrl(`${store.api.defaults.baseURL}/hooks/paycollect`)
    const { status } = await store.service.control.sendWebhook(reference)
    store.service.control.setWebhookUrl(undefined)
    return status
  }
  const readyToPay = async () => {
    const guest = store.customer()
    await guest.fillCart()
    const { merchant_reference: reference } = await guest.startPayment()
    return { guest, reference }
  }
  const orderPage = (orderId: string, cartId: string) =>
    `${STOREFRONT_URL}/cm/order/${orderId}/confirmed?paycollect_status=success&cart_id=${cartId}&order_id=${orderId}`

  it("is enough on a device that knows nothing of the cart, and tells nothing but ids", async () => {
    const { guest, reference } = await readyToPay()
    store.service.control.moveState(reference, "succeeded")
    const answer = await openElsewhere(reference, "?status=failed&cart_id=cart_of_somebody&order_id=order_x")
    const [orderId] = await guest.orders()
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe(orderPage(orderId!, guest.cartId))
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
    expect(answer.headers["set-cookie"]).toBeUndefined()
    expect(JSON.stringify([answer.headers, answer.data])).not.toMatch(/mireille|Essomba|670123456/i)
  })

  it("leads to the waiting page before the webhook, and to the order after it", async () => {
    const { guest, reference } = await readyToPay()
    store.service.control.moveState(reference, "processing", { webhook: false })
    expect((await openElsewhere(reference)).headers.location).toBe(
      `${STOREFRONT_URL}/cm/checkout/waiting?paycollect_status=waiting&cart_id=${guest.cartId}`
    )
    expect(await guest.orders()).toEqual([])

    store.service.control.moveState(reference, "succeeded", { webhook: false })
    await store.laterThanFresh(reference)
    expect(await tellByWebhook(reference)).toBe(200)
    const [orderId, ...more] = await guest.orders()
    expect(more).toEqual([])
    const verified = store.calls("verify_payment").length
    for (const open of [openElsewhere, (name: string) => guest.comeBack(name)]) {
      expect((await open(reference)).headers.location).toBe(orderPage(orderId!, guest.cartId))
    }
    expect(store.calls("verify_payment")).toHaveLength(verified)
    expect(await guest.orders()).toEqual([orderId])
  })

  it("of a declined attempt leads to the order once another attempt paid the cart", async () => {
    const { guest, reference } = await readyToPay()
    store.service.control.moveState(reference, "failed")
    expect((await openElsewhere(reference)).headers.location).toContain("paycollect_status=failed")
    expect(await guest.status()).toMatchObject({ status: "failed", reason: "declined" })

    const second = await guest.startPayment(CARD)
    store.service.control.moveState(second.merchant_reference, "succeeded")
    await guest.comeBack(second.merchant_reference)
    const [orderId] = await guest.orders()
    expect((await openElsewhere(reference)).headers.location).toBe(orderPage(orderId!, guest.cartId))
  })

  it("of a canceled payment leads back to the checkout, and the status says why", async () => {
    const { guest, reference } = await readyToPay()
    store.service.control.moveState(reference, "canceled")
    expect((await openElsewhere(reference)).headers.location).toBe(
      `${STOREFRONT_URL}/cm/checkout?step=payment&paycollect_status=failed&cart_id=${guest.cartId}&paycollect_reason=canceled`
    )
    expect(await guest.status()).toMatchObject({ status: "failed", reason: "canceled" })
  })

  it("of a payment that was left open for a day leads back to the checkout, until its money comes", async () => {
    const { guest, reference } = await readyToPay()
    const day =
      "update paycollect_intent set created_at = created_at - interval '25 hours' where merchant_reference = ?"
    await store.db.raw(day, [reference])
    const { location } = (await openElsewhere(reference, "?paycollect_reason=declined")).headers
    expect(new URL(location as string).searchParams.getAll("paycollect_reason")).toEqual(["expired"])
    expect(await guest.status()).toMatchObject({ status: "failed", reason: "expired" })
    store.service.control.moveState(reference, "succeeded")
    await store.laterThanFresh(reference)
    await guest.comeBack(reference)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("shows a page of its own, with the payment's number, where no storefront is configured", async () => {
    const { guest, reference } = await readyToPay()
    const { payment_number } = await guest.status()
    expect(payment_number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    merchant.configure({ storefrontUrl: undefined, returnUrls: {} })
    const page = await openElsewhere(reference)
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(page.data).toContain(`Payment number: <strong>${payment_number}</strong>`)
    store.service.control.moveState(reference, "failed")
    await store.laterThanFresh(reference)
    expect((await openElsewhere(reference)).data).toContain("<h1>Payment declined</h1>")
    const second = await guest.startPayment(CARD)
    store.service.control.moveState(second.merchant_reference, "succeeded")
    await guest.comeBack(second.merchant_reference)
    // An old link tells of the payment that paid.
    expect((await openElsewhere(reference)).data).toContain(second.payment_number)
    const unknown = await openElsewhere("cart_nobody-1")
    expect(unknown.data).not.toContain("Payment number")
  })
}
