import fc from "fast-check"
import {
  isAftermath,
  nextReview,
  judgeReversal,
  leastGone,
  type Taken,
  goneBy,
  wonBack,
  writtenOff,
} from "../reversal"
import { REVIEW_AGES } from "../schedule"
import { SERVICE_STATUSES } from "../assess"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TAKEN: Taken = {
  amount: "10000",
  currency_code: "xaf",
  merchant_reference: "cart_1-1",
  payment_ref: "PAY_1",
  refunded: "0",
  verified: { amount: "10350" },
}
const PART = { refunded: "4000" }
const ALL = { refunded: "10000" }
const standing = (answer: object, taken: Partial<Taken> = {}) =>
  judgeReversal({ environment: "test", currency: "XAF", ...answer }, { ...TAKEN, ...taken })

describe("the standing of money that an order stands for", () => {
  it.each([
    ["no status", { amount: "1" }],
    ["another payment's reference", { status: "failed", merchant_reference: "cart_2-1" }],
    ["another payment's public reference", { status: "failed", payment_ref: "PAY_2" }],
    ["another payment's id", { status: "failed", id_of_another: true }],
    ["another currency", { status: "succeeded", amount: "1", currency: "XOF" }],
  ])("is unclear after an answer with %s", (_, answer) => {
    expect(standing(answer)).toEqual({ kind: "unclear" })
  })

  it.each([
    ["all that came", { status: "succeeded", amount: "10350" }, {}],
    ["more than came", { status: "succeeded", amount: "10351" }, {}],
    ["no amount", { status: "succeeded" }, {}],
    ["no currency", { status: "succeeded", amount: "10350", currency: undefined }, {}],
    [
      "our own names",
      { status: "succeeded", amount: "10350", merchant_reference: "cart_1-1", payment_ref: "PAY_1" },
      {},
    ],
    ["all that came, whatever we refunded", { status: "succeeded", amount: "10350" }, PART],
    ["what our refund left", { status: "succeeded", amount: "6350" }, PART],
    ["nothing, and all of it was refunded", { status: "succeeded", amount: "350" }, ALL],
    ["nothing, nor of the fee, and all of it was refunded", { status: "succeeded", amount: "0" }, ALL],
    ["another state, and all of it was refunded", { status: "refunded", amount: "0" }, ALL],
    ["failed, and all of it was refunded", { status: "failed" }, ALL],
    ["another state with what our refund left", { status: "partially_refunded", amount: "6350" }, PART],
    ["processing with what our refund left", { status: "processing", amount: "6350" }, PART],
    [
      "the amount as asked, where no answer was kept",
      { status: "succeeded", amount: "10000" },
      { verified: null },
    ],
  ])("is as it was: %s", (_, answer, taken) => {
    expect(standing(answer, taken)).toEqual({ kind: "stands" })
  })

  it("is not doubted for a public reference that a create of ours was never told", () => {
    const answer = { status: "succeeded", amount: "10350", payment_ref: "PAY_2" }
    expect(standing(answer, { payment_ref: null })).toEqual({ kind: "stands" })
  })

  it("is unclear in a state that is not known, with no amount, after a refund of ours", () => {
    expect(standing({ status: "partially_refunded" }, PART)).toEqual({ kind: "unclear" })
  })

  it.each([
    ["one unit less", { status: "succeeded", amount: "10349" }, {}, { left: "10349 XAF" }],
    ["nothing", { status: "succeeded", amount: "0" }, {}, { left: "0 XAF" }],
    [
      "one unit less than our refund left",
      { status: "succeeded", amount: "6349" },
      PART,
      { refunded: "4000 XAF", left: "6349 XAF" },
    ],
    ["failed", { status: "failed", amount: "10350" }, {}, { left: "10350 XAF" }],
    ["canceled, with no amount", { status: "canceled" }, {}, {}],
    ["a state that is not known", { status: "charged_back" }, {}, {}],
    ["processing", { status: "processing", amount: "10350" }, {}, { left: "10350 XAF" }],
    [
      "failed, and a part was refunded",
      { status: "failed", amount: "6350" },
      PART,
      { refunded: "4000 XAF", left: "6350 XAF" },
    ],
    [
      "another state with less than our refund left",
      { status: "charged_back", amount: "0" },
      PART,
      { refunded: "4000 XAF", left: "0 XAF" },
    ],
  ])("is reversed, with the facts: %s", (_, answer, taken, facts) => {
    const known = { came: "10350 XAF", refunded: "0 XAF", status: answer.status }
    expect(standing(answer, taken)).toEqual({ kind: "reversed", facts: { ...known, ...facts } })
  })

  const minor = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String)
  const answers = fc.record(
    {
      status: fc.oneof(fc.constantFrom(...SERVICE_STATUSES), fc.string()),
      amount: fc.oneof(minor, fc.string()),
    },
    { requiredKeys: [] }
  )
  it("is never told for what our own refunds explain, whatever the service says", () => {
    fc.assert(
      fc.property(answers, minor, minor, (answer, amount, extra) => {
        const came = (BigInt(amount) + BigInt(extra)).toString()
        const refundedAll = { amount, refunded: came, verified: { amount: came } }
        expect(standing(answer, refundedAll).kind).not.toBe("reversed")
      })
    )
  })

  it("is always told for a success with less than came, without refunds", () => {
    fc.assert(
      fc.property(minor, fc.bigInt({ min: 1n, max: 10n ** 18n }), (amount, gone) => {
        const came = (BigInt(amount) + gone).toString()
        const taken = { amount: came, verified: { amount: came } }
        expect(standing({ status: "succeeded", amount }, taken).kind).toBe("reversed")
      })
    )
  })
})

