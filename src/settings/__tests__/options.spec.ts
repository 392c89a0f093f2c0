import { amountsText } from "../amount-options"
import { optionsFromEnv, resolveOptions } from "../options"
import { isSafeAddress } from "../options-schema"
import { refusal } from "./refusal"

const KEYS = { secretKey: "sk_test_0123456789", baseUrl: "https://sandbox.service.example/v1" }
const KEYS_OF_TEST = { test: KEYS }

describe("absent options", () => {
  it("are fine, all of them: builds and migrations have no keys", () => {
    const options = resolveOptions(undefined, {})
    expect([options.test, options.live]).toEqual([{}, {}])
    expect(options).toMatchObject({
      environment: "test",
      returnUrls: {},
      returnOrigins: [],
      feeBearer: "merchant",
      description: "Payment {payment_number}",
      confirmationMethod: "automatic",
      confirm: false,
      collectShippingAddress: false,
      sendItems: true,
      paymentMethodTypes: {},
      amounts: {},
      service: {
        currencyExponents: {},
        authHeader: "bearer",
        verifyMethod: "GET",
        queryNames: { country: "country", cardType: "card_type" },
        feeAmountUnit: "minor",
        capturedEvent: "auto",
        budget: { standard: 60, creation: 20 },
        requestTimeoutMs: 8000,
      },
    })
  })

  it("may be written as undefined or empty, as process.env gives them", () => {
    const given = {
      backendUrl: undefined,
      storefrontUrl: "",
      test: { secretKey: undefined, baseUrl: "" },
      live: undefined,
    }
    expect(resolveOptions(given, { PAYCOLLECT_LIVE_SECRET_KEY: "", PAYCOLLECT_ENVIRONMENT: " " })).toEqual(
      resolveOptions({}, {})
    )
  })
})

describe("valid options", () => {
  it("are normalised: trailing slashes, lists of webhook secrets, currency codes", () => {
    const options = resolveOptions(
      {
        test: {
          ...KEYS,
          baseUrl: "https://sandbox.service.example/v1/",
          webhookSecret: "whsec_12345678, whsec_abcdefgh",
        },
        backendUrl: "http://localhost:9000///",
        service: { currencyExponents: { XAF: 2 } },
      },
      {}
    )
    expect(options.test.baseUrl).toBe("https://sandbox.service.example/v1")
    expect(options.test.webhookSecret).toEqual(["whsec_12345678", "whsec_abcdefgh"])
    expect(options.backendUrl).toBe("http://localhost:9000")
    expect(options.service.currencyExponents).toEqual({ xaf: 2 })
  })

  it("may say which amounts can be paid, as text or as an object, and mean the same", () => {
    const rules = {
      xaf: { min: "100", max: "500000", multiple: "5" },
      eur: { max: "0.50" },
      xof: { multiple: "5" },
    }
    const given = [
      "XAF 100-500000 /5, eur -0.50, XOF /5",
      { xaf: { min: 100, max: "500000", multiple: 5 }, EUR: { max: "0.50" }, xof: { multiple: 5 } },
    ]
    for (const amounts of given)
      expect(resolveOptions({ amounts: { "paycollect-card": amounts } }, {}).amounts).toEqual({
        "paycollect-card": rules,
      })
    expect(amountsText(rules)).toBe("XAF 100-500000 /5, EUR -0.50, XOF /5")
    expect(amountsText({})).toBeNull()
  })

  it("ignore the database connection that Medusa adds, and do not keep it", () => {
    const database = { clientUrl: "postgres://medusa:secret@localhost/shop" }
    expect(resolveOptions({ database, ...KEYS_OF_TEST }, {})).toEqual(resolveOptions(KEYS_OF_TEST, {}))
  })

  it("may give return addresses of the storefront, of further origins and of apps", () => {
    const returnUrls = {
      success: "https://shop.example/{country_code}/thanks/{order_id}?r={reference}",
      waiting: "https://HELP.example/wait/{cart_id}",
      failure: "myshop://pay/again?cart={cart_id}",
    }
    const options = resolveOptions(
      {
        storefrontUrl: "https://shop.example/fr",
        returnOrigins: ["https://help.example", "myshop://pay"],
        returnUrls,
      },
      {}
    )
    expect(options.returnUrls).toEqual(returnUrls)
  })
})

