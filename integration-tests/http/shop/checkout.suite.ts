import { shopper } from "../../../demo/backend/src/scripts/seed/markets"
import { ANY_METHOD, CARD, MOBILE_MONEY } from "../support/customer"
import { withMerchant } from "../support/merchant"
import { BACKEND_URL, STOREFRONT_URL } from "../support/store"
import { type Suite } from "../support/suites"

export const checkout: Suite = (store) => {
  const pay = (reference: string) => store.service.control.moveState(reference, "succeeded")

  describe("a cart paid through the hosted checkout", () => {
    it("becomes one paid order, with one create and one verify", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const cart = await guest.cart()
      const session = await guest.startPayment()

      expect(session).toEqual({
        checkout_url: expect.stringContaining(store.service.origin),
        merchant_reference: `${guest.cartId}-1`,
        payment_ref: expect.any(String),
        service_intent_id: expect.any(String),
        payment_number: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
        status: "requires_action",
        amount: String(Math.round(cart.total)),
        currency_code: "xaf",
        exponent: 0,
        fee: null,
        method: null,
        operator: null,
        environment: "test",
      })
      const intent = store.service.control.intent(session.merchant_reference)!
      expect(intent.request).toMatchObject({
        description: `Payment ${session.payment_number}`,
        redirect_url: expect.stringMatching(
          new RegExp(`^${BACKEND_URL}/paycollect/return/${session.merchant_reference}\\.[\\w-]{22}$`)
        ),
        firstname: "Mireille",
        lastname: "Essomba",
        email: "mireille@example.com",
        phone: "237670123456",
        payment_method_types: ["mobile_money"],
        metadata: {
          merchant_reference: session.merchant_reference,
          payment_number: session.payment_number,
          cart_id: guest.cartId,
          shop_id: expect.stringMatching(/^shop_[0-9a-f]{32}$/),
        },
      })

      pay(session.merchant_reference)
      const back = await guest.comeBack(session.merchant_reference)
      const [orderId] = await guest.orders()
      expect(back.status).toBe(303)
      expect(back.headers.location).toBe(
        `${STOREFRONT_URL}/cm/order/${orderId}/confirmed?paycollect_status=success&cart_id=${guest.cartId}&order_id=${orderId}`
      )
      expect(store.calls()).toEqual(["create_payment_intent", "verify_payment"])
      expect(await guest.status()).toEqual({
        status: "succeeded",
        order_id: orderId,
        payment_number: session.payment_number,
        amount: String(session.amount),
        currency_code: "xaf",
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        retry_after_ms: expect.any(Number),
        charged: true,
        payments: [
          {
            payment_number: session.payment_number,
            amount: String(session.amount),
            currency_code: "xaf",
            outcome: "applied",
          },
        ],
      })
      expect(await store.moneyOf(orderId!)).toEqual({
        payment_status: "captured",
        captured: session.amount,
        refunded: "0",
        total: session.amount,
      })
    })

    it("leaves no address to pay at in an order's payments", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference, checkout_url } = await guest.startPayment()
      const secret = new URL(checkout_url!).searchParams.get("client_secret")!
      expect(secret).toMatch(/_secret_\w{20}/)
      const fields = "*payment_collections.payments,*payment_collections.payment_sessions"
      pay(merchant_reference)
      await guest.comeBack(merchant_reference)
      const [orderId] = await guest.orders()
      const shown = [
        await store.customer().send("get", `/store/orders/${orderId}?fields=${fields}`),
        await withMerchant(store).get(`/admin/orders/${orderId}?fields=${fields}`),
        await withMerchant(store).get("/admin/payments?fields=*payment_session"),
      ]
      for (const { status, data } of shown) {
        expect([status, JSON.stringify(data)]).toEqual([200, expect.stringContaining(merchant_reference)])
        expect(JSON.stringify(data)).not.toContain(secret)
      }
    })

    it("stays one order when the return link is reloaded, opened twice at once, or complete is called afterwards", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference } = await guest.startPayment()
      pay(merchant_reference)

      const [first, second] = await Promise.all([
        guest.comeBack(merchant_reference),
        guest.comeBack(merchant_reference),
      ])
      const third = await guest.comeBack(merchant_reference)
      const completed = await guest.complete()

      const orders = await guest.orders()
      expect(orders).toHaveLength(1)
      expect(new Set([first, second, third].map((answer) => answer.headers.location)).size).toBe(1)
      expect(completed.data).toMatchObject({ type: "order", order: { id: orders[0] } })
      expect(store.calls("verify_payment")).toHaveLength(1)
    })

    it("becomes an order through the store's own complete, without the return link", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference } = await guest.startPayment(CARD)
      pay(merchant_reference)

      const { data } = await guest.complete()
      expect(data.type).toBe("order")
      expect((await guest.comeBack(merchant_reference)).headers.location).toContain(
        `/order/${data.order.id}/confirmed`
      )
      expect(await guest.orders()).toEqual([data.order.id])
    })

    it("knows a logged-in customer", async () => {
      const customer = store.customer()
      await customer.logIn(shopper.email, shopper.password)
      await customer.fillCart({
        email: shopper.email,
        address: { first_name: shopper.first_name, last_name: shopper.last_name },
      })
      const { merchant_reference } = await customer.startPayment(ANY_METHOD)

      const { request } = store.service.control.intent(merchant_reference)!
      expect(request).toMatchObject({
        firstname: shopper.first_name,
        lastname: shopper.last_name,
        email: shopper.email,
      })
      expect(request.payment_method_types).toBeUndefined()
      pay(merchant_reference)
      await customer.comeBack(merchant_reference)
      expect(await customer.orders()).toHaveLength(1)
    })
  })

  describe("amounts", () => {
    it.each([
      { currency: "xaf", sku: "COFFEE-250", quantity: 3 },
      { currency: "xof", sku: "PEPPER-60", quantity: 7 },
      { currency: "eur", sku: "COFFEE-250", quantity: 3 },
    ] as const)(
      "charges the total of a $currency cart in its smallest unit, discount, tax and delivery included",
      async (given) => {
        const guest = store.customer()
        await guest.fillCart({ ...given, promo: "BIENVENUE10" })
        const cart = await guest.cart()
        const session = await guest.startPayment(ANY_METHOD)
        const unit = given.currency === "eur" ? 100 : 1

        expect(cart.discount_total).toBeGreaterThan(0)
        expect(session.amount).toBe(String(Math.round(cart.total * unit)))
        const { items = [] } = store.service.control.intent(session.merchant_reference)!.request
        expect(items.reduce((sum, item) => sum + BigInt(item.price) * BigInt(item.quantity), 0n)).toBe(
          BigInt(session.amount)
        )
        // As the shop shows it: prices with tax have none beside them.
        const [goods, ...rest] = items
        expect(goods!.quantity).toBe(given.quantity)
        expect(rest.map((item) => item.name).filter((name) => name !== "Rounding")).toEqual([
          "Standard delivery",
          "Discount",
          ...(given.currency === "xof" ? ["Tax"] : []),
        ])

        pay(session.merchant_reference)
        await guest.comeBack(session.merchant_reference)
        const [orderId] = await guest.orders()
        expect(await store.moneyOf(orderId!)).toMatchObject({ payment_status: "captured" })
      }
    )
  })

  describe("while the money is not there", () => {
    it("answers complete with the cart, and makes the order once the payment succeeds", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference, checkout_url } = await guest.startPayment()
      store.service.control.moveState(merchant_reference, "processing")

      const early = await guest.complete()
      expect(early.status).toBe(200)
      expect(early.data).toMatchObject({
        type: "cart",
        cart: { id: guest.cartId },
        error: { type: "payment_requires_more_error", message: expect.stringContaining("not confirmed yet") },
      })
      expect((await guest.comeBack(merchant_reference)).headers.location).toBe(
        `${STOREFRONT_URL}/cm/checkout/waiting?paycollect_status=waiting&cart_id=${guest.cartId}`
      )
      // It was asked for a moment ago: the page is told when it is again.
      const { retry_after_ms, ...status } = await guest.status()
      expect(status).toMatchObject({ status: "waiting", payment_number: expect.any(String), checkout_url })
      expect(retry_after_ms).toBeGreaterThan(1_000)
      expect(retry_after_ms).toBeLessThanOrEqual(5_000)
      expect(await guest.orders()).toEqual([])

      pay(merchant_reference)
      await store.laterThanFresh(merchant_reference)
      expect((await guest.complete()).data.type).toBe("order")
      expect(await guest.orders()).toHaveLength(1)
    })

    it("leads nobody to pay what the cart does not cost any more", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { checkout_url } = await guest.startPayment()
      expect(await guest.status()).toMatchObject({ status: "waiting", checkout_url })
      expect((await guest.status()).under_way).toEqual({
        state: "opened",
        provider_id: expect.stringMatching(/^pp_paycollect/),
        payment_number: expect.any(String),
        amount: expect.stringMatching(/^\d+$/),
        currency_code: "xaf",
        since: expect.any(String),
      })
      await guest.changeQuantity(3)
      expect(await guest.status()).toEqual({
        status: "waiting",
        payment_number: expect.any(String),
        amount: expect.stringMatching(/^\d+$/),
        currency_code: "xaf",
        since: expect.any(String),
        still_open: expect.objectContaining({ payment_number: expect.any(String) }),
        retry_after_ms: 2000,
      })
      const anew = await guest.startPayment()
      expect(await guest.status()).toMatchObject({ status: "waiting", checkout_url: anew.checkout_url })
      expect(anew.checkout_url).not.toBe(checkout_url)
    })

    it("says failed after a decline, and pays with a second attempt", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const declined = await guest.startPayment()
      store.service.control.moveState(declined.merchant_reference, "failed")

      expect((await guest.comeBack(declined.merchant_reference)).headers.location).toBe(
        `${STOREFRONT_URL}/cm/checkout?step=payment&paycollect_status=failed&cart_id=${guest.cartId}&paycollect_reason=declined`
      )
      expect(await guest.status()).toMatchObject({ status: "failed", reason: "declined" })
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { type: "payment_authorization_error" },
      })

      const retried = await guest.startPayment(CARD)
      expect(retried.merchant_reference).toBe(`${guest.cartId}-2`)
      pay(retried.merchant_reference)
      await guest.comeBack(retried.merchant_reference)
      expect(await guest.orders()).toHaveLength(1)
    })

    it("sends a customer who canceled back to the payment step", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const { merchant_reference } = await guest.startPayment()
      store.service.control.moveState(merchant_reference, "canceled")
      const back = await guest.comeBack(merchant_reference)
      expect(back.headers.location).toContain("/cm/checkout?step=payment&paycollect_status=failed")
      expect(await guest.orders()).toEqual([])
    })

    it("never makes an order of another amount or currency than was asked for", async () => {
      for (const answer of [{ amount: "1" }, { currency: "EUR" }]) {
        const guest = store.customer()
        await guest.fillCart()
        const { merchant_reference } = await guest.startPayment()
        pay(merchant_reference)
        store.service.control.overrideVerify(merchant_reference, answer)

        expect((await guest.comeBack(merchant_reference)).headers.location).toContain(
          "paycollect_status=waiting"
        )
        expect((await guest.complete()).data.type).toBe("cart")
        expect(await guest.status()).toMatchObject({ status: "attention" })
        expect(await guest.orders()).toEqual([])
      }
    })
  })

  describe("starting a payment again", () => {
    it("reuses the open intent of an unchanged cart, and asks for a new one when the total changed", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const first = await guest.startPayment()
      const again = await guest.startPayment()
      expect(again).toEqual(first)
      expect(store.calls()).toEqual(["create_payment_intent"])

      await guest.changeQuantity(5)
      const changed = await guest.startPayment()
      expect(changed.merchant_reference).toBe(`${guest.cartId}-2`)
      expect(BigInt(changed.amount)).toBeGreaterThan(BigInt(first.amount))
    })

    it("makes one intent when two tabs start the same payment at once", async () => {
      const guest = store.customer()
      await guest.fillCart()
      await guest.tryToPay()
      store.service.control.clearRequests()
      await guest.changeQuantity(4)
      const answers = await Promise.all([guest.tryToPay(), guest.tryToPay()])
      expect(answers.some((answer) => answer.status === 200)).toBe(true)
      expect(store.calls("create_payment_intent")).toHaveLength(1)
    })
  })

  describe("a browser that lies", () => {
    it("cannot change what is paid, whose session it is, or what is shown as paid", async () => {
      const guest = store.customer()
      await guest.fillCart()
      const honest = await guest.startPayment()
      const victim = store.customer()
      await victim.fillCart({ sku: "PEPPER-60", quantity: 1 })
      const other = await victim.startPayment()
      pay(other.merchant_reference)

      const forged = await guest.startPayment(MOBILE_MONEY, {
        session_id: "payses_of_somebody_else",
        amount: "1",
        currency_code: "xof",
        status: "succeeded",
        merchant_reference: other.merchant_reference,
        service_intent_id: other.service_intent_id,
        environment: "live",
        checkout_url: "https://evil.example",
      })
      expect(forged).toMatchObject(honest)
      expect((await guest.complete()).data).toMatchObject({
        type: "cart",
        error: { type: "payment_requires_more_error" },
      })
      expect(await guest.orders()).toEqual([])
      expect((await victim.complete()).data.type).toBe("order")
    })
  })

  describe("the return link", () => {
    it.each(["cart_01ABCDEF-1", "nothing", "two words", "%2e%2e%2f", "x".repeat(65)])(
      "of an unknown reference (%s) explains itself",
      async (reference) => {
        const answer = await store.api.get(`/paycollect/return/${encodeURIComponent(reference)}`, {
          headers: { "accept-language": "fr-CM" },
        })
        expect(answer.status).toBe(404)
        expect(answer.headers["content-type"]).toContain("text/html")
        expect(answer.data).toContain("Paiement introuvable")
        expect(answer.data).not.toContain(reference)
        expect(store.calls()).toEqual([])
      }
    )
  })
}
