import { inspect } from "node:util"
import { PayCollectClient, PayCollectConfigurationError, type ClientConfig } from "../index"

const good: ClientConfig = {
  environment: "test",
  baseUrl: "https://api.example.com/v1",
  secretKey: "sk_test_4f9d2c7b1a8e6035",
}

function problem(more: object): PayCollectConfigurationError {
  try {
    new PayCollectClient({ ...good, ...more })
  } catch (error) {
    if (error instanceof PayCollectConfigurationError) return error
    throw error
  }
  throw new Error("The configuration was accepted")
}

describe("client configuration", () => {
  it.each([
    {},
    { environment: "live", secretKey: "sk_live_4f9d2c7b1a8e6035" },
    { baseUrl: "https://api.example.com/v1/" },
    { baseUrl: "https://api.example.com/collect/v2" },
    { baseUrl: "http://127.0.0.1:4010/v1" },
    { baseUrl: "http://[::1]:4010/v1" },
    { baseUrl: "http://localhost:4010/live/v1" },
    { checkoutUrl: "https://checkout.example.com/" },
    { checkoutUrl: "http://localhost:4010/checkout" },
    { confirmPath: "/payment-intents/{id}/confirm", verifyMethod: "PATCH", authHeader: "x-api-key" },
  ])("accepts %j", (more) => {
    expect(() => new PayCollectClient({ ...good, ...(more as Partial<ClientConfig>) })).not.toThrow()
  })

  it.each([
    ["environment", { environment: "staging" }],
    ["secretKey", { secretKey: "" }],
    ["secretKey", { secretKey: undefined }],
    ["secretKey", { secretKey: "pk_test_4f9d2c7b1a8e6035" }],
    ["secretKey", { secretKey: "sk_live_4f9d2c7b1a8e6035" }],
    ["secretKey", { secretKey: "sk_test_4f9d2c7b1a8e6035\n" }],
    ["secretKey", { secretKey: "sk_test_" }],
    ["secretKey", { environment: "live" }],
    ["baseUrl", { baseUrl: undefined }],
    ["baseUrl", { baseUrl: "api.example.com/v1" }],
    ["baseUrl", { baseUrl: "http://api.example.com/v1" }],
    ["baseUrl", { baseUrl: "http://localhost.evil.test/v1" }],
    ["baseUrl", { baseUrl: "ftp://127.0.0.1/v1" }],
    ["baseUrl", { baseUrl: "https://user:hunter2@api.example.com/v1" }],
    ["baseUrl", { baseUrl: "https://api.example.com/v1?x=hunter2" }],
    ["baseUrl", { baseUrl: "https://api.example.com/v1#" }],
    ["baseUrl", { baseUrl: "https://api.example.com" }],
    ["baseUrl", { baseUrl: "https://api.example.com/v1/payments" }],
    ["baseUrl", { baseUrl: "https://api.example.com\\v1" }],
    ["checkoutUrl", { checkoutUrl: "http://checkout.example.com" }],
    ["checkoutUrl", { checkoutUrl: "https://checkout.example.com/?a=b" }],
    ["checkoutUrl", { checkoutUrl: "" }],
    ["authHeader", { authHeader: "basic" }],
    ["verifyMethod", { verifyMethod: "POST" }],
    ["confirmPath", { confirmPath: "/payment-intents/confirm" }],
    ["confirmPath", { confirmPath: "payment-intents/{id}" }],
    ["confirmPath", { confirmPath: "/a/{id}/{id}" }],
    ["confirmPath", { confirmPath: "/a/../{id}" }],
    ["queryNames", { queryNames: { country: "a&b", cardType: "card_type" } }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["userAgent", { userAgent: "shop\r\nX: y" }],
  ])("refuses a bad %s and never shows its value: %j", (field, more) => {
    const error = problem(more)
    expect(error.field).toBe(field)
    expect(error.message).toContain(`"${field}"`)
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
    for (const value of Object.values(more)) {
      if (typeof value === "string" && value.length > 8) expect(shown).not.toContain(value)
    }
    expect(shown).not.toMatch(/hunter2|4f9d2c7b1a8e6035/)
  })
})
