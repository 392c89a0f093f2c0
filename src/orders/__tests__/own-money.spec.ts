import { type IntentRow } from "../../modules/paycollect/models/intent"
import { balanceOf } from "../balance"
import { CORE_CUT_OFF_MS } from "../next-step/view"
import { withOwnMoney } from "../own-money"
import { type PaymentRecord } from "../records/records"
import { AT, collection, paidOrder, payment } from "../records/__tests__/records"

const BEFORE = new Date(AT.getTime() - 1_000)
const LEFT = payment({
  id: "pay_0",
  canceled_at: BEFORE,
  captures: [{ id: "capt_0", amount: 10_000, created_at: BEFORE }],
  data: { merchant_reference: "cart_1-7" },
})
const order = (left: PaymentRecord) =>
  paidOrder({
    created_at: AT,
    payment_collections: [collection({ status: "completed", payments: [left, payment()] })],
  })

/** @returns the references that the ledger was asked for, and the mend of an order that was made after that payment was left */
async function judged(row: Partial<IntentRow> | null, left = LEFT) {
  const asked: string[] = []
  const byReference = (reference: string) => {
    asked.push(reference)
    return Promise.resolve(row && { refunded: "0", reversed: "0", closed_at: null, ...row })
  }
  const container = { resolve: () => ({ ledger: { byReference } }) } as never
  const own = await withOwnMoney(container, order(left))
  return { asked, mend: balanceOf(own, { exponent: 0, now: AT.getTime() + CORE_CUT_OFF_MS }) }
}

describe("a payment that a completion left captured and canceled", () => {
  it.each<[string, Partial<IntentRow> | null]>([
    ["nothing was done with", {}],
    ["has this order", { order_id: "order_1", reversed: "10000" }],
    ["was given to this order", { assigned_order_id: "order_1" }],
    ["the ledger does not know", null],
  ])("is the order's where its money %s", async (_, row) => {
    const uncanceled = { do: "uncancel", payments: ["pay_0"] }
    expect(await judged(row)).toEqual({ asked: ["cart_1-7"], mend: uncanceled })
  })

  it.each<[string, Partial<IntentRow>]>([
    ["a person dealt with", { closed_at: AT }],
    ["went back in part", { reversed: "1" }],
    ["was refunded in part", { refunded: "1" }],
    ["has another order", { order_id: "order_2" }],
    ["was given to another order", { assigned_order_id: "order_2" }],
  ])("is no payment of the order where its money %s", async (_, row) => {
    expect(await judged(row)).toEqual({ asked: ["cart_1-7"], mend: null })
  })

  it.each<[string, PaymentRecord]>([
    ["of another provider", { ...LEFT, provider_id: "pp_system_default" }],
    ["that was canceled with the order that stands", { ...LEFT, canceled_at: AT }],
    ["that nothing was captured of", { ...LEFT, captured_at: null }],
    ["without a reference", { ...LEFT, data: null }],
  ])("is not asked about %s", async (_, left) => {
    expect((await judged({ closed_at: AT }, left)).asked).toEqual([])
  })
})