describe("the environment's variables", () => {
  const env = {
    PAYCOLLECT_ENVIRONMENT: "live",
    PAYCOLLECT_TEST_SECRET_KEY: " sk_test_0123456789 ",
    PAYCOLLECT_TEST_BASE_URL: "http://127.0.0.1:4010/v1",
    PAYCOLLECT_TEST_CHECKOUT_URL: "http://127.0.0.1:4010/checkout",
    PAYCOLLECT_LIVE_SECRET_KEY: "sk_live_0123456789",
    PAYCOLLECT_LIVE_BASE_URL: "https://service.example/v1",
    PAYCOLLECT_LIVE_WEBHOOK_SECRET: "whsec_12345678",
    PAYCOLLECT_BACKEND_URL: "https://api.shop.example",
    PAYCOLLECT_STOREFRONT_URL: "https://shop.example",
    SOMETHING_ELSE: "x",
  }

  it("give every option they are named for", () => {
    expect(resolveOptions({}, env)).toMatchObject({
      environment: "live",
      test: {
        secretKey: "sk_test_0123456789",
        baseUrl: "http://127.0.0.1:4010/v1",
        checkoutUrl: "http://127.0.0.1:4010/checkout",
      },
      live: {
        secretKey: "sk_live_0123456789",
        baseUrl: "https://service.example/v1",
        webhookSecret: ["whsec_12345678"],
      },
      backendUrl: "https://api.shop.example",
      storefrontUrl: "https://shop.example",
    })
  })

  it("yield to options given in code, key by key", () => {
    const given = {
      environment: "test",
      test: { baseUrl: "https://other.example/v1" },
      storefrontUrl: undefined,
    }
    expect(resolveOptions(given, env)).toMatchObject({
      environment: "test",
      test: { secretKey: "sk_test_0123456789", baseUrl: "https://other.example/v1" },
      storefrontUrl: "https://shop.example",
    })
  })

  it("are absent when unset or blank", () => {
    expect(optionsFromEnv({ PAYCOLLECT_BACKEND_URL: " ", PAYCOLLECT_TEST_SECRET_KEY: "" })).toEqual({
      test: {},
      live: {},
      service: {},
    })
  })
})

describe("isSafeAddress", () => {
  it.each([
    "https://a.example",
    "https://a.example:8443/v1",
    "http://localhost:9000",
    "http://127.0.0.1/",
    "http://[::1]:1/",
  ])("takes %s", (value) => expect(isSafeAddress(value)).toBe(true))

  it.each([
    "http://a.example",
    "http://127.0.0.1.a.example",
    "https://u@a.example",
    "https://a.example/#",
    "https://a.example/?",
    "https:\\\\a.example",
    " https://a.example",
    "a.example",
    "",
  ])("refuses %p", (value) => expect(isSafeAddress(value)).toBe(false))
})

describe("the service's dashboard", () => {
  it.each([
    "https://service.example/{environment}/payments?q={reference}#{id}",
    "https://{environment}.service.example/{payment_ref}",
    "http://localhost:9010/payments/{reference}",
  ])("may be a template: %s", (dashboardUrl) => {
    const service = { dashboardUrl }
    expect(resolveOptions({ service }, {})).toMatchObject({ service })
    const env = { PAYCOLLECT_DASHBOARD_URL: dashboardUrl }
    expect(resolveOptions({ service: { verifyMethod: "PATCH" } }, env).service).toMatchObject({
      dashboardUrl,
      verifyMethod: "PATCH",
    })
  })

  it.each([
    ["http://service.example/{reference}", "must be an https address"],
    ["https://u:p@service.example/{reference}", "without credentials"],
    ["javascript:alert({reference})", "must be an https address"],
    ["https://service.example\\@evil.example/", "must be an https address"],
    ["/payments/{reference}", "must be an https address"],
    ["https://service.example/{order_id}", "may hold {reference}"],
    ["https://{reference}.example/", "nothing but the {environment}"],
  ])("is refused with the reason: %s", (dashboardUrl, reason) => {
    const text = refusal({ service: { dashboardUrl } })
    expect(text).toContain("- service.dashboardUrl: ")
    expect(text).toContain(reason)
  })
})
