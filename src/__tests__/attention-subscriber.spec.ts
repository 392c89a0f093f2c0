import { type SubscriberArgs } from "@medusajs/framework"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { resolveOptions } from "../settings/options"
import notifyItem from "../subscribers/paycollect-attention"

type Args = Parameters<typeof notifyItem>[0]

const data = {
  payment_number: "JZ1D-7K9P",
  merchant_reference: "cart_1-1",
  attention_id: "pcatt_1",
  reason: "amount_discrepancy",
}
const told = {
  ...{ id: "pcatt_1", reason: data.reason, category: "money", created_at: new Date(), status: "open" },
  intent: {
    id: "pcint_1",
    payment_number: "JZ1D7K9P",
    merchant_reference: data.merchant_reference,
    amount: "12500",
    currency_code: "xaf",
    exponent: 0,
    environment: "live",
  },
}

function given(createNotifications: jest.Mock, gathered: object[] = []) {
  const logger = { warn: jest.fn(), debug: jest.fn() }
  const notices = {
    item: () => Promise.resolve(told),
    oneAtATime: async (work: () => Promise<void>) => await work(),
    gather: jest.fn().mockResolvedValue(gathered),
    summarise: jest.fn(),
    claimDue: () => Promise.resolve([]),
  }
  const registered: Record<string, unknown> = {
    [ContainerRegistrationKeys.LOGGER]: logger,
    [Modules.NOTIFICATION]: { createNotifications },
    [ContainerRegistrationKeys.QUERY]: { graph: () => Promise.resolve({ data: [] }) },
    paycollect: {
      notices,
      clock: { now: () => Date.now() },
      configuration: { current: () => Promise.resolve({ options: resolveOptions({}, {}) }) },
    },
  }
  const args = { event: { data }, container: { resolve: (name: string) => registered[name] } }
  return { logger, notices, args: args as unknown as SubscriberArgs as Args }
}

describe("a new item of the list", () => {
  it("is in the dashboard's feed once, with its amount, and in the log with its number, reference and reason", async () => {
    const create = jest.fn().mockResolvedValue(undefined)
    const { logger, notices, args } = given(create)
    await notifyItem(args)
    expect(create.mock.calls).toEqual([
      [expect.objectContaining({ channel: "feed", idempotency_key: "pcatt_1" })],
    ])
    expect(create.mock.calls[0][0].data.title).toMatch(/^PayCollect: FCFA\s12,500, JZ1D-7K9P$/)
    expect(logger.warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^paycollect: JZ1D-7K9P \(cart_1-1\) needs attention \(amount_discrepancy\)\. .*dashboard\.$/
        ),
      ],
    ])
    expect(notices.gather).toHaveBeenCalledWith([])
    expect(notices.summarise).not.toHaveBeenCalled()
  })

  it("is in the log of a store without a feed, too, and nothing fails", async () => {
    const { logger, args } = given(jest.fn().mockRejectedValue(new Error("no provider for feed")))
    await notifyItem(args)
    expect(logger.warn).toHaveBeenCalledTimes(1)
    expect(logger.debug).toHaveBeenCalledTimes(1)
  })

  it("is in the feed by the same key when its own event was lost and another one finds it untold", async () => {
    const create = jest.fn().mockResolvedValue(undefined)
    const { args } = given(create, [{ id: "pcatt_lost" }])
    await notifyItem(args)
    expect(create.mock.calls.map(([{ idempotency_key }]) => idempotency_key)).toEqual([
      "pcatt_1",
      "pcatt_lost",
    ])
  })
})
