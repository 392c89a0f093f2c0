import { type SubscriberArgs } from "@medusajs/framework"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import notifyDashboard from "../subscribers/paycollect-attention"

type Args = Parameters<typeof notifyDashboard>[0]

const data = { merchant_reference: "cart_1-1", attention_id: "pcatt_1", reason: "amount_mismatch" }

function given(createNotifications: jest.Mock) {
  const logger = { warn: jest.fn(), debug: jest.fn() }
  const registered: Record<string, unknown> = {
    [ContainerRegistrationKeys.LOGGER]: logger,
    [Modules.NOTIFICATION]: { createNotifications },
  }
  const args = { event: { data }, container: { resolve: (name: string) => registered[name] } }
  return { logger, args: args as unknown as SubscriberArgs as Args }
}

describe("a new item of the list", () => {
  it("is in the dashboard's feed once, and in the log with its reference and reason", async () => {
    const create = jest.fn().mockResolvedValue(undefined)
    const { logger, args } = given(create)
    await notifyDashboard(args)
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ channel: "feed", idempotency_key: "pcatt_1" })
    )
    expect(logger.warn.mock.calls).toEqual([
      [expect.stringMatching(/^paycollect: cart_1-1 needs attention \(amount_mismatch\)\. .*dashboard\.$/)],
    ])
  })

  it("is in the log of a store without a feed, too, and nothing fails", async () => {
    const { logger, args } = given(jest.fn().mockRejectedValue(new Error("no provider for feed")))
    await notifyDashboard(args)
    expect(logger.warn).toHaveBeenCalledTimes(1)
    expect(logger.debug).toHaveBeenCalledTimes(1)
  })
})
