import { MedusaError } from "@medusajs/framework/utils"
import {
  PayCollectCardProviderService,
  PayCollectMobileMoneyProviderService,
  PayCollectProviderService,
} from "../provider"

const providers = [
  PayCollectProviderService,
  PayCollectMobileMoneyProviderService,
  PayCollectCardProviderService,
]

describe.each(providers)("validateOptions of %p", (Provider) => {
  it("takes none, because options belong to the plugin", () => {
    expect(() => Provider.validateOptions({})).not.toThrow()
    expect(() => Provider.validateOptions(undefined as never)).not.toThrow()
  })

  it("names the options it found, never their values", () => {
    const options = { secretKey: "sk_test_0123456789", baseUrl: "https://service.example/v1" }
    let refused: unknown
    try {
      Provider.validateOptions(options)
    } catch (error) {
      refused = error
    }
    expect(refused).toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: expect.stringContaining("(found: secretKey, baseUrl)"),
    })
    for (const value of Object.values(options)) expect(String(refused)).not.toContain(value)
  })
})

describe("the identifiers", () => {
  it("are the ones of the public surface", () => {
    expect(providers.map((provider) => provider.identifier)).toEqual([
      "paycollect",
      "paycollect-mobile-money",
      "paycollect-card",
    ])
  })
})
