import { codeOfStatus, PayCollectStorefrontError } from "../errors"
import { startNewCart, startPayment } from "../start"
import { refused, storeRouting } from "./support"

const checkoutUrl = "https://pay.example/pi_1?client_secret=s"

function session(
  data: Record<string, unknown> = { checkout_url: checkoutUrl, merchant_reference: "cart_1-1" }
) {
  const own = { provider_id: "pp_paycollect_default", data }
  const other = { provider_id: "pp_system_default", data: {} }
  return { payment_collection: { id: "pay_col_1", payment_sessions: [other, own] } }
}

function shop(routes: Record<string, unknown> = {}) {
  return storeRouting({
    "/status": { status: "none" },
    "/store/payment-collections": { payment_collection: { id: "pay_col_1" } },
    "/payment-sessions": session(),
    ...routes,
  })
}

const start = (store: ReturnType<typeof shop>["store"], more: object = {}) =>
  startPayment({ client: store, cartId: "cart_1", providerId: "pp_paycollect_default", ...more })

describe("startPayment", () => {
  it("creates collection and session, and returns the checkout address", async () => {
    const { store, requests } = shop()
    expect(await start(store, { data: { note: "x" } })).toEqual({
      status: "redirect",
      checkoutUrl,
      reference: "cart_1-1",
    })
    const posts = requests.filter((one) => one.method === "POST").map(({ path, body }) => ({ path, body }))
    expect(posts).toEqual([
      { path: "/store/payment-collections", body: { cart_id: "cart_1" } },
      {
        path: "/store/payment-collections/pay_col_1/payment-sessions",
        body: { provider_id: "pp_paycollect_default", data: { note: "x", answer_refusal: true } },
      },
    ])
  })

  describe("of an order's collection", () => {
    const pay = (routes: Record<string, unknown> = {}) => {
      const { store, requests } = shop(routes)
      const started = startPayment({
        client: store,
        collectionId: "../pay_col_1",
        providerId: "pp_paycollect_default",
      })
      return { started, requests }
    }

    it("makes a session in it, asks for no other and completes no cart", async () => {
      const { started, requests } = pay()
      expect(await started).toMatchObject({ status: "redirect", checkoutUrl })
      expect(requests.map(({ method = "GET", path }) => `${method} ${path}`)).toEqual([
        "GET /store/paycollect/carts/..%2Fpay_col_1/status",
        "POST /store/payment-collections/..%2Fpay_col_1/payment-sessions",
      ])
    })

    it("shows the order that it paid already", async () => {
      const { started, requests } = pay({ "/status": { status: "succeeded", order_id: "order_1" } })
      expect(await started).toEqual({ status: "succeeded", orderId: "order_1" })
      expect(requests).toHaveLength(1)
    })

    it("waits for the store to book an earlier payment that fits", async () => {
      const { started, requests } = pay({ "/payment-sessions": session({ status: "succeeded" }) })
      expect(await started).toEqual({ status: "waiting" })
      expect(requests.at(-1)?.path).toContain("/payment-sessions")
    })

    it("says why the store asks for no money, as of a canceled order", async () => {
      const { started } = pay({ "/payment-sessions": refused(400, "There is nothing to pay") })
      await expect(started).rejects.toMatchObject({ code: "request", message: "There is nothing to pay" })
    })
  })

  it("hands the address to the redirect function", async () => {
    const redirect = jest.fn()
    await start(shop().store, { redirect })
    expect(redirect.mock.calls).toEqual([[checkoutUrl]])
  })

  it("asks for no second payment when the cart is already an order", async () => {
    const { store, requests } = shop({ "/status": { status: "succeeded", order_id: "order_1" } })
    expect(await start(store)).toEqual({ status: "succeeded", orderId: "order_1" })
    expect(requests.some((one) => one.path.endsWith("/payment-sessions"))).toBe(false)
  })

  describe("a store that cannot start a payment now", () => {
    beforeEach(() => void jest.useFakeTimers())
    afterEach(() => void jest.useRealTimers())

    const refusing = (status: number, retryAfterMs: number | undefined, times: number) => {
      const refusal = new PayCollectStorefrontError(codeOfStatus(status), "Not now", { status, retryAfterMs })
      let refused = 0
      const answer = () => (refused++ < times ? Promise.reject(refusal) : session())
      return { ...shop({ "/payment-sessions": answer }), asked: () => refused }
    }

    const later = (retry_after_ms: number) => ({
      refusal: {
        status: 503,
        code: "paycollect_not_set_up",
        message: "Not now",
        charged: false,
        retry_after_ms,
      },
    })

    it("says all of it in an answer that the js-sdk hands over", async () => {
      const support = { email: "shop@example.com" }
      const details = { min: "100", currency_code: "xaf" }
      const refusal = { ...later(15_000).refusal, support, details }
      await expect(start(shop({ "/payment-sessions": { refusal } }).store)).rejects.toMatchObject({
        code: "server",
        status: 503,
        message: "Not now",
        storeCode: "paycollect_not_set_up",
        charged: false,
        retryAfterMs: 15_000,
        bounds: { min: "100", currencyCode: "xaf" },
        support,
      })
    })

    it("is asked once more after the seconds that it answers with", async () => {
      const answers = [later(4_000), session()]
      const started = start(shop({ "/payment-sessions": () => answers.shift() }).store)
      await jest.advanceTimersByTimeAsync(4_000)
      expect(await started).toMatchObject({ status: "redirect", checkoutUrl })
    })

    it.each([429, 503])("is asked once more after the seconds it names: %d", async (status) => {
      const { store, asked } = refusing(status, 4_000, 1)
      const started = start(store)
      await jest.advanceTimersByTimeAsync(3_999)
      expect(asked()).toBe(1)
      await jest.advanceTimersByTimeAsync(1)
      expect(await started).toMatchObject({ status: "redirect", checkoutUrl })
    })

    it.each([
      [429, "rate_limited", 1_000, 9, 2],
      [503, "server", 15_000, 1, 1],
      [503, "server", undefined, 1, 1],
    ] as const)("%d %s, Retry-After %p ms", async (status, code, retryAfterMs, times, requests) => {
      const { store, asked } = refusing(status, retryAfterMs, times)
      const failed = expect(start(store)).rejects.toMatchObject({ code, status, retryAfterMs })
      await jest.runAllTimersAsync()
      await failed
      expect(asked()).toBe(requests)
    })
  })

  it("waits for an order that is being made", async () => {
    const { store } = shop({ "/status": { status: "succeeded" } })
    expect(await start(store)).toEqual({ status: "waiting" })
  })

  it("starts although the status is unknown", async () => {
    const { store } = shop({ "/status": refused(500, "x") })
    expect(await start(store)).toMatchObject({ status: "redirect" })
  })

  it("completes the cart when an earlier payment was reused", async () => {
    const reused = session({ checkout_url: checkoutUrl, status: "succeeded" })
    const { store, requests } = shop({
      "/payment-sessions": reused,
      "/store/carts/cart_1/complete": { type: "order", order: { id: "order_1" } },
    })
    const redirect = jest.fn()
    expect(await start(store, { redirect })).toEqual({ status: "succeeded", orderId: "order_1" })
    expect(requests.at(-1)?.path).toBe("/store/carts/cart_1/complete")
    expect(redirect).not.toHaveBeenCalled()
  })

  it("goes to the waiting page when the reused payment is not an order yet", async () => {
    const reused = session({ checkout_url: checkoutUrl, status: "succeeded" })
    const { store } = shop({ "/payment-sessions": reused, "/complete": { type: "cart", error: {} } })
    expect(await start(store)).toEqual({ status: "waiting" })
  })

  it.each(["http://pay.example/1", "javascript:alert(1)", null])("never leads to %s", async (url) => {
    const redirect = jest.fn()
    const { store } = shop({ "/payment-sessions": session({ checkout_url: url }) })
    await expect(start(store, { redirect })).rejects.toMatchObject({ code: "unsafe_checkout_url" })
    expect(redirect).not.toHaveBeenCalled()
  })

  it("says why the store refused", async () => {
    const { store } = shop({ "/payment-sessions": refused(400, "Missing: phone") })
    await expect(start(store)).rejects.toMatchObject({ code: "request", message: "Missing: phone" })
  })

  it.each([
    ["/store/payment-collections", {}],
    ["/payment-sessions", { payment_collection: { payment_sessions: [] } }],
  ])("refuses an unreadable answer of %s", async (route, body) => {
    await expect(start(shop({ [route]: body }).store)).rejects.toMatchObject({ code: "invalid_response" })
  })
})

