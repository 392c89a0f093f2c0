import { PayCollectClient } from "../../service/client"
import { PayCollectConfigurationError } from "../../service/errors"
import { type ClientConfig } from "../../service"
import { checkOptions } from "../options"
import { at } from "./refusal"

/** What the schema takes at boot, the client must take at the first payment; what the client refuses must stop the boot. */
const FIELDS: Record<string, { option: string; values: [unknown, boolean][] }> = {
  secretKey: {
    option: "test.secretKey",
    values: [
      ["sk_test_4f9d2c7b1a8e6035", true],
      ["sk_test_a.b~c+d/e=f-g_h", true],
      ["sk_test_1234", true],
      ["sk_test_123", false],
      [`sk_test_${"x".repeat(247)}`, true],
      [`sk_test_${"x".repeat(248)}`, false],
      ['sk_test_"4f9d2c7b1a8e6035"', false],
      ["sk_test_4f9d2c7b!a8e6035", false],
      ["sk_test_4f9d2c7b 1a8e6035", false],
      ["xsk_test_4f9d2c7b1a8e6035", false],
      ["sk_live_4f9d2c7b1a8e6035", false],
    ],
  },
  baseUrl: {
    option: "test.baseUrl",
    values: [
      ["https://api.example.com/v1", true],
      ["https://api.example.com/collect/v22/", true],
      ["http://127.0.0.1:4010/v1", true],
      ["http://127.0.1.1:4010/v1", true],
      ["http://[::1]:4010/v1", true],
      ["http://localhost/v1", true],
      ["http://localhost.example.com/v1", false],
      ["http://127.0.0.1.example.com/v1", false],
      ["http://1127.0.0.1/v1", false],
      ["http://api.example.com/v1", false],
      ["https://ama@api.example.com/v1", false],
      ["https://:word@api.example.com/v1", false],
      ["https://api.example.com/v1?", false],
      ["https://api.example.com/v1#", false],
      ["https://api.example.com/v1\u0000", false],
      ["https://api.example.com /v1", false],
      ["https://api.example.com\\v1", false],
      ["https://api.example.com", false],
      ["https://api.example.com/v", false],
      ["https://api.example.com/v1/x", false],
    ],
  },
  checkoutUrl: {
    option: "test.checkoutUrl",
    values: [
      ["https://checkout.example.com", true],
      ["http://127.8.9.10:4010/checkout/", true],
      ["http://checkout.example.com", false],
      ["javascript://localhost/", false],
      ["https://ama:word@checkout.example.com/", false],
      ["https://checkout.example.com/\u0007", false],
    ],
  },
  confirmPath: {
    option: "service.confirmPath",
    values: [
      ["/payment-intents/{id}/confirm", true],
      ["/{id}", true],
      ["/a_b/x{id}", true],
      ["/payment-intents/confirm", false],
      ["payment-intents/{id}", false],
      ["/a/{id}/{id}", false],
      ["/a/../{id}", false],
      ["/a/{id}.json", false],
      ["/a/{reference}", false],
      ["/a/{id}?x=y", false],
    ],
  },
  queryNames: {
    option: "service.queryNames",
    values: [
      [{ country: "country", cardType: "card_type" }, true],
      [{ country: "c.o-u_1", cardType: "x" }, true],
      [{ country: "x".repeat(64), cardType: "y" }, true],
      [{ country: "x".repeat(65), cardType: "y" }, false],
      [{ country: "a&b", cardType: "card_type" }, false],
      [{ country: "country", cardType: "card type" }, false],
      [{ country: "1st", cardType: "card_type" }, false],
    ],
  },
  authHeader: {
    option: "service.authHeader",
    values: [
      ["bearer", true],
      ["x-api-key", true],
      ["basic", false],
    ],
  },
  verifyMethod: {
    option: "service.verifyMethod",
    values: [
      ["GET", true],
      ["PATCH", true],
      ["POST", false],
    ],
  },
  timeoutMs: {
    option: "service.requestTimeoutMs",
    values: [
      [1, true],
      [0, false],
      [-1, false],
      [1.5, false],
    ],
  },
}

const cases = Object.entries(FIELDS).flatMap(([field, { option, values }]) =>
  values.map(([value, good]) => [field, option, value, good] as const)
)

function refusedByClient(field: string, value: unknown): boolean {
  const config = {
    environment: "test",
    baseUrl: "https://api.example.com/v1",
    secretKey: "sk_test_4f9d2c7b1a8e6035",
    [field]: value,
  } as ClientConfig
  try {
    new PayCollectClient(config)
    return false
  } catch (error) {
    if (error instanceof PayCollectConfigurationError && error.field === field) return true
    throw error
  }
}

describe("options and client", () => {
  it.each(cases)("agree about %s (%s): %j is %s", (field, option, value, good) => {
    expect("options" in checkOptions(at(option, value))).toBe(good)
    expect(refusedByClient(field, value)).toBe(!good)
  })
})
