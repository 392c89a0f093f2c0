import { act } from "react"
import { refused, storeAnswering, storeRouting, type SeenRequest } from "../../__tests__/support"
import {
  usePayCollectPayment,
  usePaymentMethods,
  type PaymentInput,
  type PaymentMethodsInput,
} from "../index"
import { usePaymentOutcome } from "../waiting"
import { later, settle, useOnStage } from "./stage"

const cartId = "cart_1"
const providerId = "pp_paycollect_default"
const status = (state: string, more: object = {}) => ({ status: state, retry_after_ms: 1000, ...more })
const checkoutUrl = "https://pay.example/1"
const session = {
  payment_collection: {
    id: "paycol_1",
    payment_sessions: [{ provider_id: providerId, data: { checkout_url: checkoutUrl } }],
  },
}

/** The browser's own events; outside of one there are none. */
function withBrowserEvents() {
  const scope = globalThis as unknown as Record<string, unknown>
  const events = new EventTarget()
  scope.addEventListener = events.addEventListener.bind(events)
  scope.removeEventListener = events.removeEventListener.bind(events)
  return {
    restore: () => {
      delete scope.addEventListener
      delete scope.removeEventListener
    },
    comeBack: () =>
      act(async () => void events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))),
  }
}

describe("usePayCollectPayment", () => {
  const input = (more: Partial<PaymentInput> = {}) => ({
    cartId,
    onOrder: jest.fn(),
    onWaiting: jest.fn(),
    redirect: jest.fn(),
    ...more,
  })
  const payable = (state: object = status("none")) =>
    storeRouting({ "/status": state, "/payment-collections": session, "/payment-sessions": session })
  const posts = (requests: SeenRequest[]) => requests.filter(({ method }) => method === "POST")

  it("tells what the store knows, and asks nothing without a cart", async () => {
    const { store, requests } = storeAnswering(status("waiting", { checkout_url: checkoutUrl }))
    const payment = await useOnStage(store, usePayCollectPayment, input({ cartId: null }))
    expect(requests).toEqual([])
    expect(payment.now()).toMatchObject({ busy: false, error: null, status: null })
    await payment.change(input())
    expect(payment.now().status).toMatchObject({ status: "waiting", checkoutUrl })
    await payment.leave()
  })

  it("pays what an order asks for without a cart", async () => {
    const given = input({ cartId: null, collectionId: "pay_col_1" })
    const { store, requests } = payable()
    const payment = await useOnStage(store, usePayCollectPayment, given)
    await act(async () => void (await payment.now().pay(providerId)))
    expect(given.redirect).toHaveBeenCalledWith(checkoutUrl)
    expect(posts(requests).map(({ path }) => path)).toEqual([
      "/store/payment-collections/pay_col_1/payment-sessions",
    ])
    expect(requests[0]?.path).toBe("/store/paycollect/carts/pay_col_1/status")
    await payment.leave()
  })

  it("leads to the order that the cart is already", async () => {
    const given = input()
    const { store } = storeAnswering(status("succeeded", { order_id: "order_1" }))
    const payment = await useOnStage(store, usePayCollectPayment, given)
    expect(given.onOrder).toHaveBeenCalledWith("order_1")
    await payment.leave()
  })

  it("is busy while it starts one payment of a double tap, and free again after the redirect", async () => {
    const given = input()
    let answer: () => void = () => undefined
    const slow = new Promise<void>((resolve) => (answer = resolve))
    const { store, requests } = storeRouting({
      "/status": status("none"),
      "/payment-collections": session,
      "/payment-sessions": () => slow.then(() => session),
    })
    const payment = await useOnStage(store, usePayCollectPayment, given)
    const results: unknown[] = []
    await act(async () => {
      void payment
        .now()
        .pay(providerId)
        .then((one) => results.push(one))
      void payment
        .now()
        .pay(providerId)
        .then((one) => results.push(one))
    })
    expect(payment.now().busy).toBe(true)
    expect(results).toEqual([null])
    answer()
    await settle()
    expect(given.redirect).toHaveBeenCalledWith(checkoutUrl)
    expect(payment.now()).toMatchObject({ busy: false, error: null })
    expect(results[1]).toMatchObject({ status: "redirect", checkoutUrl })
    expect(posts(requests).filter(({ path }) => path.endsWith("/payment-sessions"))).toHaveLength(1)
    await payment.leave()
  })

  it("runs what has to come before, but not for a cart that is an order by now", async () => {
    const given = input()
    const before = jest.fn(async () => undefined)
    const open = payable()
    const first = await useOnStage(open.store, usePayCollectPayment, given)
    await act(async () => void (await first.now().pay(providerId, before)))
    expect(before).toHaveBeenCalledTimes(1)
    await first.leave()

    const paid = storeAnswering(status("none"), status("succeeded", { order_id: "order_2" }))
    const second = await useOnStage(paid.store, usePayCollectPayment, given)
    await act(async () => void (await second.now().pay(providerId, before)))
    expect(before).toHaveBeenCalledTimes(1)
    expect(given.onOrder).toHaveBeenCalledWith("order_2")
    expect(posts(paid.requests)).toEqual([])
    await second.leave()
  })

  describe("asks before a second charge", () => {
    const facts = { payment_number: "JZ1D-7K9P", amount: "5403", currency_code: "xaf" }
    const open = (state: string, provider_id = "pp_paycollect-mobile-money_default") =>
      status("waiting", { ...facts, checkout_url: checkoutUrl, under_way: { ...facts, state, provider_id } })
    const held = [{ ...facts, outcome: "held" }]
    const asked = async (state: object) => {
      const given = input()
      const { store, requests } = payable(state)
      const payment = await useOnStage(store, usePayCollectPayment, given)
      const before = jest.fn(async () => undefined)
      const results: unknown[] = []
      await act(
        async () =>
          void payment
            .now()
            .pay(providerId, before)
            .then((one) => results.push(one))
      )
      const answer = (verdict: "pay" | "wait") => act(async () => payment.now().question!.answer(verdict))
      const started = () => posts(requests).filter(({ path }) => path.endsWith("/payment-sessions"))
      return { given, payment, before, results, answer, started }
    }

    it.each([
      ["of another method", open("opened"), "open"],
      ["that waits on the phone, of the same method, too", open("processing", providerId), "open"],
      [
        "for the cart as it was before she changed it",
        status("waiting", { ...facts, still_open: facts }),
        "open",
      ],
      ["of money that the shop looks at", status("attention", { payments: held }), "held"],
      ["of it after a decline", status("failed", { payments: held }), "held"],
      [
        "of it, and not of what was open in another tab",
        { ...open("opened"), status: "attention", payments: held },
        "held",
      ],
    ])("beside a payment %s", async (_, state, kind) => {
      const { payment, before, results, answer, started } = await asked(state)
      expect(payment.now().question).toMatchObject({
        kind,
        payment: { amount: "5403", paymentNumber: "JZ1D-7K9P" },
        checkoutUrl: "under_way" in state && kind === "open" ? checkoutUrl : null,
      })
      await answer("wait")
      expect(results).toEqual([null])
      expect(payment.now()).toMatchObject({ busy: false, error: null, question: null })
      expect([before.mock.calls, started()]).toEqual([[], []])
      await payment.leave()
    })

    it.each([
      ["open", open("opened"), {}],
      ["open for the cart as it was", status("waiting", { ...facts, still_open: facts }), {}],
      ["held", status("attention", { payments: held }), { pay_anew: true }],
    ])("and charges where she says so: %s", async (_, state, data) => {
      const { given, payment, before, answer, started } = await asked(state)
      await answer("pay")
      expect(before).toHaveBeenCalledTimes(1)
      expect(given.redirect).toHaveBeenCalledWith(checkoutUrl)
      expect(started().map(({ body }) => body)).toEqual([
        { provider_id: providerId, data: { ...data, answer_refusal: true } },
      ])
      await payment.leave()
    })

    it("beside a payment by the same method that the store does not go on with: her phone number is another one", async () => {
      const given = input()
      const refusal = { status: 400, code: "paycollect_payment_open", message: "Another payment" }
      const { store, requests } = storeRouting({
        "/status": open("opened", providerId),
        "/payment-collections": session,
        "/payment-sessions": ({ body }: SeenRequest) =>
          (body as { data: { ask_first?: true } }).data.ask_first ? { refusal } : session,
      })
      const payment = await useOnStage(store, usePayCollectPayment, given)
      const before = jest.fn(async () => undefined)
      const results: unknown[] = []
      const press = () =>
        act(
          async () =>
            void payment
              .now()
              .pay(providerId, before)
              .then((one) => results.push(one))
        )
      const answer = (verdict: "pay" | "wait") => act(async () => payment.now().question!.answer(verdict))
      const asked = { kind: "open", payment: { paymentNumber: "JZ1D-7K9P" }, checkoutUrl }
      const data = () =>
        posts(requests).flatMap(({ path, body }) => (path.endsWith("/payment-sessions") ? [body?.data] : []))

      await press()
      expect(payment.now()).toMatchObject({ busy: true, question: asked })
      expect(before).toHaveBeenCalledTimes(1)
      await answer("wait")
      expect(results).toEqual([null])
      expect(payment.now()).toMatchObject({ busy: false, error: null, question: null })
      expect(given.redirect).not.toHaveBeenCalled()

      await press()
      expect(payment.now().question).toMatchObject(asked)
      await answer("pay")
      expect(given.redirect).toHaveBeenCalledWith(checkoutUrl)
      const first = { ask_first: true, answer_refusal: true }
      expect(data()).toEqual([first, first, { answer_refusal: true }])
      await payment.leave()
    })

    it.each([
      ["she goes on with what she opened by the same method", open("opened", providerId), {}],
      ["she answered before", { ...open("opened", providerId), payments: held }, { pay_anew: true }],
      ["her money was applied", status("none", { payments: [{ ...facts, outcome: "applied" }] }), {}],
    ])("but not where %s", async (_, state, data) => {
      const { given, payment, started } = await asked(state)
      expect(payment.now().question).toBeNull()
      expect(given.redirect).toHaveBeenCalledWith(checkoutUrl)
      expect(started()[0]?.body?.data).toEqual({ ...data, ask_first: true, answer_refusal: true })
      await payment.leave()
    })
  })

  it("shows an error with the store's reason, and forgets it at the next try", async () => {
    let refuse = true
    const { store } = storeRouting({
      "/status": status("none"),
      "/payment-collections": session,
      "/payment-sessions": () => (refuse ? refused(400, "The phone is missing") : session),
    })
    const payment = await useOnStage(store, usePayCollectPayment, input())
    await act(async () => expect(await payment.now().pay(providerId)).toBeNull())
    expect(payment.now()).toMatchObject({
      busy: false,
      error: { code: "request", message: "The phone is missing" },
    })
    refuse = false
    await act(async () => void (await payment.now().pay(providerId)))
    expect(payment.now().error).toBeNull()
    await payment.leave()
  })

  it("frees a button whose browser was stopped on its way to the checkout, and no later start", async () => {
    jest.useFakeTimers()
    const browser = withBrowserEvents()
    try {
      ;(globalThis as unknown as { location: object }).location = { assign: jest.fn() }
      const { store } = payable()
      const payment = await useOnStage(store, usePayCollectPayment, input({ redirect: undefined }))
      const pay = () => act(async () => void (await payment.now().pay(providerId)))
      await pay()
      await later(19_000)
      expect(payment.now().busy).toBe(true)
      await later(1_000)
      expect(payment.now().busy).toBe(false)

      await pay()
      await later(10_000)
      await browser.comeBack()
      await pay()
      await later(10_000)
      expect(payment.now().busy).toBe(true)
      await payment.leave()
    } finally {
      delete (globalThis as { location?: unknown }).location
      browser.restore()
      jest.useRealTimers()
    }
  })

  it("frees a button that the back button brings back as it was left, and asks again", async () => {
    const browser = withBrowserEvents()
    try {
      const given = input({ redirect: undefined })
      const left = jest.fn()
      ;(globalThis as unknown as { location: object }).location = { assign: left }
      let state = status("none")
      const { store } = payable(() => state)
      const payment = await useOnStage(store, usePayCollectPayment, given)
      await act(async () => void (await payment.now().pay(providerId)))
      expect(left).toHaveBeenCalledWith(checkoutUrl)
      expect(payment.now().busy).toBe(true)

      state = status("succeeded", { order_id: "order_3" })
      await browser.comeBack()
      expect(payment.now().busy).toBe(false)
      expect(given.onOrder).toHaveBeenCalledWith("order_3")
      await payment.leave()
    } finally {
      delete (globalThis as { location?: unknown }).location
      browser.restore()
    }
  })
})

