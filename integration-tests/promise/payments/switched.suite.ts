import { CARD, MOBILE_MONEY, type Customer } from "../../http/support/customer"
import { MINUTE, withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const WAYS = { phone: MOBILE_MONEY, card: CARD } as const
type Way = keyof typeof WAYS

/** A customer who changes her mind about how to pay, and goes back to what she began first. */
export const switched: Suite = (store) => {
  const merchant = withMerchant(store)
  const creates = () => store.calls("create_payment_intent").length
  const hostedOf = (reference: string) => store.service.control.intent(reference)!.checkout_url
  const numberOf = async (reference: string) => {
    const { payment_number } = await merchant.intent(reference)
    return `${payment_number.slice(0, 4)}-${payment_number.slice(4)}`
  }
  /** Starts by each way in turn, and goes to the checkout of it. @returns the reference that she was led to last */
  const goBy = async (guest: Customer, ...ways: Way[]): Promise<string> => {
    let address = ""
    for (const way of ways) {
      const { checkout_url } = await guest.startPayment(WAYS[way])
      const isOurs = checkout_url!.includes("/paycollect/checkout/")
      address = isOurs ? ((await guest.goToPay(checkout_url!)).headers.location as string) : checkout_url!
    }
    const intents = store.service.control.intents()
    return intents.find(({ checkout_url }) => checkout_url === address)!.request.merchant_reference
  }
  const atCheckout = async () => {
    const guest = store.customer()
    await guest.fillCart()
    return guest
  }

  describe.each(["on_session", "on_redirect"] as const)("back to the first way, %s:", (createIntent) => {
    beforeEach(() => merchant.configure({ createIntent }))

    it.each([
      ["phone", "card"],
      ["card", "phone"],
    ] as const)("the status speaks of the %s that she chose again, not of the %s", async (first, second) => {
      const guest = await atCheckout()
      const reference = await goBy(guest, first, second, first)
      expect(reference).toBe(`${guest.cartId}-1`)
      expect(creates()).toBe(2)
      const { still_open, under_way, ...status } = await guest.status()
      expect(status).toMatchObject({
        status: "waiting",
        payment_number: await numberOf(reference),
        checkout_url: hostedOf(reference),
      })
      expect(under_way).toMatchObject({ provider_id: WAYS[first] })
      const other = await numberOf(`${guest.cartId}-2`)
      expect(still_open?.payment_number).toBe(second === "phone" ? other : undefined)
    })

    it("what fails beside what she chose again does not say that hers failed", async () => {
      const guest = await atCheckout()
      const reference = await goBy(guest, "phone", "card", "phone")
      const card = `${guest.cartId}-2`
      store.service.control.moveState(card, "failed", { webhook: false })
      await merchant.advance(card)
      expect(await guest.status()).toMatchObject({
        status: "waiting",
        payment_number: await numberOf(reference),
      })
    })

    it("what she chose last fails, and she hears that the request of before may wait on her phone", async () => {
      const guest = await atCheckout()
      const phone = await goBy(guest, "phone")
      const card = await goBy(guest, "card")
      store.service.control.moveState(card, "failed", { webhook: false })
      await merchant.advance(card)
      merchant.later(MINUTE)
      const { retry_after_ms, ...status } = await guest.status()
      expect(status).toMatchObject({
        status: "failed",
        payment_number: await numberOf(card),
        still_open: { payment_number: await numberOf(phone) },
        checkout_url: hostedOf(phone),
      })
      expect(retry_after_ms).toBeLessThan(10_000)
      // Without its event: a page that waits has it asked for.
      merchant.pay(phone)
      merchant.later(MINUTE)
      for (let look = 0; look < 100 && (await guest.status()).status === "failed"; look++);
      expect(await guest.status()).toMatchObject({ payment_number: await numberOf(phone), charged: true })
    })

    it("money that came by the way she left is told all the same, and makes the one order", async () => {
      const guest = await atCheckout()
      const reference = await goBy(guest, "phone", "card", "phone")
      const card = `${guest.cartId}-2`
      merchant.pay(card)
      await merchant.advance(card)
      const status = await guest.status()
      expect(status).toMatchObject({ status: "succeeded", payment_number: await numberOf(card) })
      expect(status.still_open).toMatchObject({ payment_number: await numberOf(reference) })
      expect(await guest.orders()).toEqual([status.order_id])
      merchant.pay(reference)
      await merchant.advance(reference)
      await merchant.oneItem(reference, "duplicate_payment")
      expect(await guest.orders()).toEqual([status.order_id])
    })
  })

  it("a start that is refused over a payment that failed begins none of the old way", async () => {
    const guest = await atCheckout()
    const reference = await goBy(guest, "phone")
    store.service.control.moveState(reference, "failed", { webhook: false })
    await merchant.advance(reference)
    merchant.later(MINUTE)
    store.service.control.injectFault({
      operation: "create_payment_intent",
      kind: "status",
      status: 422,
      times: 1,
    })
    const { status } = await guest.tryToPay(CARD)
    expect(status).toBe(400)
    const made = store.service.control.intents().map(({ request }) => request.merchant_reference)
    expect(made.filter((each) => each.startsWith(guest.cartId))).toEqual([reference])
    expect(await guest.status()).toMatchObject({ status: "failed" })
    expect((await guest.complete()).data.error.type).toBe("payment_authorization_error")
    expect((await guest.startPayment(CARD)).merchant_reference).toBe(`${guest.cartId}-3`)
  })
}
