import { feeRange, listPaymentMethods, methodKind } from "../methods"
import { refused, storeRouting, type SeenRequest } from "./support"

const MOBILE = "pp_paycollect-mobile-money_default"
const CARD = "pp_paycollect-card_default"
const ANY = "pp_paycollect_default"

const mtn = { code: "mtn", name: "MTN MoMo", type: "mobile_money", logo: "https://pay.example/mtn.png" }
const orange = { code: "orange", name: "Orange Money", type: "mobile_money", logo: "javascript:alert(1)" }
const visa = { code: "card", name: "Visa / Mastercard", type: "card" }

const charged = { currency_code: "XAF", fee_bearer: "customer", details: {} }
const fees = [
  { ...charged, payment_method: "mtn", fee: "350", total: "10350" },
  { ...charged, payment_method: "orange", fee: null, total: null, error: { code: "x", message: "x" } },
  { ...charged, payment_method: "card", card_type: "local", fee: "390", total: "10390" },
  { ...charged, payment_method: "card", card_type: "international", fee: "490", total: "10490" },
]

function shop(answers: { providers?: unknown; methods?: unknown; fees?: unknown } = {}) {
  const part = (request: SeenRequest) => request.path.split("?")[0]!
  const { store, requests } = storeRouting({})
  const given: Record<string, unknown> = {
    "/store/payment-providers": answers.providers ?? {
      payment_providers: [{ id: ANY }, { id: "pp_system_default" }, { id: CARD }, { id: MOBILE }, null, {}],
    },
    "/store/paycollect/payment-methods": answers.methods ?? {
      payment_methods: [mtn, orange, visa, null, {}],
    },
    "/store/paycollect/fee-preview": answers.fees ?? { fees },
  }
  store.client.fetch = async <T>(path: string, request = {}): Promise<T> => {
    const seen = { path, ...request }
    requests.push(seen)
    const answer = given[part(seen)]
    if (answer instanceof Error) {
      throw answer
    }
    return answer as T
  }
  const list = (more: object = {}) =>
    listPaymentMethods({ client: store, regionId: "reg_1", countryCode: "CM", cartId: "cart_1", ...more })
  return { list, requests }
}

