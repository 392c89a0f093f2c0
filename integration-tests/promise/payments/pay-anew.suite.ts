import { CARD, MOBILE_MONEY } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { OrderDesk } from "../../http/support/orders"
import { formatPaymentNumber } from "../../../src/payments/names"
import { type Suite } from "../../http/support/suites"

const ANEW = { pay_anew: true }

export const payAnew: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => merchant.configure({ refunds: "manual" }))
  const desk = new OrderDesk(store, merchant)
  const creates = () => store.calls("create_payment_intent").length
  const shown = async (reference: string, outcome: string) => {
    const { payment_number, amount, currency_code } = await merchant.intent(reference)
    return { payment_number: formatPaymentNumber(payment_number), amount, currency_code, outcome }
  }

  it("after late money a cart is paid anew in full once its customer says so: one order, and the first money stays one item", async () => {
    const { guest, reference } = await desk.lateMoney()
    expect(await guest.status()).toMatchObject({
      status: "attention",
      charged: true,
      payments: [await shown(reference, "held")],
    })
    const refused = await guest.tryToPay()
    expect([refused.status, refused.data]).toMatchObject([
      400,
      { code: "paycollect_paid_already", type: "not_allowed", charged: true },
    ])
    expect(creates()).toBe(1)

    const { merchant_reference: anew } = await guest.startPayment(MOBILE_MONEY, ANEW)
    expect(anew).not.toBe(reference)
    // What is open is shown again, with or without the answer: never a third.
    expect((await guest.startPayment(MOBILE_MONEY, ANEW)).merchant_reference).toBe(anew)
    expect(creates()).toBe(2)
    expect(await guest.status()).toMatchObject({
      status: "waiting",
      charged: true,
      payment_number: formatPaymentNumber((await merchant.intent(anew)).payment_number),
      under_way: { state: "opened", provider_id: MOBILE_MONEY },
      payments: [await shown(reference, "held")],
    })

    merchant.pay(anew)
    expect((await guest.comeBack(anew)).headers.location).toContain("paycollect_status=success")
    const [orderId, ...others] = await guest.orders()
    expect(others).toEqual([])
    const { amount } = await merchant.intent(anew)
    expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured", captured: amount })
    expect(await merchant.items(anew)).toEqual([])
    await merchant.oneItem(reference, "late_payment")
    expect(await guest.status()).toMatchObject({
      status: "succeeded",
      order_id: orderId,
      payments: [await shown(anew, "applied"), await shown(reference, "held")],
    })
  })

  it("tells of a request that may wait on the phone beside a changed cart, and beside the payment that paid for it", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    await guest.changeQuantity(5)
    const { payment_number, amount } = await merchant.intent(reference)
    const left = { payment_number: formatPaymentNumber(payment_number), amount }
    const changed = await guest.status()
    expect(changed).toMatchObject({ status: "waiting", still_open: left })
    expect(changed).not.toHaveProperty("under_way")
    const refused = await guest.tryToPay(CARD, { ask_first: true })
    expect([refused.status, refused.data.code]).toEqual([400, "paycollect_payment_open"])
    expect(creates()).toBe(1)

    const { merchant_reference: paying } = await guest.startPayment(CARD)
    expect(await guest.status()).toMatchObject({ under_way: { provider_id: CARD }, still_open: left })
    merchant.pay(paying)
    await guest.comeBack(paying)
    expect(await guest.status()).toMatchObject({ status: "succeeded", still_open: left })
    store.service.control.moveState(reference, "failed")
    await merchant.advance(reference)
    expect(await guest.status()).not.toHaveProperty("still_open")
    expect(creates()).toBe(2)
  })

  it("asks her first, too, where the store has not heard yet that her payment is being confirmed", async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.later(20 * MINUTE)
    store.service.control.moveState(reference, "processing", { webhook: false })
    const { status, data } = await guest.tryToPay(CARD, { ask_first: true })
    expect([status, data.code]).toEqual([400, "paycollect_payment_open"])
    expect(creates()).toBe(1)
  })

  it("asks her first, too, where a link of the order that was placed waits on her phone, and tells of that", async () => {
    const { guest, orderId } = await desk.placed("failed")
    const byLink = await desk.atLink(orderId)
    const byCard = async () =>
      (await store.db.raw("select id from paycollect_intent where provider_id = ?", [CARD])).rows.length
    const { status, data } = await guest.tryToPay(CARD, { ask_first: true })
    expect([status, data.code, await byCard()]).toEqual([400, "paycollect_payment_open", 0])
    const { payment_number, amount } = await merchant.intent(byLink)
    const left = { payment_number: formatPaymentNumber(payment_number), amount }
    expect(await guest.status()).toMatchObject({ still_open: left })
    expect((await guest.tryToPay(CARD)).status).toBe(200)
    expect(await byCard()).toBe(1)
  })

  const paidTwice = async () => {
    const { guest, reference: first } = await merchant.guestAtCheckout()
    const { merchant_reference: second } = await guest.startPayment(CARD)
    for (const reference of [first, second]) merchant.pay(reference)
    for (const reference of [first, second]) await guest.comeBack(reference)
    const payments = async () => (await guest.status()).payments
    expect(await payments()).toEqual([await shown(second, "held"), await shown(first, "applied")])
    return { guest, first, second, payments }
  }

  it.each([
    ["by the service's dashboard", "sent"],
    ["another way", "returned"],
  ] as const)(
    "says of the second money that it will be given back, and then that it was: %s",
    async (_, money) => {
      const { guest, first, second, payments } = await paidTwice()
      const { id } = await merchant.intent(second)

      const wish = { reason: "duplicate", key: "spec-pay-anew" }
      expect((await merchant.post(`/admin/paycollect/intents/${id}/refund`, wish)).status).toBe(200)
      expect(await payments()).toEqual([await shown(second, "returning"), await shown(first, "applied")])

      const due = (await merchant.items(second)).find(({ category }) => category === "refund")!
      expect((await merchant.resolve(due, "Sent from the till", money)).status).toBe(200)
      expect(await payments()).toEqual([await shown(second, "returned"), await shown(first, "applied")])
      expect(await guest.status()).toMatchObject({ status: "succeeded", charged: true })
    }
  )

  it("says that the second money was given back where its item was closed so, and nothing of what is kept", async () => {
    for (const money of ["returned", "kept"] as const) {
      const { first, second, payments } = await paidTwice()
      await merchant.resolve(await merchant.oneItem(second, "duplicate_payment"), "From the till", money)
      const returned = money === "returned" ? [await shown(second, "returned")] : []
      expect(await payments()).toEqual([...returned, await shown(first, "applied")])
    }
  })

  it("the first money may be given to another order meanwhile, and the second makes the cart's", async () => {
    const { guest, reference } = await desk.lateMoney()
    const { merchant_reference: anew } = await guest.startPayment(MOBILE_MONEY, ANEW)
    const { id, amount } = await merchant.intent(reference)
    const orderId = await desk.byTelephone(Number(amount))
    const [assigned] = await Promise.all([
      merchant.post(`/admin/paycollect/intents/${id}/assign`, { order_id: orderId }),
      (async () => {
        merchant.pay(anew)
        await guest.comeBack(anew)
      })(),
    ])
    expect(assigned.status).toBe(200)
    await merchant.advance(reference)
    await merchant.advance(anew)
    expect(await merchant.intent(reference)).toMatchObject({ order_id: orderId, closed_at: null })
    const [own, ...others] = await guest.orders()
    expect(others).toEqual([])
    expect(await merchant.intent(anew)).toMatchObject({ order_id: own })
    expect((await merchant.items(reference)).filter(({ status }) => status === "open")).toEqual([])
    expect(await guest.status()).toMatchObject({ payments: [await shown(anew, "applied")] })
  })

  it("a cart that is changed back is paid by the first money, whatever was answered: what comes later is an item", async () => {
    const { guest, reference } = await desk.lateMoney()
    const { merchant_reference: anew } = await guest.startPayment(MOBILE_MONEY, ANEW)
    await guest.changeQuantity(2)
    expect((await guest.startPayment(MOBILE_MONEY, ANEW)).merchant_reference).toBe(reference)
    expect((await guest.complete()).data.type).toBe("order")
    merchant.pay(anew)
    await merchant.advance(anew)
    expect(await guest.orders()).toHaveLength(1)
    await merchant.oneItem(anew, "duplicate_payment")
    expect(creates()).toBe(2)
  })

  it("money that is being looked up keeps its cart from another charge: the answer says that it came, and it is used", async () => {
    const { guest, reference } = await desk.lateMoney()
    await guest.changeQuantity(2)
    merchant.later(61 * MINUTE)
    const silent = { operation: "verify_payment", kind: "status", status: 503, times: 50 } as const
    store.service.control.injectFault(silent)
    const { status, data, headers } = await guest.tryToPay()
    expect([status, data]).toMatchObject([503, { code: "paycollect_looked_up", charged: true }])
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1)
    store.service.control.clearFaults()
    merchant.later(2 * MINUTE)
    expect((await guest.startPayment()).merchant_reference).toBe(reference)
    expect(creates()).toBe(1)
  })

  it("says so too where a payment starts only when its customer goes to pay", async () => {
    merchant.configure({ createIntent: "on_redirect" })
    const guest = store.customer()
    await guest.fillCart()
    await guest.goToPay((await guest.startPayment()).checkout_url!)
    const reference = `${guest.cartId}-1`
    await guest.changeQuantity(5)
    merchant.pay(reference)
    await merchant.advance(reference)
    expect((await guest.tryToPay()).data).toMatchObject({ code: "paycollect_paid_already" })
    const { checkout_url } = await guest.startPayment(MOBILE_MONEY, ANEW)
    await guest.goToPay(checkout_url!)
    merchant.pay(`${guest.cartId}-2`)
    await guest.comeBack(`${guest.cartId}-2`)
    expect(await guest.orders()).toHaveLength(1)
    await merchant.oneItem(reference, "late_payment")
  })
}
