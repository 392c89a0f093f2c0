import { orderFaults, owedOf, type OrderMoney } from "../../http/support/order-money"

const payment = (more: object = {}) => ({
  id: "pay_1",
  amount: 4_000,
  captured_at: "2026-11-01",
  canceled_at: null,
  captures: [{ id: "capt_1", amount: 4_000 }],
  refunds: [],
  ...more,
})
const paid = (more: Partial<OrderMoney> = {}): OrderMoney => ({
  id: "order_1",
  status: "pending",
  total: 4_000,
  payment_status: "captured",
  summary: { transaction_total: 4_000 },
  transactions: [{ amount: 4_000, reference_id: "capt_1" }],
  payment_collections: [{ id: "pay_col_1", status: "completed", amount: 4_000, payments: [payment()] }],
  ...more,
})
const open = (amount: number, id = "pay_col_2") => ({ id, status: "not_paid", amount, payments: [] })
const with_ = (collections: OrderMoney["payment_collections"], more: Partial<OrderMoney> = {}) =>
  paid({ payment_collections: [...paid().payment_collections, ...collections], ...more })
const owing = { total: 6_000, payment_status: "partially_captured" }
const refunded = payment({ refunds: [{ id: "ref_1", amount: 1_000, created_by: "user_1" }] })

/** The check that the chaos and kill rings judge orders by: each of its rules can fail. */
describe("what Medusa shows wrongly of an order's money", () => {
  it.each<[string, OrderMoney]>([
    ["one that is paid", paid()],
    ["one that owes, and whose one open collection asks for that", with_([open(2_000)], owing)],
    ["one to a fraction that nobody can pay", paid({ total: 4_000.25 })],
    ["one that owes the customer", paid({ total: 3_000 })],
    ["a draft, or a canceled one, whatever is written there", paid({ status: "canceled", transactions: [] })],
    [
      "one of which core took a payment back",
      with_([
        {
          ...open(0),
          status: "canceled",
          payments: [payment({ captures: [], captured_at: null, canceled_at: "x" })],
        },
      ]),
    ],
    [
      "one of which a part was refunded and credited",
      paid({
        total: 3_000,
        payment_status: "partially_refunded",
        summary: { transaction_total: 3_000 },
        transactions: [...paid().transactions, { amount: -1_000, reference_id: "ref_1" }],
        payment_collections: [{ ...paid().payment_collections[0]!, payments: [refunded] }],
      }),
    ],
  ])("is nothing of %s", (_, order) => {
    expect(orderFaults(order, 0)).toEqual([])
  })

  const booked = paid().transactions[0]!
  it.each<[string, OrderMoney]>([
    ["a capture that is not booked", paid({ transactions: [], summary: { transaction_total: 0 } })],
    [
      "a capture that is booked twice",
      paid({ transactions: [booked, booked], summary: { transaction_total: 8_000 } }),
    ],
    [
      "a capture that is booked as another sum",
      paid({ transactions: [{ ...booked, amount: 3_999 }], total: 3_999 }),
    ],
    [
      "a refund that is not booked",
      paid({ payment_collections: [{ ...paid().payment_collections[0]!, payments: [refunded] }] }),
    ],
    ["a sum that core keeps without a payment", paid({ summary: { transaction_total: 0 } })],
    ["a collection that asks where nothing is open", with_([open(2_000)])],
    ["a collection that asks for another sum than is open", with_([open(1_999)], owing)],
    ["two collections that ask", with_([open(2_000), open(2_000, "pay_col_3")], owing)],
    [
      "a collection that took less than it asks for",
      paid({ payment_collections: [{ ...paid().payment_collections[0]!, amount: 5_000 }] }),
    ],
    ["`captured` where something is owed", with_([open(2_000)], { total: 6_000 })],
    ["another state than `captured` where nothing is owed", paid({ payment_status: "partially_captured" })],
  ])("is %s", (_, order) => {
    expect(orderFaults(order, 0)).not.toEqual([])
  })

  it("owes what is left of its total without what comes back, rounded once, half up", () => {
    const returning = { items: [{ return_requested_total: 250.25 }] }
    expect([
      owedOf(paid({ total: 6_000.74, ...returning }), 0),
      owedOf(paid({ total: 6_000.75, ...returning }), 0),
    ]).toEqual([1_750n, 1_751n])
    expect(owedOf(paid({ total: 3_999.5 }), 0)).toBe(0n)
    expect(owedOf(paid({ total: 3_999.49 }), 0)).toBe(-1n)
  })
})
