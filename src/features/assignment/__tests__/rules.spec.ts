import { order, payment, collection, paidOrder, AT } from "../../../orders/records/__tests__/records"
import { type OrderRecord } from "../../../orders/records/records"
import { whyNotAssignable, whyNotPayable, type AssignableMoney } from "../rules"
import { isAssigned, mayPayFor } from "../../../payments/attempts"

const MONEY: AssignableMoney = {
  outcome: "paid",
  environment: "live",
  amount: "10000",
  currency_code: "xaf",
  exponent: 0,
  refunded: "0",
  reversed: "0",
  closed_at: null,
  applied_at: null,
  next_step_at: null,
  listed_at: AT,
  assigned_order_id: null,
}

describe("money that may be booked on an order", () => {
  const why = (
    facts: Partial<AssignableMoney> = {},
    open = ["late_payment"],
    environment = "live" as const
  ) => whyNotAssignable({ ...MONEY, ...facts }, open, { environment })

  it.each([
    "paid_without_order",
    "late_payment",
    "duplicate_payment",
    "paid_after_cancel",
    "unknown_payment",
  ])("is whole money with an open item %s", (reason) => {
    expect(why({}, [reason])).toBeNull()
    expect(why({}, ["unexpected_fee", reason])).toBeNull()
  })

  it.each([
    "amount_discrepancy",
    "currency_discrepancy",
    "unreadable_success",
    "reference_discrepancy",
    "environment_discrepancy",
    "refund_due",
  ])("is none with an item %s", (reason) => expect(why({}, [reason])).toBe("no_item"))

  it.each<[string, string, Partial<AssignableMoney>]>([
    ["given to an order before", "assigned", { assigned_order_id: "order_1", applied_at: AT }],
    ["not paid", "no_item", { outcome: "discrepancy" }],
    ["of an order", "no_item", { applied_at: AT }],
    ["that no person was told of", "no_item", { listed_at: null }],
    ["that the store tries to make an order of", "in_progress", { next_step_at: AT }],
    ["that a person dealt with", "no_item", { closed_at: AT }],
    ["of which a part went back", "refunded", { refunded: "1" }],
    ["of the other environment", "other_environment", { environment: "test" }],
  ])("is none %s", (_, reason, facts) => expect(why(facts)).toBe(reason))

  it("is none without an item", () => expect(why({}, [])).toBe("no_item"))
})

describe("an order that may be paid with it", () => {
  const owing = (facts: Partial<OrderRecord> = {}, owed: number | string = 10_000) =>
    order({
      currency_code: "XAF",
      total: owed,
      payment_collections: [],
      ...facts,
    })
  const why = (target: OrderRecord | null, more: { openChange?: boolean; busy?: boolean } = {}) =>
    whyNotPayable(MONEY, target, { openChange: false, busy: false, ...more })

  it("owes at least as much, in whole units of the currency", () => {
    for (const owed of [10_000, 10_001, "9999.5"]) expect(why(owing({}, owed))).toBeNull()
    for (const owed of [9_999, "9999.49", 0, -1]) expect(why(owing({}, owed))).toBe("owes_less")
  })

  const taken = (facts: object) =>
    owing(
      { payment_collections: [collection({ payments: [payment({ id: "pay_8", data: null, ...facts })] })] },
      15_000
    )

  it("counts what is on its way to it: authorizations, and captures that are not booked yet", () => {
    expect(why(taken({ captured_at: null, captures: [] }))).toBe("owes_less")
    expect(why(taken({}))).toBe("owes_less")
    expect(
      why({ ...taken({}), total: 25_000, transactions: [{ amount: 10_000, reference_id: "capt_1" }] })
    ).toBeNull()
    expect(why(taken({ captured_at: null, captures: [], canceled_at: AT }))).toBeNull()
    expect(why(taken({ captured_at: null, captures: [], amount: 5_000 }))).toBeNull()
  })

  it("is none that is paid", () => expect(why(paidOrder({ currency_code: "xaf" }))).toBe("owes_less"))

  it.each<[string, string, OrderRecord | null, object]>([
    ["that is not there", "no_order", null, {}],
    ["that is a draft", "draft", owing({ is_draft_order: true }), {}],
    ["that is canceled", "canceled", owing({ status: "canceled" }), {}],
    ["in another currency", "other_currency", owing({ currency_code: "xof" }), {}],
    ["whose currency is not known", "other_currency", owing({ currency_code: undefined }), {}],
    ["that is being changed", "open_change", owing(), { openChange: true }],
    ["that other money is booked on", "busy", owing(), { busy: true }],
  ])("is none %s", (_, reason, target, more) => expect(why(target, more)).toBe(reason))
})

describe("money that an employee gave to an order", () => {
  it("is bound to it, and pays for no other one, nor where a person dealt with it", () => {
    const given = { assigned_order_id: "order_1", closed_at: null }
    expect([isAssigned(given), isAssigned({ assigned_order_id: null }), isAssigned({})]).toEqual([
      true,
      false,
      false,
    ])
    expect(mayPayFor(given, "order_1")).toBe(true)
    for (const other of ["order_2", null, undefined]) expect(mayPayFor(given, other)).toBe(false)
    expect(mayPayFor({ assigned_order_id: null, closed_at: null }, "order_1")).toBe(true)
    expect(mayPayFor({ closed_at: null }, null)).toBe(true)
    expect(mayPayFor({ ...given, closed_at: new Date() }, "order_1")).toBe(false)
  })
})
