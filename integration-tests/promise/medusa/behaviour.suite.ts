import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentWebhookEvents,
} from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { shopper } from "../../../demo/backend/src/scripts/seed/markets"
import { failAfterCapture, providerInCore, soon } from "../../http/support/core"
import { CARD } from "../../http/support/customer"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

/**
 * What this plugin relies on in Medusa, one test per fact: an upgrade that changes one turns it red. Where core's own behaviour would
 * hurt, the test says so, and the test of the remedy is elsewhere in this folder.
 */
export const behaviour: Suite = (store) => {
  const merchant = withMerchant(store)
  const provider = () => providerInCore(store)
  afterEach(() => {
    jest.restoreAllMocks()
    failAfterCapture(0)
  })
  const paidCart = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    return { guest, reference }
  }
  const rows = async (sql: string) => (await store.db.raw(sql)).rows as Record<string, unknown>[]

  const event = {
    provider: "paycollect-mobile-money_default",
    payload: { data: { data: {} }, rawData: "{}", headers: {} },
  }

  describe("fact 1: what authorizePayment may answer", () => {
    const answering = (status: string) =>
      jest.spyOn(provider(), "authorizePayment").mockResolvedValueOnce({ status: status as never, data: {} })

    it.each(["pending", "requires_more"])(
      "returning %s makes complete answer 400 and no order; the session stays usable",
      async (status) => {
        const { guest } = await paidCart()
        const asked = answering(status)
        expect((await guest.complete()).status).toBe(400)
        expect([asked.mock.calls.length, await guest.orders()]).toEqual([1, []])
        expect((await guest.complete()).data.type).toBe("order")
      }
    )

    it.each(["error", "canceled"])(
      "returning %s makes complete answer 400 and no order, and kills the session: the next complete is refused without asking",
      async (status) => {
        const { guest } = await paidCart()
        const asked = answering(status)
        expect((await guest.complete()).status).toBe(400)
        const again = await guest.complete()
        expect([again.status, again.data.message]).toEqual([
          400,
          "Payment sessions are required to complete cart",
        ])
        expect(await rows("select status from payment_session")).toEqual([{ status }])
        expect([asked.mock.calls.length, await guest.orders()]).toEqual([1, []])
      }
    )

    it.each(["PAYMENT_REQUIRES_MORE_ERROR", "PAYMENT_AUTHORIZATION_ERROR"] as const)(
      "throwing %s makes it answer 200 with the cart and this error, and the session stays usable",
      async (name) => {
        const { guest } = await paidCart()
        const type = MedusaError.Types[name]
        const message = "the provider's own words"
        jest.spyOn(provider(), "authorizePayment").mockRejectedValueOnce(new MedusaError(type, message))
        const { status, data } = await guest.complete()
        expect([status, data.type, data.error]).toEqual([
          200,
          "cart",
          expect.objectContaining({ type, message }),
        ])
        expect((await guest.complete()).data.type).toBe("order")
      }
    )
  })

  describe("fact 2: what anybody may read who knows the id of a cart or an order", () => {
    it("is what the browser posted as data, a session's id too, where the provider returned nothing over it", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const posted = { note: "from the browser", session_id: "payses_of_another" }
      const { merchant_reference } = await guest.startPayment(CARD, { ...posted, amount: "1" })
      const { amount } = await merchant.intent(merchant_reference)
      const stranger = store.customer()
      const { data } = await stranger.send("get", `/store/carts/${guest.cartId}`)
      expect(data.cart.payment_collection.payment_sessions).toMatchObject([{ data: { ...posted, amount } }])
    })

    it("is the whole data and context of the sessions, of a logged-in customer too", async () => {
      const guest = store.customer()
      await guest.fillCart()
      await guest.logIn(shopper.email, shopper.password)
      const { merchant_reference } = await guest.startPayment()
      merchant.pay(merchant_reference)
      await guest.complete()
      const [orderId] = await guest.orders()
      const fields = "*payment_collections.payment_sessions"
      const { data } = await store.customer().send("get", `/store/orders/${orderId}?fields=${fields}`)
      expect(data.order.payment_collections[0].payment_sessions).toMatchObject([
        { data: { merchant_reference, checkout_url: null }, context: { customer: { email: shopper.email } } },
      ])
    })
  })

  it("an empty answer to createAccountHolder makes no account holder and no warning at a logged-in customer's start", async () => {
    const guest = store.customer()
    await guest.fillCart()
    await guest.logIn(shopper.email, shopper.password)
    const warn = jest.spyOn(store.container().resolve(ContainerRegistrationKeys.LOGGER), "warn")
    const asked = jest.spyOn(provider(), "createAccountHolder")
    expect(await guest.startPayment()).toMatchObject({ checkout_url: expect.any(String) })
    expect(asked).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls.flat().filter((said) => /account holder/i.test(String(said)))).toEqual([])
    expect(await rows("select id from account_holder")).toEqual([])
  })

  describe("fact 3: completing by a session's id alone", () => {
    it("core completes an unrelated cart when a provider answers authorized with the id of a session that is gone", async () => {
      const { guest } = await paidCart()
      jest.spyOn(provider(), "getWebhookActionAndData").mockResolvedValueOnce({
        action: "authorized",
        data: { session_id: "payses_that_is_gone", amount: 1 },
      })
      const processed = jest.spyOn(store.container().resolve(Modules.WORKFLOW_ENGINE), "run")
      const bus = store.container().resolve(Modules.EVENT_BUS)
      await bus.emit({ name: PaymentWebhookEvents.WebhookReceived, data: event })
      await soon(() => processed.mock.calls.length > 0)
      await Promise.allSettled(processed.mock.results.map(({ value }) => value as Promise<unknown>))
      expect(await guest.orders()).toHaveLength(1)
    })

    it("ours answers not_supported, whatever session an event names", async () => {
      const { reference } = await paidCart()
      const [session] = await rows("select id from payment_session")
      const answer = await provider().getWebhookActionAndData({
        data: { data: { merchant_reference: reference }, session_id: session!.id },
        rawData: "{}",
        headers: {},
      })
      expect(answer).toEqual({ action: "not_supported" })
    })
  })

  it("fact 4: a completion that fails after the capture is canceled, then refunded; then its session is made anew from the old data while the old one is deleted", async () => {
    const { guest, reference } = await paidCart()
    const [before] = await rows("select id from payment_session")
    const asked: string[] = []
    const inputs: Record<string, { data?: unknown; context?: unknown }> = {}
    for (const method of ["cancelPayment", "refundPayment", "initiatePayment", "deletePayment"] as const) {
      const original = provider()[method].bind(provider()) as (input: never) => Promise<never>
      jest.spyOn(provider(), method).mockImplementation(async (input) => {
        asked.push(method)
        inputs[method] = input
        return await original(input as never)
      })
    }
    failAfterCapture(1)
    expect((await guest.complete()).data.type).not.toBe("order")
    expect(asked.slice(0, 2)).toEqual(["cancelPayment", "refundPayment"])
    // These two run at once.
    expect(asked.slice(2).sort()).toEqual(["deletePayment", "initiatePayment"])
    expect(await rows("select note from refund")).toEqual([
      { note: "Refunded due to cart completion failure" },
    ])
    const [after, ...more] = await rows("select id from payment_session")
    expect(more).toEqual([])
    expect(after!.id).not.toBe(before!.id)
    const old = { merchant_reference: reference, status: "succeeded" }
    expect(inputs.deletePayment).toMatchObject({ data: old })
    expect(inputs.initiatePayment).toMatchObject({
      data: { ...old, session_id: after!.id },
      context: { idempotency_key: after!.id },
    })
  })

  it("fact 5: a refund that throws does not stop core from canceling the order and booking the money as returned", async () => {
    const { guest } = await paidCart()
    await guest.complete()
    const [orderId] = await guest.orders()
    const asked = jest.spyOn(provider(), "refundPayment")
    await cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId! } })
    await expect(asked.mock.results[0]?.value).rejects.toThrow(MedusaError)
    expect(await rows(`select status from "order"`)).toEqual([{ status: "canceled" }])
    expect(await rows("select id from refund where deleted_at is null")).toEqual([])
    expect(await rows("select id from order_transaction where amount < 0")).toHaveLength(1)
  })

  it("an order with an open change is not canceled, yet core booked the refund before it refused", async () => {
    merchant.configure({ refunds: "manual" })
    const { guest } = await paidCart()
    await guest.complete()
    const [orderId] = await guest.orders()
    expect((await merchant.post("/admin/order-edits", { order_id: orderId })).status).toBe(200)
    await expect(
      cancelOrderWorkflow(store.container()).run({ input: { order_id: orderId! } })
    ).rejects.toMatchObject({
      message: expect.stringContaining("already has an existing active order change"),
    })
    expect(await rows(`select status from "order"`)).toEqual([{ status: "pending" }])
    expect(await rows("select id from refund where deleted_at is null")).toHaveLength(1)
    expect(await rows("select id from order_transaction where amount < 0 and deleted_at is null")).toEqual([])
  })

  it("fact 6: core's webhook route answers 200 before anybody looked at the event: the bus gets it, to be handed over 5 s later", async () => {
    const bus = store.container().resolve(Modules.EVENT_BUS)
    const emitted = jest.spyOn(bus, "emit").mockResolvedValueOnce()
    const heard = jest.spyOn(provider(), "getWebhookActionAndData")
    const answer = await store.api.post(`/hooks/payment/${event.provider}`, { forged: "by anybody" })
    expect(answer.status).toBe(200)
    expect(heard).not.toHaveBeenCalled()

    const [[handed, options]] = emitted.mock.calls as unknown as [[Parameters<typeof bus.emit>[0], object]]
    expect(options).toMatchObject({ delay: 5_000 })
    await bus.emit(handed)
    await soon(() => heard.mock.calls.length > 0)
    expect(heard.mock.calls).toMatchObject([[{ data: { forged: "by anybody" } }]])
  })

  it("fact 7: from cart to order, with a change of the cart in between, core asks for no updatePayment, getPaymentStatus or retrievePayment", async () => {
    const names = ["updatePayment", "getPaymentStatus", "retrievePayment"] as const
    const spies = names.map((name) => jest.spyOn(provider(), name))
    const { guest, reference } = await paidCart()
    await guest.changeQuantity(3)
    const { merchant_reference } = await guest.startPayment()
    merchant.pay(merchant_reference)
    await guest.comeBack(merchant_reference)
    expect(await guest.orders()).toHaveLength(1)
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
    expect(await merchant.advance(reference)).toMatchObject({ status: "attention" })
  })
}