describe("what is gone without the store", () => {
  const of = (answer: { status?: string; amount?: string; currency?: string }, payment: object = {}) =>
    goneBy(
      { environment: "test", status: "succeeded", ...answer },
      { ...TAKEN, verified: { amount: "10000" }, came: "10000", fee: "0", multiple: null, ...payment }
    )
  const FEE = { verified: { amount: "10200" }, fee: "200" }
  const ROUNDED = { amount: "3", came: "3", verified: { amount: "5" }, fee: "2", multiple: "5" }
  const HIGH_FEE = { verified: { amount: "12000" }, fee: "2000" }

  it.each([
    ["what a success lacks", of({ amount: "9700" }), 300n],
    ["less what the store sent back itself", of({ amount: "9000" }, { refunded: "700" }), 300n],
    ["all of it where the payment succeeded no more", of({ status: "charged_back" }), 10_000n],
    ["whatever amount stands beside that", of({ status: "failed", amount: "10000" }), 10_000n],
    ["or is a state of which nothing is known", of({ status: "seized", amount: "1" }), 10_000n],
    ["not known where a success says no amount", of({}), null],
    ["not known of another payment", of({ status: "failed", currency: "XOF" }), null],
    ["not known while the answer may be older than the money", of({ status: "processing" }), null],
    ["not the fee that the customer paid", of({ status: "charged_back" }, FEE), 10_000n],
    [
      "nor the fee beside what the store sent back itself",
      of({ status: "failed" }, { ...FEE, refunded: "300" }),
      9_700n,
    ],
    ["of a fee that was expected the last", of({ amount: "10000" }, FEE), 200n],
    ["of one that was too high the first", of({ amount: "9500" }, HIGH_FEE), 500n],
    ["of what was rounded up the last, as of an expected fee (U-28)", of({ amount: "4" }, ROUNDED), 1n],
    ["nothing as long as no more than that fee lacks", of({ amount: "10000" }, HIGH_FEE), 0n],
    [
      "nothing beside what was refunded of such a fee",
      of({ amount: "10500" }, { ...HIGH_FEE, came: "11500", refunded: "1500" }),
      0n,
    ],
    [
      "no more than the goods, where none of such a fee is left",
      of({ status: "failed" }, { ...HIGH_FEE, came: "12000", refunded: "2000" }),
      10_000n,
    ],
    [
      "by the amount alone beside refunds of a part, in a state of which nothing is known (U-26)",
      of({ status: "partially_refunded", amount: "9500" }, { refunded: "300" }),
      200n,
    ],
    ["not known without an amount there", of({ status: "charged_back" }, { refunded: "300" }), null],
    ["nothing where all of it is there", of({ amount: "10000" }), 0n],
    ["nothing beside what the store sent back itself", of({ amount: "9700" }, { refunded: "300" }), 0n],
    ["not known where a refund is not subtracted yet", of({ amount: "9700" }, { refunded: "400" }), null],
  ])("is %s", (_, found, expected) => expect(found).toBe(expected))
})

describe("what is gone at least, whatever of the store's refunds the service subtracts", () => {
  const least = (left: string, refunds: bigint[], { fee = "0", status = "succeeded" } = {}) => {
    const refunded = refunds.reduce((sum, one) => sum + one, 0n).toString()
    const row = { ...TAKEN, verified: { amount: `${10_000n + BigInt(fee)}` }, came: "10000", multiple: null }
    return leastGone({ environment: "test", status, amount: left }, { ...row, fee, refunded }, refunds)
  }

  it.each([
    ["nothing where all of it is there", least("10000", [7_000n]), 0n],
    ["nothing where a refund was subtracted", least("3000", [7_000n]), 0n],
    ["nothing where one of two was", least("6000", [3_000n, 4_000n]), 0n],
    ["the rest, where it alone is missing", least("7000", [7_000n]), 3_000n],
    ["the rest, of two refunds, one of them subtracted", least("4500", [3_000n, 4_000n]), 1_500n],
    ["nothing where the service kept its fee of a refund", least("3350", [7_000n], { fee: "350" }), 0n],
    ["nothing where it gave its fee back with it", least("3000", [7_000n], { fee: "350" }), 0n],
    ["the rest, where it is more than a fee", least("7350", [7_000n], { fee: "350" }), 3_000n],
    ["nothing while the answer may lag", least("7000", [7_000n], { status: "processing" }), 0n],
    ["not known of a great many refunds", least("1", Array<bigint>(13).fill(700n)), 0n],
  ])("is %s", (_, found, expected) => expect(found).toBe(expected))

  it("is never more than what is gone, whichever of them it subtracts", () => {
    const parts = fc.array(fc.record({ sum: fc.bigInt(1n, 2_000n), isSubtracted: fc.boolean() }), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(parts, fc.bigInt(0n, 2_000n), (refunds, gone) => {
        const subtracted = refunds.reduce((sum, one) => sum + (one.isSubtracted ? one.sum : 0n), 0n)
        const found = least(
          `${10_000n - subtracted - gone}`,
          refunds.map(({ sum }) => sum)
        )
        expect(found <= gone).toBe(true)
      })
    )
  })
})

