import { ATTENTION_REASONS, isAttentionReason, moneyAnswers } from "../attention-reasons"

describe("reasons for attention", () => {
  it.each(Object.keys(ATTENTION_REASONS))("knows %s", (reason) => {
    expect(isAttentionReason(reason)).toBe(true)
  })

  it.each(["", "paid", "PAID_WITHOUT_ORDER", "toString", "constructor", "__proto__"])(
    "does not know %j",
    (reason) => {
      expect(isAttentionReason(reason)).toBe(false)
    }
  )

  const came = { cameToNothing: false, closedAs: null }
  const [own, medusas] = [{ refundId: "pcref_1" }, { refundId: "ref_1" }]
  const all = ["sent", "not_sent", "returned"]

  it.each([
    ["late_payment", {}, ["returned", "kept"]],
    ["reference_discrepancy", { cameToNothing: true }, []],
    ["refund_unknown", own, all],
    ["refund_unknown", medusas, all],
    ["refund_pending", medusas, all],
    ["refund_due", own, all],
    ["refund_due", { ...own, closedAs: "kept" }, ["sent", "returned"]],
    ["refund_due", { ...own, closedAs: "returned" }, ["sent", "returned"]],
    ["refund_due", medusas, ["sent", "returned"]],
    ["refund_due", {}, ["sent", "returned"]],
    ["reversed", {}, []],
    ["won_back", {}, ["returned", "kept"]],
    ["won_back", { closedAs: "kept" }, ["returned", "kept"]],
    ["won_back", { closedAs: "returned" }, ["returned", "kept"]],
    ["order_overpaid", {}, []],
    ["order_without_payment", {}, []],
  ] as const)("of %s %j ask what became of the money: %j", (reason, given, answers) => {
    expect(moneyAnswers({ ...came, reason, ...given })).toEqual(answers)
  })
})
