import fc from "fast-check"
import { ATTENTION_REASONS, type AttentionReason } from "../../../payments/attention-reasons"
import { refundableOf } from "../rules"
import { isUntouched } from "../../../payments/attempts"
import { refundedPart, cameForGoods, goneOf, type Came } from "../../../payments/came"
import { stateOf } from "../../payment-state"

const paid = (more: Partial<Parameters<typeof refundableOf>[0]> = {}) => ({
  outcome: "paid",
  outcome_reason: null,
  amount: "10000",
  currency_code: "xaf",
  verified: { amount: "10250", currency: "XAF" },
  came: "10000",
  refunded: "0",
  reversed: "0",
  applied_at: null,
  closed_at: null,
  next_step_at: null,
  listed_at: new Date(),
  ...more,
})
const withCame = <P extends Parameters<typeof cameForGoods>[0]>(payment: P) => ({
  ...payment,
  came: (cameForGoods(payment)?.amount ?? 0n).toString(),
})
const discrepancy = (outcome_reason: string, verified: Came["verified"], more: object = {}) =>
  paid(withCame({ ...paid(), outcome: "discrepancy", outcome_reason, verified, ...more }))

describe("what came for the goods", () => {
  it("is what was asked for where it was paid: the fee on top is the service's", () => {
    expect(cameForGoods(paid())).toEqual({ amount: 10_000n, currency_code: "xaf" })
  })

  it("is what verify names, in its currency, where another sum or currency came", () => {
    expect(cameForGoods(discrepancy("amount_discrepancy", { amount: "9000", currency: "XAF" }))).toEqual({
      amount: 9_000n,
      currency_code: "xaf",
    })
    expect(cameForGoods(discrepancy("currency_discrepancy", { amount: "1500", currency: "EUR" }))).toEqual({
      amount: 1_500n,
      currency_code: "eur",
    })
  })

  it.each<[string, Came]>([
    ["it is another payment's", discrepancy("reference_discrepancy", { amount: "9000", currency: "XAF" })],
    ["the amount cannot be read", discrepancy("amount_discrepancy", { amount: "9000.5", currency: "XAF" })],
    ["the amount is missing", discrepancy("amount_discrepancy", { currency: "XAF" })],
    ["the currency is missing", discrepancy("currency_discrepancy", { amount: "9000" })],
    ["the currency is empty", discrepancy("currency_discrepancy", { amount: "9000", currency: "" })],
    ["there was no answer", discrepancy("amount_discrepancy", null)],
    ["nothing came", paid({ outcome: "waiting" })],
    ["it failed", paid({ outcome: "failed", outcome_reason: "amount_discrepancy" })],
  ])("is not known where %s", (_, payment) => {
    expect(cameForGoods(payment)).toBeNull()
  })
})

describe("what of a fee that was too high may go back", () => {
  const applied = (more: object = {}) =>
    paid({ applied_at: new Date(), listed_at: null, fee: "2000", ...more } as Parameters<typeof paid>[0])
  const ofFee = (left: bigint) => ({ came: 2_000n, left, currency_code: "xaf", ofFee: true })

  it("is all of it, by the item that tells of it alone, whatever order stands", () => {
    expect(refundableOf(applied(), "unexpected_fee")).toEqual(ofFee(2_000n))
    expect(refundableOf(applied({ applied_at: null, closed_at: new Date() }), "unexpected_fee")).toEqual(
      ofFee(2_000n)
    )
    expect(refundableOf(applied(), null)).toBe("order_stands")
    expect(refundableOf(applied({ applied_at: null }), "unexpected_fee")).toBe("no_item")
  })

  it("is less by what of it went back, and nothing where the service took some of the goods", () => {
    expect(refundableOf(applied({ came: "11500", refunded: "1500" }), "unexpected_fee")).toEqual(ofFee(500n))
    expect(refundableOf(applied({ refunded: "4000" }), "unexpected_fee")).toEqual(ofFee(2_000n))
    for (const gone of [{ came: "12000", refunded: "2000" }, { reversed: "1" }, { fee: null }])
      expect(refundableOf(applied(gone), "unexpected_fee")).toBe("nothing_left")
  })
})

