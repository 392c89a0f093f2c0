import { tellCaptures } from "../captured"

const APPLIED = { id: "pcint_1", merchant_reference: "cart_1-1", used_by_session_id: "payses_1" }

/** @param broken whether the bus refuses an event now */
function store(broken: () => boolean) {
  const row = { ...APPLIED, applied_at: new Date(), captured_told_at: null as Date | null }
  const [sent, warnings]: [unknown[], string[]] = [[], []]
  const services: Record<string, unknown> = {
    paycollect: {
      captures: {
        untold: async () => (row.captured_told_at ? [] : [{ ...row }]),
        claim: async () => !row.captured_told_at && !!(row.captured_told_at = new Date()),
        unclaim: async () => void (row.captured_told_at = null),
      },
      configuration: { current: async () => ({ options: { service: { capturedEvent: "auto" } } }) },
    },
    query: { graph: async () => ({ data: [{ id: "pay_1", captured_at: new Date(), canceled_at: null }] }) },
    event_bus: {
      emit: async (event: unknown) => {
        if (broken()) throw new Error("redis is away")
        sent.push(event)
      },
    },
    logger: { warn: (text: string) => warnings.push(text) },
  }
  return { container: { resolve: (name: string) => services[name] } as never, sent, warnings }
}

describe("a capture that core tells of to nobody", () => {
  it("is told of once", async () => {
    const { container, sent } = store(() => false)
    for (const _ of [1, 2]) await tellCaptures(container)
    expect(sent).toEqual([{ name: "payment.captured", data: { id: "pay_1" } }])
  })

  it("is told of by a later run where the bus refused it", async () => {
    let isBroken = true
    const { container, sent, warnings } = store(() => isBroken)
    await tellCaptures(container)
    expect(warnings).toEqual(["paycollect: payment.captured of cart_1-1 was not sent: Error"])
    isBroken = false
    for (const _ of [1, 2]) await tellCaptures(container)
    expect(sent).toHaveLength(1)
  })
})