describe("startNewCart", () => {
  const cart = {
    id: "cart_1",
    region_id: "reg_1",
    locale: "fr-FR",
    currency_code: "xaf",
    email: "a@b.example",
  }

  it("begins with the region and the language of the old cart and with what is given, and nothing else of it", async () => {
    const { store, requests } = storeRouting({
      "/store/carts/..%2Fcart_1?fields=region_id,locale": { cart },
      "/store/carts": { cart: { id: "cart_2" } },
    })
    const values = { shipping_address: { country_code: "cm" } }
    expect(await startNewCart({ client: store, cartId: "../cart_1", values })).toBe("cart_2")
    expect(requests.map(({ method, body }) => [method, body])).toEqual([
      ["GET", undefined],
      ["POST", { region_id: "reg_1", locale: "fr-FR", ...values }],
    ])
  })

  it("says so when the store knows no such cart, or gives no new one", async () => {
    const gone = storeRouting({})
    await expect(startNewCart({ client: gone.store, cartId: "cart_1" })).rejects.toMatchObject({
      status: 404,
    })
    expect(gone.requests).toHaveLength(1)
    const none = storeRouting({ "?fields=region_id,locale": { cart }, "/store/carts": {} })
    await expect(startNewCart({ client: none.store, cartId: "cart_1" })).rejects.toMatchObject({
      code: "invalid_response",
    })
  })
})
