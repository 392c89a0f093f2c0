import fc from "fast-check"
import { resolveOptions } from "../options"
import { pluginOptionsSchema } from "../options-schema"
import { at } from "./refusal"

describe("the messages about options", () => {
  const below: Record<string, string[]> = {
    test: ["secretKey", "baseUrl", "checkoutUrl", "webhookSecret", "webhookSecret.0"],
    live: ["secretKey", "baseUrl", "checkoutUrl", "webhookSecret", "webhookSecret.0"],
    returnUrls: ["success", "waiting", "failure"],
    returnOrigins: ["0"],
    paymentMethodTypes: ["paycollect", "paycollect-card.0", "paycollect-mobile-money"],
    service: [
      ...["authHeader", "verifyMethod", "confirmPath", "feeAmountUnit", "signatureHeader", "dashboardUrl"],
      ...["queryNames.country", "queryNames.cardType", "currencyExponents.xaf", "budget.standard"],
    ],
  }
  /** Every option there is, and what is inside it. */
  const paths = Object.keys(pluginOptionsSchema.shape).flatMap((name) => [
    name,
    ...(below[name] ?? []).map((inner) => `${name}.${inner}`),
  ])

  /** What a merchant may have pasted into the wrong place, in any shape. */
  const secrets = fc.string({ unit: fc.constantFrom(..."abcdef0123456789"), minLength: 24, maxLength: 40 })
  const shapes: ((secret: string) => unknown)[] = [
    (secret) => secret,
    (secret) => `sk_live_${secret} `,
    (secret) => `http://shop.example/${secret}`,
    (secret) => `https://user:${secret}@shop.example/v1`,
    (secret) => [secret],
    (secret) => ({ value: secret }),
    (secret) => Number.parseInt(secret.slice(0, 12), 16) + 0.5,
  ]

  it.each(paths)("never show their value: %s", (path) => {
    fc.assert(
      fc.property(secrets, fc.constantFrom(...shapes), (secret, shape) => {
        const value = shape(secret)
        try {
          resolveOptions(at(path, value), {})
        } catch (error) {
          expect(String(error)).not.toContain(secret)
          if (typeof value === "number") expect(String(error)).not.toContain(String(value))
          expect(error).not.toHaveProperty("cause")
          expect(String(error)).toContain(path.split(".")[0])
        }
      })
    )
  })
})
