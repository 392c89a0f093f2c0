import { collectionState } from "../shop/order-collection"

type Given = Parameters<typeof collectionState>

const state = (order: Record<string, unknown>, status: string) =>
  collectionState(
    { status: "pending", summary: { pending_difference: 500 }, ...order } as Given[0],
    { status } as Given[1]
  )

describe("what a customer can do with a payment collection of an order", () => {
  it.each([
    ["pay what is asked for", {}, "not_paid", "open"],
    ["pay again what was declined", {}, "awaiting", "open"],
    ["nothing, it is paid", {}, "completed", "paid"],
    ["nothing, the money is promised", {}, "authorized", "paid"],
    ["nothing, it was paid by another way", { summary: { pending_difference: 0 } }, "not_paid", "paid"],
    ["nothing, money goes back", { summary: { pending_difference: -200 } }, "not_paid", "paid"],
    ["nothing, the order is canceled", { status: "canceled" }, "not_paid", "canceled"],
    ["nothing, a canceled order was paid once", { status: "canceled" }, "completed", "canceled"],
    ["nothing, the order asks for something else by now", {}, "canceled", "over"],
    ["pay, where the store does not say what is owed", { summary: undefined }, "not_paid", "open"],
  ])("%s", (_, order, status, expected) => expect(state(order, status)).toBe(expected))
})