describe("usePaymentMethods", () => {
  const input: PaymentMethodsInput = { regionId: "reg_1", countryCode: "cm", cartId, total: 10_000 }
  const fee = (total: string) => ({
    fees: [
      { payment_method: "mtn", fee: "350", total, currency_code: "xaf", fee_bearer: "customer", error: null },
    ],
  })
  const region = {
    "region_id=reg_1": { payment_providers: [{ id: providerId }] },
    "country_code=cm": { payment_methods: [{ code: "mtn", name: "MTN MoMo", type: "mobile_money" }] },
    "country_code=ci": { payment_methods: [{ code: "moov", name: "Moov Money", type: "mobile_money" }] },
  }
  const operators = (methods: { operators: { name: string; fees: unknown[] }[] }[] | null) =>
    methods && methods.flatMap((method) => method.operators.map(({ name, fees }) => [name, fees.length]))

  it("keeps the methods of a cart whose total changes, but never the fees of another total", async () => {
    let answer: (body: object) => void = () => undefined
    const fees = [fee("10350"), new Promise((resolve) => (answer = resolve))]
    const { store } = storeRouting({ ...region, [`cart_id=${cartId}`]: () => fees.shift() })
    const methods = await useOnStage(store, usePaymentMethods, input)
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 1]])
    await methods.change({ ...input, total: 20_000 })
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    answer(fee("20350"))
    await settle()
    expect(methods.now().methods?.[0]?.operators[0]?.fees[0]?.total).toBe("20350")
    await methods.leave()
  })

  it("bridges an answer without operators or fees by what was told of the same total", async () => {
    let silent = false
    const { store } = storeRouting({
      ...region,
      "country_code=cm": () => (silent ? refused(503, "x") : region["country_code=cm"]),
      [`cart_id=${cartId}`]: () => (silent ? refused(429, "x") : fee("10350")),
    })
    const methods = await useOnStage(store, usePaymentMethods, input)
    silent = true
    await act(async () => methods.now().reload())
    expect(methods.now().methods?.[0]?.operators[0]?.fees[0]?.total).toBe("10350")
    await methods.change({ ...input, total: 20_000 })
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    await methods.change(input)
    expect(methods.now().methods?.[0]?.operators[0]?.fees[0]?.total).toBe("10350")
    await methods.leave()
  })

  it("has none of another country while it asks, and drops the answer that comes too late", async () => {
    let late: (body: object) => void = () => undefined
    const slow = new Promise((resolve) => (late = resolve))
    const { store } = storeRouting({
      ...region,
      "country_code=ci": () => slow,
      [`cart_id=${cartId}`]: { fees: [] },
    })
    const methods = await useOnStage(store, usePaymentMethods, input)
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    await methods.change({ ...input, countryCode: "ci" })
    expect(methods.now().methods).toBeNull()
    await methods.change(input)
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    late(region["country_code=ci"])
    await settle()
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    await methods.leave()
  })

  it("asks nothing without a region, tells an error, and asks again when told to", async () => {
    let down = true
    const { store, requests } = storeRouting({
      ...region,
      "region_id=reg_1": () => (down ? refused(500, "Down") : region["region_id=reg_1"]),
      [`cart_id=${cartId}`]: { fees: [] },
    })
    const methods = await useOnStage(store, usePaymentMethods, {
      ...input,
      regionId: null,
    } as PaymentMethodsInput)
    expect(requests).toEqual([])
    await methods.change(input)
    expect(methods.now()).toMatchObject({ methods: null, error: { code: "server" } })
    down = false
    await act(async () => methods.now().reload())
    expect(methods.now().error).toBeNull()
    expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
    await methods.leave()
  })

  describe("where the first answer does not come", () => {
    beforeEach(() => void jest.useFakeTimers())
    afterEach(() => void jest.useRealTimers())
    const failing = (...failures: object[]) =>
      storeRouting({
        ...region,
        "region_id=reg_1": () => failures.shift() ?? region["region_id=reg_1"],
        [`cart_id=${cartId}`]: { fees: [] },
      })

    it("asks again by itself, and says what is wrong until then", async () => {
      const { store } = failing(refused(503, "Down"), refused(503, "Down"))
      const methods = await useOnStage(store, usePaymentMethods, input)
      for (let round = 0; round < 2; round++) {
        expect(methods.now()).toMatchObject({ methods: null, error: { code: "server" } })
        await later(5_000)
      }
      expect(methods.now().error).toBeNull()
      expect(operators(methods.now().methods)).toEqual([["MTN MoMo", 0]])
      await methods.leave()
    })

    it.each([
      ["the store refused", refused(400, "No such region"), 60_000],
      ["the component is gone", refused(503, "Down"), 4_000],
    ])("asks no more where %s", async (_why, failure, before) => {
      const { store, requests } = failing(failure)
      const methods = await useOnStage(store, usePaymentMethods, input)
      await later(before)
      await methods.leave()
      const asked = requests.length
      await later(60_000)
      expect(requests).toHaveLength(asked)
      expect(requests.filter(({ path }) => path.includes("payment-providers"))).toHaveLength(1)
    })
  })
})

