import { createContainer, asValue } from "@medusajs/framework/awilix"
import { Configuration } from "../../../settings/configuration"
import { PayCollectProviderService } from "../provider"
import { context, OPTIONS, OUR_DATA } from "./support"

const input = { amount: 10000, currency_code: "xaf", context }

/** What core hands to a provider: awilix's cradle, which throws for a name that nobody registered. */
function providerWith(registered: Record<string, unknown>) {
  const container = createContainer()
  for (const [name, value] of Object.entries(registered)) container.register(name, asValue(value))
  return new PayCollectProviderService(container.cradle)
}

describe("a payment module that was declared without our dependencies", () => {
  it("boots: the provider can be made", () => {
    expect(() => providerWith({})).not.toThrow()
  })

  it.each([
    ["paycollect", {}],
    ["query", { paycollect: { configuration: new Configuration(OPTIONS) } }],
  ])("is told at first use which lines to add, without %s", async (name, registered) => {
    await expect(providerWith(registered).initiatePayment(input)).rejects.toMatchObject({
      type: "unexpected_state",
      message: expect.stringContaining(`PayCollect cannot reach "${name}"`),
    })
    await expect(providerWith(registered).initiatePayment(input)).rejects.toThrow(
      `{ resolve: "@medusajs/medusa/payment", dependencies: ["paycollect", "query"], options: { providers: [ { resolve: "medusa-payment-paycollect/providers/paycollect", id: "default" }] } }`
    )
  })

  it("is told by every method that needs them", async () => {
    const provider = providerWith({})
    const calls = [
      provider.authorizePayment({ context }),
      provider.getPaymentStatus({ data: OUR_DATA }),
      provider.retrievePayment({ data: OUR_DATA }),
      provider.updatePayment({ amount: 1, currency_code: "xaf", data: OUR_DATA }),
      provider.cancelPayment({ data: OUR_DATA }),
      provider.capturePayment({ data: OUR_DATA }),
      provider.refundPayment({ amount: 1, data: OUR_DATA }),
      provider.getWebhookActionAndData({ data: { data: OUR_DATA }, rawData: "", headers: {} }),
    ]
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringContaining("cannot reach") },
      })
    }
  })
})
