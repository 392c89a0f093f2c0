import { notifyApplied } from "../raise"
import { type IntentRow } from "../../modules/paycollect/models/intent"

const intent = {
  id: "pcint_1",
  payment_number: "JZ1D7K9P",
  merchant_reference: "pay_col_1-1",
  payment_collection_id: "pay_col_1",
  cart_id: null,
  order_id: "order_1",
  assigned_order_id: null,
} as IntentRow

function store(link: () => Promise<{ id: string; order_id: string } | null>, broken: string[] = []) {
  const sent: { name: string; data: Record<string, unknown> }[] = []
  const warnings: string[] = []
  const services: Record<string, unknown> = {
    paycollect: { links: { ofCollection: link }, attention: { closedAt: () => Promise.resolve([]) } },
    event_bus: {
      emit: async (event: (typeof sent)[0]) => {
        if (broken.includes(event.name)) throw new Error("redis is away")
        sent.push(event)
      },
    },
    logger: { warn: (text: string) => warnings.push(text) },
  }
  const container = { resolve: (name: string) => services[name] } as never
  return { container, sent, warnings }
}

describe("applied money is announced", () => {
  it("to the subscribers of the payment, and of the link it was asked for by", async () => {
    const { container, sent } = store(async () => ({ id: "pclnk_1", order_id: "order_1" }))
    await notifyApplied(container, intent)
    expect(sent.map(({ name }) => name)).toEqual(["paycollect.intent.applied", "paycollect.link.paid"])
    expect(sent[1]!.data).toMatchObject({ id: "pclnk_1", order_id: "order_1", intent_id: "pcint_1" })
  })

  it("to nobody's link where it was booked on another order", async () => {
    const { container, sent } = store(async () => ({ id: "pclnk_1", order_id: "order_1" }))
    await notifyApplied(container, { ...intent, assigned_order_id: "order_2" })
    expect(sent.map(({ name }) => name)).toEqual(["paycollect.intent.applied"])
  })

  it("and is applied all the same when the event bus or the look for a link fails", async () => {
    const { container, warnings } = store(async () => {
      throw new TypeError("connection lost")
    }, ["paycollect.intent.applied"])
    await notifyApplied(container, intent)
    expect(warnings).toEqual([
      "paycollect: paycollect.intent.applied of pay_col_1-1 was not sent: Error",
      "paycollect: paycollect.link.paid of pay_col_1-1 was not sent: TypeError",
    ])
  })
})