describe("usePaymentOutcome", () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const wait = (id: string | null) => usePaymentOutcome(id, { timeoutMs: 60_000 })

  it("tells what is known while it waits, and then how it ended", async () => {
    const { store } = storeAnswering(
      status("waiting", { checkout_url: checkoutUrl }),
      status("succeeded", { order_id: "order_1", payment_number: "JZ1D-7K9P" })
    )
    const waiting = await useOnStage(store, wait, cartId as string | null)
    expect(waiting.now()).toMatchObject({ outcome: null, update: { last: { checkoutUrl } }, error: null })
    await later(1_000)
    expect(waiting.now().outcome).toMatchObject({
      status: "succeeded",
      orderId: "order_1",
      paymentNumber: "JZ1D-7K9P",
    })
    await waiting.leave()
  })

  it("asks nothing before the cart is known, nor after the component is gone", async () => {
    const { store, requests } = storeAnswering(status("waiting"))
    const waiting = await useOnStage(store, wait, null as string | null)
    await later(5_000)
    expect(requests).toEqual([])
    await waiting.change(cartId)
    expect(requests).toHaveLength(1)
    await waiting.leave()
    await later(60_000)
    expect(requests).toHaveLength(1)
  })

  it("ends with an error when the store refuses, and waits again when told to", async () => {
    const { store } = storeAnswering(refused(400, "No such key"), status("failed", { reason: "declined" }))
    const waiting = await useOnStage(store, wait, cartId as string | null)
    expect(waiting.now()).toMatchObject({ outcome: null, error: { code: "request" } })
    await act(async () => waiting.now().again())
    expect(waiting.now()).toMatchObject({ outcome: { status: "failed", reason: "declined" }, error: null })
    await waiting.leave()
  })

  it("forgets the outcome of one cart when it is asked about another", async () => {
    const { store } = storeRouting({
      "cart_1/status": status("failed"),
      "cart_2/status": status("waiting"),
    })
    const waiting = await useOnStage(store, wait, cartId as string | null)
    expect(waiting.now().outcome).toMatchObject({ status: "failed" })
    await waiting.change("cart_2")
    expect(waiting.now()).toMatchObject({ outcome: null, update: { last: { status: "waiting" } } })
    await waiting.leave()
  })
})