describe("what may go back", () => {
  const MAY: AttentionReason[] = [
    "paid_without_order",
    "late_payment",
    "duplicate_payment",
    "paid_after_cancel",
    "environment_discrepancy",
    "unknown_payment",
  ]

  it.each(MAY)("is all that came for the goods, at an item %s", (reason) => {
    expect(refundableOf(paid(), reason)).toEqual({ came: 10_000n, left: 10_000n, currency_code: "xaf" })
  })

  it("is what did not go back before", () => {
    expect(refundableOf(paid({ refunded: "9999" }), "late_payment")).toMatchObject({ left: 1n })
    expect(refundableOf(paid({ refunded: "10000" }), "late_payment")).toBe("nothing_left")
    expect(refundableOf(paid({ refunded: "10001" }), "late_payment")).toBe("nothing_left")
  })

  it("is what the journal has, where more came than the last answer says", () => {
    expect(refundableOf(paid({ came: "13000", refunded: "3000" }), "paid_after_cancel")).toEqual({
      came: 13_000n,
      left: 10_000n,
      currency_code: "xaf",
    })
  })

  it("is nothing where an order stands, no item is open, or a person dealt with it", () => {
    expect(refundableOf(paid({ applied_at: new Date() }), "duplicate_payment")).toBe("order_stands")
    expect(refundableOf(paid(), null)).toBe("no_item")
    expect(refundableOf(paid({ listed_at: null }), "late_payment")).toBe("no_item")
    expect(refundableOf(paid({ closed_at: new Date() }), "late_payment")).toBe("no_item")
  })

  it("is nothing while the store tries to make an order of it; a discrepancy never becomes one", () => {
    expect(refundableOf(paid({ next_step_at: new Date() }), "paid_without_order")).toBe("in_progress")
    const other = discrepancy(
      "amount_discrepancy",
      { amount: "9000", currency: "XAF" },
      { next_step_at: new Date() }
    )
    expect(refundableOf(other, "amount_discrepancy")).toMatchObject({ came: 9_000n })
  })

  it("is nothing while an employee's booking is under way, nor of money that a canceled order holds captured", () => {
    const bound = { assigned_order_id: "order_1" }
    expect(refundableOf(paid({ ...bound, next_step_at: new Date() }), "late_payment")).toBe("in_progress")
    expect(refundableOf(paid(bound), "paid_after_cancel")).toBe("order_stands")
    expect(refundableOf(paid({ assigned_order_id: null }), "late_payment")).toMatchObject({ left: 10_000n })
  })

  it("is not certain where it is another payment's money, or cannot be read", () => {
    expect(refundableOf(paid(), "reference_discrepancy")).toBe("unclear")
    expect(refundableOf(paid(), "unreadable_success")).toBe("unclear")
    expect(refundableOf(paid({ outcome: "waiting" }), "late_payment")).toBe("unclear")
  })

  const anyPayment = fc.record({
    outcome: fc.constantFrom("paid", "discrepancy", "waiting", "failed", "none"),
    outcome_reason: fc.constantFrom(
      null,
      "amount_discrepancy",
      "currency_discrepancy",
      "reference_discrepancy"
    ),
    amount: fc.nat(20_000).map(String),
    currency_code: fc.constant("xaf"),
    verified: fc.option(
      fc.record({
        amount: fc.oneof(fc.nat(20_000).map(String), fc.constantFrom("", "1.5", "-3")),
        currency: fc.constantFrom("XAF", "EUR", ""),
      })
    ),
    refunded: fc.nat(20_000).map(String),
    reversed: fc.nat(20_000).map(String),
    applied_at: fc.constantFrom(null, new Date()),
    closed_at: fc.constantFrom(null, new Date()),
    next_step_at: fc.constantFrom(null, new Date()),
    listed_at: fc.constantFrom(null, new Date()),
  })
  const anyReason = fc.constantFrom(null, ...(Object.keys(ATTENTION_REASONS) as AttentionReason[]))

  it("never exceeds what came, together with what went back, and never touches money of an order", () => {
    let allowed = 0
    fc.assert(
      fc.property(anyPayment.map(withCame), anyReason, (payment, open) => {
        const may = refundableOf(payment, open)
        if (typeof may === "string") return
        allowed += 1
        expect(may.left).toBeGreaterThan(0n)
        expect(may.left + goneOf(payment)).toBe(may.came)
        expect(
          may.came <= BigInt(payment.outcome === "paid" ? payment.amount : payment.verified!.amount)
        ).toBe(true)
        expect([payment.applied_at, payment.closed_at]).toEqual([null, null])
        expect(payment.listed_at).not.toBeNull()
        expect(open).not.toBeNull()
      }),
      { numRuns: 10_000 }
    )
    expect(allowed).toBeGreaterThan(5)
  })

  it("ends with a payment called refunded when parts were sent until nothing was left, and not before", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000 }),
        fc.array(fc.integer({ min: 1, max: 4_000 })),
        (came, parts) => {
          let payment = discrepancy("currency_discrepancy", { amount: String(came), currency: "EUR" })
          for (const part of [...parts, came]) {
            const may = refundableOf(payment, "currency_discrepancy")
            if (may === "nothing_left") break
            const { left } = may as { left: bigint }
            const sent = BigInt(part) > left ? left : BigInt(part)
            payment = { ...payment, refunded: (BigInt(payment.refunded) + sent).toString() }
            expect(refundedPart(payment)).toBe(sent === left ? "all" : "part")
          }
          expect([payment.refunded, refundedPart(payment)]).toEqual([String(came), "all"])
        }
      )
    )
  })
})