describe("listPaymentMethods", () => {
  it("lists the region's providers of this plugin, the narrower first, each with its operators", async () => {
    const { list, requests } = shop()
    const methods = await list()
    expect(methods.map(({ providerId, kind }) => [providerId, kind])).toEqual([
      [MOBILE, "mobile_money"],
      [CARD, "card"],
      [ANY, "any"],
    ])
    expect(methods.map(({ operators }) => operators.map(({ name }) => name))).toEqual([
      ["MTN MoMo", "Orange Money"],
      ["Visa / Mastercard"],
      ["MTN MoMo", "Orange Money", "Visa / Mastercard"],
    ])
    expect(methods[0]!.operators.map(({ logo }) => logo)).toEqual(["https://pay.example/mtn.png", null])
    expect(requests.map(({ path }) => path).sort()).toEqual([
      "/store/paycollect/fee-preview?cart_id=cart_1",
      "/store/paycollect/payment-methods?country_code=cm",
      "/store/payment-providers?region_id=reg_1",
    ])
  })

  it("takes a fee only where the store gives a number that the customer pays", async () => {
    const [mobile, card] = await shop().list()
    expect(mobile!.operators.map((operator) => operator.fees)).toEqual([
      [{ fee: "350", total: "10350", currencyCode: "xaf", cardType: null }],
      [],
    ])
    expect(card!.operators[0]!.fees.map(({ fee, cardType }) => [fee, cardType])).toEqual([
      ["390", "local"],
      ["490", "international"],
    ])
    expect(feeRange(mobile!)).toBeNull()
    expect(feeRange(card!)).toMatchObject({ low: { fee: "390" }, high: { fee: "490" } })
  })

  it.each([
    ["whatever it is", { fee: "350", total: "10350" }],
    [
      "also when the service cannot be asked",
      { fee: null, total: null, error: { code: "rate_limited", message: "x" } },
    ],
  ])("knows that the customer pays none where the merchant bears it, %s", async (_, row) => {
    const told = { ...charged, payment_method: "mtn", amount: "10000", fee_bearer: "merchant", ...row }
    const [mobile] = await shop({ methods: { payment_methods: [mtn] }, fees: { fees: [told] } }).list()
    expect(feeRange(mobile!)?.low).toEqual({ fee: "0", total: "10000", currencyCode: "xaf", cardType: null })
  })

  it.each([
    ["there is none", { fee: null }],
    ["it is no amount", { fee: "about 3 %" }],
    ["it is negative", { fee: "-5" }],
    ["it came with an error", { fee: "350", error: { code: "rate_limited", message: "x" } }],
    ["it has no currency", { fee: "350", currency_code: undefined }],
  ])("shows no fee when %s", async (_, row) => {
    const { list } = shop({ fees: { fees: [{ ...charged, payment_method: "mtn", ...row }] } })
    expect((await list())[0]!.operators[0]!.fees).toEqual([])
  })

  it("says what a method takes where the cart's total is outside of it", async () => {
    const amounts = {
      "paycollect-mobile-money": {
        min: "100",
        max: "5000",
        multiple: "5",
        currency_code: "xaf",
        outside: "above",
      },
      paycollect: { currency_code: "xaf", widest: true, outside: null },
    }
    const methods = await shop({ fees: { fees, amounts } }).list()
    expect(methods.map(({ kind, outside }) => [kind, outside])).toEqual([
      ["mobile_money", { min: "100", max: "5000", currencyCode: "xaf" }],
      ["card", null],
      ["any", null],
    ])
  })

  it("asks for no fees without a cart", async () => {
    const { list, requests } = shop()
    await list({ cartId: undefined, countryCode: undefined })
    expect(requests.map(({ path }) => path).sort()).toEqual([
      "/store/paycollect/payment-methods",
      "/store/payment-providers?region_id=reg_1",
    ])
  })

  it.each([refused(429, "slow down"), refused(503, "x"), new TypeError("Failed to fetch"), {}])(
    "lists the methods although operators and fees cannot be had (%s)",
    async (trouble) => {
      const methods = await shop({ methods: trouble, fees: trouble }).list()
      expect(methods.map(({ providerId, operators }) => [providerId, operators])).toEqual([
        [MOBILE, []],
        [CARD, []],
        [ANY, []],
      ])
    }
  )

  it.each([
    ["test", true],
    ["live", false],
    [undefined, false],
  ])("knows whether money moves: environment %s", async (environment, isTest) => {
    const methods = await shop({ methods: { environment, payment_methods: [mtn, visa] } }).list()
    expect(methods.map((method) => method.isTest)).toEqual([isTest, isTest, isTest])
    expect(methods[2]!.operators.map(({ kind }) => kind)).toEqual(["mobile_money", "card"])
  })

  it("leaves out what nobody in the country can pay with, and only when that is certain", async () => {
    const cardsOnly = await shop({ methods: { payment_methods: [visa] } }).list()
    expect(cardsOnly.map(({ providerId }) => providerId)).toEqual([CARD, ANY])
    const untyped = await shop({
      methods: { payment_methods: [visa, { code: "wave", name: "Wave" }] },
    }).list()
    expect(untyped.map(({ providerId }) => providerId)).toEqual([MOBILE, CARD, ANY])
    expect(await shop({ methods: { payment_methods: [] } }).list()).toEqual([])
  })

  it("fails when the providers cannot be read, and when aborted", async () => {
    await expect(shop({ providers: refused(400, "Publishable key required") }).list()).rejects.toMatchObject({
      code: "request",
    })
    await expect(shop({ providers: {} }).list()).rejects.toMatchObject({ code: "invalid_response" })
    const signal = AbortSignal.abort(new Error("left the page"))
    await expect(shop().list({ signal })).rejects.toThrow("left the page")
  })
})

it.each([
  [ANY, "any"],
  [MOBILE, "mobile_money"],
  ["pp_paycollect-card_shop", "card"],
  ["pp_system_default", null],
  ["pp_paycollectors_default", null],
])("%s stands for %s", (id, kind) => expect(methodKind(id)).toBe(kind))
