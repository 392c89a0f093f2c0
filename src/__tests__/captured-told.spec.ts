import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { tellCaptures } from "../orders/captured"
import { intentRow } from "../payments/__tests__/rows"
import { resolveOptions } from "../settings/options"

const INTENT = intentRow({ applied_at: new Date(), used_by_session_id: "payses_1" })
const captured = { id: "pay_1", captured_at: new Date(), canceled_at: null }

/** A store with one payment whose money was applied and that nobody told of; `standing` is what Medusa says of it at each look. */
function given(standing: object[][], capturedEvent: "auto" | "off" = "auto") {
  const options = resolveOptions({ service: { capturedEvent } })
  const emit = jest.fn().mockResolvedValue(undefined)
  let isTold = false
  const captures = {
    untold: () => Promise.resolve(isTold ? [] : [INTENT]),
    claim: () => Promise.resolve(!isTold && (isTold = true)),
  }
  const registered: Record<string, unknown> = {
    [ContainerRegistrationKeys.LOGGER]: { warn: jest.fn() },
    [ContainerRegistrationKeys.QUERY]: { graph: () => Promise.resolve({ data: standing.shift() ?? [] }) },
    [Modules.EVENT_BUS]: { emit },
    paycollect: {
      captures,
      configuration: { current: () => Promise.resolve({ options }) },
    },
  }
  const container = { resolve: (key: string) => registered[key] } as unknown as MedusaContainer
  return { container, told: () => emit.mock.calls.map(([event]) => event as object) }
}

const event = { name: PaymentEvents.CAPTURED, data: { id: "pay_1" } }

describe("a capture that nobody told of", () => {
  it("is told of by a later run where Medusa had no payment at the first: one taken back by half stands again", async () => {
    const canceled = { ...captured, canceled_at: new Date() }
    const { container, told } = given([[canceled], [], [captured], [captured]])
    await tellCaptures(container)
    await tellCaptures(container)
    expect(told()).toEqual([])
    await tellCaptures(container)
    await tellCaptures(container)
    expect(told()).toEqual([event])
  })

  it("is never told of by us with capturedEvent off, after it was on again neither", async () => {
    const { container, told } = given([[captured], [captured]], "off")
    await tellCaptures(container)
    expect(told()).toEqual([])
    const { untold } = container.resolve<{ captures: { untold: () => Promise<object[]> } }>(
      "paycollect"
    ).captures
    expect(await untold()).toEqual([])
  })
})
