import { version } from "../../../package.json"
import { inspect } from "node:util"
import { checkConfig, type CheckedConfig } from "../config"
import { PayCollectClient } from "../client"
import { PayCollectConfigurationError } from "../errors"
import { type ClientConfig } from ".."

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

  it.each<[string, object, string]>([
    ["environment", { environment: "staging" }, 'must be "test" or "live"'],
    ["secretKey", { secretKey: undefined }, "is missing"],
    ["secretKey", { secretKey: 5 }, "is missing"],
    ["secretKey", { secretKey: "" }, "is missing"],
    [
      "secretKey",
      { secretKey: "xsk_test_4f9d2c7b1a8e6035" },
      "must start with sk_test_... in the test environment",
    ],
    ["secretKey", { environment: "live" }, "must start with sk_live_... in the live environment"],
    ["secretKey", { secretKey: "sk_test_4f9" }, "has characters that no key has, or is cut off"],
    [
      "secretKey",
      { environment: "live", secretKey: "sk_live_4f9d2c7b1a8e6035 " },
      "has characters that no key has, or is cut off",
    ],
    ["baseUrl", { baseUrl: "https://api.example.com" }, "must end in the version segment, such as /v1"],
    ["checkoutUrl", { checkoutUrl: "" }, "must be an absolute address"],
    ["confirmPath", { confirmPath: "/a" }, 'must be a path with one "{id}"'],
    ["queryNames", { queryNames: { country: "a", cardType: "" } }, "must hold plain parameter names"],
    ["authHeader", { authHeader: "" }, 'must be "bearer" or "x-api-key"'],
    ["verifyMethod", { verifyMethod: "get" }, 'must be "GET" or "PATCH"'],
    ["timeoutMs", { timeoutMs: 1.5 }, "must be a positive number of milliseconds"],
    ["timeoutMs", { timeoutMs: -1 }, "must be a positive number of milliseconds"],
    ["userAgent", { userAgent: "" }, "must be printable ASCII"],
    ["userAgent", { userAgent: "x".repeat(201) }, "must be printable ASCII"],
    ["userAgent", { userAgent: "é" }, "must be printable ASCII"],
    ["userAgent", { userAgent: "\nshop" }, "must be printable ASCII"],
  ])("says what is wrong with a bad %s: %j", (field, more, text) => {
    expect(problem(more)).toMatchObject({ field, problem: text })
  })

  it("has defaults for all that may be left out, and keeps what is given", async () => {
    const { clock, random, ...defaults } = checkConfig({ ...good, baseUrl: "https://api.example.com/v1/" })
    expect(defaults).toEqual({
      environment: "test",
      baseUrl: "https://api.example.com/v1",
      secretKey: good.secretKey,
      authHeader: "bearer",
      verifyMethod: "GET",
      queryNames: { country: "country", cardType: "card_type" },
      timeoutMs: 8_000,
      simulator: "allowed",
      network: "any",
      userAgent: `medusa-payment-paycollect/${version}`,
    })
    expect(random).toBe(Math.random)
    const before = Date.now()
    await clock.sleep(20)
    expect(clock.now()).toBeGreaterThanOrEqual(before + 15)
    const controller = new AbortController()
    const sleeping = clock.sleep(60_000, controller.signal)
    controller.abort()
    await expect(sleeping).resolves.toBeUndefined()

    const given: CheckedConfig = {
      ...good,
      checkoutUrl: "https://checkout.example.com",
      authHeader: "x-api-key",
      verifyMethod: "PATCH",
      confirmPath: "/{id}",
      queryNames: { country: "a", cardType: "b" },
      timeoutMs: 1,
      simulator: "refused",
      network: "public",
      gate: { acquire: async () => {}, pause: () => {} },
      clock: { now: () => 0, sleep: async () => {} },
      random: () => 0,
      userAgent: "x".repeat(200),
      onResult: () => {},
    }
    expect(checkConfig(given)).toEqual(given)
  })
})