describe("what was written off and is there again", () => {
  const OFF = 3_000n
  const told = (left: string | undefined, sent: bigint, status = "succeeded") =>
    wonBack(
      { environment: "test", status, amount: left },
      {
        ...TAKEN,
        verified: { amount: "10000" },
        came: "10000",
        fee: "0",
        multiple: null,
        refunded: sent.toString(),
      },
      { off: OFF, sent }
    )

  // Whether or not the service subtracts the store's refunds.
  it.each([
    ["all of it", "10000", 0n, "3000 XAF"],
    ["a part of it", "7001", 0n, "1 XAF"],
    ["none of it", "7000", 0n, undefined],
    ["less than that", "6999", 0n, undefined],
    ["all of it beside a refund that was subtracted", "9000", 1_000n, "2000 XAF"],
    ["none of it beside a refund that was subtracted", "6000", 1_000n, undefined],
    ["none of it beside a refund that was not", "7000", 1_000n, undefined],
    ["all of it beside a greater refund that was subtracted", "4000", 6_000n, "3000 XAF"],
    ["a part of it beside a greater refund that was subtracted", "1001", 6_000n, "1 XAF"],
    ["none of it beside a greater refund that was subtracted", "1000", 6_000n, undefined],
    ["none of it beside a greater refund that was not", "7000", 6_000n, undefined],
    ["all of it beside a greater refund that was not", "10000", 6_000n, "3000 XAF"],
    ["a success without an amount", undefined, 0n, undefined],
  ])("is %s: %s left, %s sent", (_, left, sent, won) => expect(told(left, sent)?.won).toBe(won))

  it.each(["failed", "charged_back", "processing"])("is nothing by an answer that says %s", (status) => {
    expect(told("10000", 0n, status)).toBeUndefined()
  })

  it("is told with the facts", () => {
    const facts = { came: "10000 XAF", refunded: "0 XAF", status: "succeeded", left: "9000 XAF" }
    expect(told("9000", 0n)).toEqual({ ...facts, won: "2000 XAF" })
  })

  const ROW = { closed_at: null, closed_as: null, reversed: "500", reversed_booked: "300" }
  const at = new Date()
  it.each([
    ["what is booked, of money that an order has", ROW, 300n],
    ["all of it, of closed money", { ...ROW, closed_at: at }, 500n],
    ["what is booked, of money that was kept", { ...ROW, closed_at: at, closed_as: "kept" as const }, 300n],
  ])("is %s", (_, row, off) => expect(writtenOff(row)).toBe(off))
})

describe("what is done about money that went back", () => {
  it.each([
    ["requires_action", false],
    ["processing", false],
    ["pending", false],
    ["succeeded", true],
    ["failed", true],
    ["canceled", true],
    ["charged_back", true],
  ])("is nothing while the answer may be older than the money: %s", (status, expected) => {
    expect(isAftermath(status)).toBe(expected)
  })
})

describe("nextReview", () => {
  const next = (age: number, answered = true) => nextReview({ appliedAt: 1_000, now: 1_000 + age }, answered)

  it.each([
    [0, DAY],
    [DAY - 1, DAY],
    [DAY, 7 * DAY],
    [7 * DAY + HOUR, 30 * DAY],
    [30 * DAY - 1, 30 * DAY],
  ])("at the age of %d ms is the next of 1, 7 and 30 days", (age, expected) => {
    expect(next(age)).toBe(1_000 + expected)
  })

  it("is none after the last one", () => {
    expect(next(REVIEW_AGES.at(-1)!)).toBeNull()
  })

  it.each([
    [DAY, DAY + 6 * HOUR],
    [7 * DAY - HOUR, 7 * DAY],
    [30 * DAY, 30 * DAY + 6 * HOUR],
    [37 * DAY, 37 * DAY + 6 * HOUR],
  ])("is made up for in six hours when the service was silent at the age of %d ms", (age, expected) => {
    expect(next(age, false)).toBe(1_000 + expected)
  })

  it("is given up a week after the last one", () => {
    expect(next(37 * DAY + 1, false)).toBeNull()
  })
})
