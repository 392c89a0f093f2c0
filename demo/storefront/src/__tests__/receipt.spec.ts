import { paidBy, receiptOf, type Order } from "../shop/receipt"

const payment = (more: object = {}) => ({
  id: "pay_1",
  provider_id: "pp_paycollect_default",
  amount: 4968,
  captured_at: "2026-01-31T10:00:00.000Z",
  data: { payment_number: "JZ1D-7K9P", fee: "174", exponent: 0, method: null, operator: null },
  ...more,
})
const order = (more: object = {}, collection: object = {}) =>
  ({
    status: "pending",
    total: 4968,
    payment_collections: [
      {
        status: "completed",
        captured_amount: 4968,
        refunded_amount: 0,
        payments: [payment()],
        ...collection,
      },
    ],
    ...more,
  }) as unknown as Order

describe("receiptOf", () => {
  it("says what was paid, with the fee, when and under which number", () => {
    expect(receiptOf(order())).toEqual({
      state: "paid",
      total: 4968,
      refunded: 0,
      payments: [
        {
          id: "pay_1",
          providerId: "pp_paycollect_default",
          number: "JZ1D-7K9P",
          date: "2026-01-31T10:00:00.000Z",
          amount: 4968,
          fee: 174,
          method: null,
          operator: null,
        },
      ],
    })
  })

  it("keeps the total of the order when money went back, which the store takes off it", () => {
    const part = receiptOf(order({ total: 3968, credit_line_total: 1000 }, { refunded_amount: 1000 }))
    expect(part).toMatchObject({ state: "partly_refunded", total: 4968, refunded: 1000 })
    const all = receiptOf(order({ total: 0, credit_line_total: 4968 }, { refunded_amount: 4968 }))
    expect(all).toMatchObject({ state: "refunded", total: 4968, refunded: 4968 })
  })

  it("says that an order was canceled, and that its money went back", () => {
    const canceled = { status: "canceled", total: 0, credit_line_total: 4968 }
    expect(receiptOf(order(canceled)).state).toBe("canceled")
    for (const refunded_amount of [1000, 4968])
      expect(receiptOf(order(canceled, { refunded_amount }))).toMatchObject({
        ...{ state: "canceled_refunded", total: 4968, refunded: refunded_amount },
      })
  })

  it("calls nothing paid that the store does not", () => {
    const open = { status: "awaiting", captured_amount: null, payments: [payment({ captured_at: null })] }
    expect(receiptOf(order({}, open))).toMatchObject({ state: "unpaid", payments: [] })
    expect(receiptOf(order({ status: "canceled" }, open)).state).toBe("canceled")
    expect(receiptOf(order({ payment_collections: undefined })).state).toBe("unpaid")
  })

  it("knows no fee that the store does not tell, and keeps its decimals", () => {
    const withData = (data: object | undefined) =>
      receiptOf(order({}, { payments: [payment({ data })] })).payments[0]!
    expect(withData({ fee: "78", exponent: 2 }).fee).toBe(0.78)
    expect(withData({ fee: "0", exponent: 2 }).fee).toBe(0)
    expect(withData({ fee: null, exponent: 2 }).fee).toBeNull()
    expect(withData(undefined)).toMatchObject({ fee: null, number: null })
  })
})

describe("paidBy", () => {
  const names = { mobileMoney: "Mobile money", card: "Card" }
  it.each([
    ["of one method", "Card", null, null, "Card"],
    ["with its operator", "Mobile money", "mobile_money", "MTN MoMo", "Mobile money · MTN MoMo"],
    ["of all methods, told", null, "mobile_money", null, "Mobile money"],
    ["of all methods, told in other words", null, "wallet", "Wave", "wallet · Wave"],
    ["of all methods, only the operator told", null, null, "Visa", "Visa"],
    ["of all methods, not told", null, null, null, null],
    ["twice the same word", null, "Wave", "Wave", "Wave"],
  ])("a provider %s", (_, own, method, operator, said) => {
    expect(paidBy({ method, operator }, own, names)).toBe(said)
  })
})
