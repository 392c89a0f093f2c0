import { resolveOptions } from "../options"
import { at, refusal } from "./refusal"

describe("invalid options", () => {
  it.each<[string, unknown]>([
    ["environment", "staging"],
    ["test.secretKey", "sk_live_0123456789"],
    ["test.secretKey", "pk_test_0123456789"],
    ["test.secretKey", "sk_test_"],
    ["test.secretKey", "sk_test_with space"],
    ["live.secretKey", "sk_test_0123456789"],
    ["test.baseUrl", "http://sandbox.service.example/v1"],
    ["test.baseUrl", "https://sandbox.service.example"],
    ["test.baseUrl", "https://sandbox.service.example/v1?x=1"],
    ["test.baseUrl", "https://user:word@sandbox.service.example/v1"],
    ["live.baseUrl", "http://localhost.evil.example/v1"],
    ["live.checkoutUrl", "//pay.service.example"],
    ["live.checkoutUrl", "ftp://pay.service.example"],
    ["test.webhookSecret", "secret_12345678"],
    ["test.webhookSecret", "whsec_12345678,"],
    ["test.webhookSecret", "whsec_short"],
    ["backendUrl", "http://api.shop.example"],
    ["backendUrl", "https://api.shop.example?tenant=1"],
    ["backendUrl", "https://api.shop.example#top"],
    ["backendUrl", "https://api.shop .example"],
    ["storefrontUrl", "shop.example"],
    ["returnOrigins.0", "https://shop.example/path"],
    ["returnOrigins.0", "javascript:alert(1)"],
    ["customerSessions", true],
    ["customerSessions", "all"],
    ["customerSessions", {}],
    ["feeBearer", "nobody"],
    ["description", "x".repeat(141)],
    ["service.confirmPath", "https://service.example/confirm"],
    ["confirm", "yes"],
    ["sendItems", 1],
    ["collectShippingAddress", null],
    ["paymentMethodTypes.paycollect", "card"],
    ["paymentMethodTypes.paycollect-card.0", ""],
    ["fallbackCustomerName", "   "],
    ["amounts", "XAF 100-"],
    ["amounts.paycollect-cards", { xaf: { min: 1 } }],
    ["amounts.paycollect", 500_000],
    ["amounts.paycollect", ""],
    ["amounts.paycollect", "XAF"],
    ["amounts.paycollect", "XAF 100"],
    ["amounts.paycollect", "XAF 100-5 000"],
    ["amounts.paycollect", "XAF 500-100"],
    ["amounts.paycollect", "XAF 0-100"],
    ["amounts.paycollect", "XAF -0.50"],
    ["amounts.paycollect", "XAF /5, xaf 1-"],
    ["amounts.paycollect", "ABC 1-"],
    ["amounts.paycollect", { xaf: {} }],
    ["amounts.paycollect", { xaf: { least: 1 } }],
    ["amounts.paycollect", { xaf: { min: 1.5 } }],
    ["amounts.paycollect", { xaf: { min: -1 } }],
    ["amounts.paycollect", { xaf: { min: "1e3" } }],
    ["amounts.paycollect", { francs: { min: 1 } }],
    ["amounts.paycollect", { eur: { min: "0.001" } }],
    ["amounts.paycollect", { eur: null }],
    ["service.currencyExponents.xaf", 1.5],
    ["service.currencyExponents.xaf", 5],
    ["service.currencyExponents.franc", 0],
    ["service.authHeader", "basic"],
    ["service.verifyMethod", "POST"],
    ["service.queryNames.country", ""],
    ["service.requestTimeoutMs", 0],
    ["service.requestTimeoutMs", 30_001],
    ["service.requestTimeoutMs", "8000"],
    ["test", "sk_test_0123456789"],
    ["returnUrls", []],
  ])("stop the boot with the name: %s = %p", (path, value) => {
    expect(refusal(at(path, value))).toContain(`\n  - ${path}: `)
  })

  it.each([
    "backendURL",
    "test.secret",
    "live.key",
    "returnUrls.sucess",
    "paymentMethodTypes.card",
    "service.queryNames.lang",
    "service.baseUrl",
    "authHeader",
    "webhook",
    "reconcile",
  ])("stop the boot when there is no such option: %s", (path) => {
    expect(refusal(at(path, "x"))).toContain(`\n  - ${path}: no such option`)
  })

  it("are all named at once", () => {
    const message = refusal({ environment: "x", feeBearer: "y", live: { secretKey: "z" }, nonsense: 1 })
    for (const name of ["environment", "feeBearer", "live.secretKey", "nonsense"])
      expect(message).toContain(`- ${name}: `)
  })

  it("ask for the path of the manual confirmation (U-13)", () => {
    expect(refusal({ confirmationMethod: "manual" })).toContain("service.confirmPath: is needed")
    const given = { confirmationMethod: "manual", service: { confirmPath: "/payment-intents/{id}/confirm" } }
    expect(resolveOptions(given, {}).confirmationMethod).toBe("manual")
  })

  it("stop the boot from a variable too", () => {
    expect(refusal({}, { PAYCOLLECT_TEST_SECRET_KEY: "sk_live_0123456789" })).toContain("test.secretKey: ")
    expect(refusal({}, { PAYCOLLECT_ENVIRONMENT: "staging" })).toContain(
      "environment: must be one of test, live"
    )
  })
})