describe("the state of a payment", () => {
  const toSend = { status: "open", reason: "refund_due" }
  it.each<[string, object, string, { status: string; reason: string }[]?]>([
    ["what the service says", {}, "succeeded"],
    ["being refunded while a person has to send it", { refunded: "10000" }, "refunding", [toSend]],
    [
      "being refunded while it is not known whether a part was sent",
      { refunded: "1" },
      "refunding",
      [{ ...toSend, reason: "refund_unknown" }],
    ],
    [
      "refunded once a person has sent it",
      { refunded: "10000" },
      "refunded",
      [{ ...toSend, status: "resolved" }],
    ],
    [
      "refunded, whatever else needs attention",
      { refunded: "10000" },
      "refunded",
      [{ status: "open", reason: "duplicate_payment" }],
    ],
    ["no refund where none is counted any more", {}, "succeeded", [toSend]],
    ["taken back, be it a part", { reversed: "1" }, "reversed"],
    ["taken back, and the rest is refunded", { refunded: "9999", reversed: "1" }, "reversed", [toSend]],
    ["refunded, once all of it went back", { refunded: "10000" }, "refunded"],
    ["partly refunded", { refunded: "1" }, "partly_refunded"],
    ["refunded, be it by hand", { closed_at: new Date(), closed_as: "returned" }, "refunded"],
    [
      "refunded, be it by hand after a part was sent",
      { refunded: "1", closed_at: new Date(), closed_as: "returned" },
      "refunded",
    ],
    [
      "refunding, while a part of what was given back by hand is looked after",
      { refunded: "1", closed_at: new Date(), closed_as: "returned" },
      "refunding",
      [toSend],
    ],
    [
      "refunded, where it was given back by hand, and how much it was nobody knows",
      { outcome: "discrepancy", came: "0", closed_at: new Date(), closed_as: "returned" },
      "refunded",
    ],
    ["paid, where the shop keeps it", { closed_at: new Date(), closed_as: "kept" }, "succeeded"],
    [
      "a discrepancy, never paid",
      { outcome: "discrepancy", outcome_reason: "reference_discrepancy" },
      "discrepancy",
    ],
    [
      "refunded by the sum that came, not by the one that was asked for",
      {
        outcome: "discrepancy",
        outcome_reason: "amount_discrepancy",
        verified: { amount: "9", currency: "XAF" },
        came: "9",
        refunded: "9",
      },
      "refunded",
    ],
    [
      "refunded where an answer says something else since: what came is known",
      { outcome: "waiting", refunded: "10000" },
      "refunded",
    ],
  ])("is %s", (_, more, state, items = []) => {
    expect(stateOf({ ...paid(more), status: "succeeded" }, items)).toBe(state)
  })

  it("lets only money that is whole, and that no person dealt with, become an order by itself", () => {
    expect(isUntouched(paid())).toBe(true)
    expect(isUntouched(paid({ refunded: "1" }))).toBe(false)
    expect(isUntouched(paid({ closed_at: new Date() }))).toBe(false)
  })
})
