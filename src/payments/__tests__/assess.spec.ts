import fc from "fast-check"
import {
  isServiceStatus,
  meaningOf,
  SERVICE_STATUSES,
  STATUS_MEANING,
  environmentsFrom,
  isTestInLive,
  decide,
  wouldPay,
  type Expected,
  type Verified,
  type ServiceStatus,
} from "../assess"
import { minorAmount } from "../../service/wire/shape"

describe("the status table", () => {
  it("has the five states of interface 3 and no other", () => {
    expect(Object.keys(STATUS_MEANING).sort()).toEqual([...SERVICE_STATUSES].sort())
    expect(SERVICE_STATUSES).toEqual(["requires_action", "processing", "succeeded", "failed", "canceled"])
  })

  it("lets only succeeded mean money", () => {
    expect(SERVICE_STATUSES.filter((status) => meaningOf(status) === "paid")).toEqual(["succeeded"])
  })

  it.each([
    undefined,
    null,
    4,
    ["succeeded"],
    "",
    "pending",
    "SUCCEEDED",
    "succeeded ",
    "constructor",
    "__proto__",
    "toString",
  ])("takes %p for waiting (U-20)", (status) => {
    expect(isServiceStatus(status)).toBe(false)
    expect(meaningOf(status as string | undefined)).toBe("waiting")
  })

  it("never takes a state outside the five for paid or failed", () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        fc.pre(!(SERVICE_STATUSES as readonly string[]).includes(status))
        expect(meaningOf(status)).toBe("waiting")
      })
    )
  })
})

describe("money of the test environment", () => {
  it.each([
    ["test", "live", true],
    ["test", "test", false],
    ["live", "live", false],
    ["live", "test", false],
  ] as const)("of a %s payment, in a %s store, is test money: %p", (payment, store, isPlay) => {
    expect(isTestInLive({ environment: payment }, { environment: store })).toBe(isPlay)
  })
})

it("both environments are looked at, the chosen one first", () => {
  expect([environmentsFrom("live"), environmentsFrom("test")]).toEqual([
    ["live", "test"],
    ["test", "live"],
  ])
})

const expected: Expected = {
  environment: "test",
  merchant_reference: "cart_01-1",
  payment_ref: "PAY_1",
  amount: minorAmount("10000"),
  currency: "xaf",
  fee_bearer: "merchant",
}
const succeeded: Verified = { environment: "test", status: "succeeded", amount: "10000", currency: "XAF" }
const paid = (fee = "0", fee_unexpected = false) => ({ kind: "paid", fee, fee_unexpected })
const customerBears = { fee_bearer: "customer" as const }
const with_ = (status: ServiceStatus, facts: Partial<Verified> = {}): Verified => ({
  ...succeeded,
  ...facts,
  status,
})

describe("a service that rounds up to what can be paid (U-28)", () => {
  const OTHER = { kind: "discrepancy", reason: "amount_discrepancy" }
  const of = (asked: string, answered: string, facts: Partial<Expected>) =>
    decide({ ...succeeded, amount: answered }, { ...expected, amount: minorAmount(asked), ...facts })
  const FIVES = { multiple: "5" }

  it.each<[string, string, Partial<Expected>, object]>([
    ["1003", "1003", FIVES, paid("0")],
    ["1003", "1005", FIVES, paid("2")],
    ["1003", "1007", FIVES, paid("4")],
    ["1003", "1008", FIVES, OTHER],
    ["1003", "1002", FIVES, OTHER],
    ["1003", "1000", FIVES, OTHER],
    ["1003", "1005", { multiple: null }, OTHER],
    ["1003", "1004", { multiple: "1" }, OTHER],
    ["1", "5", FIVES, paid("4")],
    ["1003", "1160", { ...FIVES, ...customerBears }, paid("157", true)],
    ["1003", "1155", { ...FIVES, ...customerBears }, paid("152")],
    ["1003", "2010", { ...FIVES, ...customerBears }, paid("1007", true)],
    ["1003", "2011", { ...FIVES, ...customerBears }, OTHER],
    ["1003", "1000", { ...FIVES, ...customerBears }, OTHER],
  ])("%s answered by %s, with %j", (asked, answered, facts, decision) => {
    expect(of(asked, answered, facts)).toEqual(decision)
  })
})

describe("decide: the documented table", () => {
  it.each<[string, Verified | null, Partial<Expected>, object]>([
    ["no answer", null, {}, { kind: "waiting", reason: "no_answer" }],
    ["no status", { environment: "test" }, {}, { kind: "waiting", reason: "incomplete_answer" }],
    [
      "a state outside the five",
      { ...succeeded, status: "pending" },
      {},
      { kind: "waiting", reason: "unknown_status" },
    ],
    [
      "another spelling of succeeded",
      { ...succeeded, status: "SUCCEEDED" },
      {},
      { kind: "waiting", reason: "unknown_status" },
    ],
    ["requires_action", with_("requires_action"), {}, { kind: "waiting", reason: "requires_action" }],
    ["processing", with_("processing"), {}, { kind: "waiting", reason: "processing" }],
    ["failed", with_("failed"), {}, { kind: "failed", reason: "failed" }],
    ["canceled", with_("canceled"), {}, { kind: "failed", reason: "canceled" }],
    [
      "failed, without money fields",
      { environment: "test", status: "failed" },
      {},
      { kind: "failed", reason: "failed" },
    ],
    [
      "failed, of another payment",
      with_("failed", { payment_ref: "PAY_2" }),
      {},
      { kind: "waiting", reason: "foreign_answer" },
    ],
    [
      "canceled, of another environment",
      with_("canceled", { environment: "live" }),
      {},
      { kind: "waiting", reason: "foreign_answer" },
    ],
    ["succeeded", succeeded, {}, paid()],
    [
      "succeeded, of another environment",
      { ...succeeded, environment: "live" },
      {},
      { kind: "discrepancy", reason: "environment_discrepancy" },
    ],
    [
      "succeeded, of another reference",
      { ...succeeded, merchant_reference: "cart_02-1" },
      {},
      { kind: "discrepancy", reason: "reference_discrepancy" },
    ],
    [
      "succeeded, of another payment_ref",
      { ...succeeded, payment_ref: "PAY_2" },
      {},
      { kind: "discrepancy", reason: "reference_discrepancy" },
    ],
    [
      "succeeded, with an id that is recorded for another payment",
      { ...succeeded, id: "pi_2", id_of_another: true },
      {},
      { kind: "discrepancy", reason: "reference_discrepancy" },
    ],
    ["succeeded, with any other id (U-23)", { ...succeeded, id: "trn_1", id_of_another: false }, {}, paid()],
    [
      "failed, with an id that is recorded for another payment",
      with_("failed", { id: "pi_2", id_of_another: true }),
      {},
      { kind: "waiting", reason: "foreign_answer" },
    ],
    [
      "succeeded, everything echoed",
      { ...succeeded, id: "pi_1", payment_ref: "PAY_1", merchant_reference: "cart_01-1" },
      {},
      paid(),
    ],
    [
      "succeeded, a reference where we know none",
      { ...succeeded, id: "pi_9", payment_ref: "PAY_9" },
      { payment_ref: undefined },
      paid(),
    ],
    [
      "succeeded, no amount",
      { ...succeeded, amount: undefined },
      {},
      { kind: "waiting", reason: "incomplete_answer" },
    ],
    [
      "succeeded, an unreadable amount",
      { ...succeeded, amount: "10,000" },
      {},
      { kind: "waiting", reason: "incomplete_answer" },
    ],
    [
      "succeeded, no currency",
      { ...succeeded, currency: undefined },
      {},
      { kind: "waiting", reason: "incomplete_answer" },
    ],
    [
      "succeeded, an empty currency",
      { ...succeeded, currency: "" },
      {},
      { kind: "waiting", reason: "incomplete_answer" },
    ],
    [
      "succeeded, another currency",
      { ...succeeded, currency: "XOF" },
      {},
      { kind: "discrepancy", reason: "currency_discrepancy" },
    ],
    [
      "succeeded, less",
      { ...succeeded, amount: "9999" },
      {},
      { kind: "discrepancy", reason: "amount_discrepancy" },
    ],
    [
      "succeeded, more, merchant bears the fee",
      { ...succeeded, amount: "10001" },
      {},
      { kind: "discrepancy", reason: "amount_discrepancy" },
    ],
    [
      "succeeded, less, customer bears the fee",
      { ...succeeded, amount: "9999" },
      customerBears,
      { kind: "discrepancy", reason: "amount_discrepancy" },
    ],
    ["succeeded, equal, customer bears the fee", succeeded, customerBears, paid()],
    ["succeeded, 15 % more", { ...succeeded, amount: "11500" }, customerBears, paid("1500")],
    ["succeeded, above 15 %", { ...succeeded, amount: "11501" }, customerBears, paid("1501", true)],
    ["succeeded, twice as much", { ...succeeded, amount: "20000" }, customerBears, paid("10000", true)],
    [
      "succeeded, more than twice as much, customer bears the fee",
      { ...succeeded, amount: "20001" },
      customerBears,
      { kind: "discrepancy", reason: "amount_discrepancy" },
    ],
  ])("%s", (_, verified, change, decision) => {
    expect(decide(verified, { ...expected, ...change })).toEqual(decision)
  })

  it.each(SERVICE_STATUSES)("would pay by the same rule, whatever the status: %s", (status) => {
    const [enough, more] = [with_(status), with_(status, { amount: "10350" })]
    expect(wouldPay(enough, expected)).toBe(true)
    expect(wouldPay(more, expected)).toBe(false)
    expect(wouldPay(more, { ...expected, ...customerBears })).toBe(true)
    for (const wrong of [
      { amount: "9999" },
      { amount: undefined },
      { currency: "XOF" },
      { environment: "live" as const },
      { merchant_reference: "cart_02-1" },
      { id_of_another: true },
    ])
      expect(wouldPay({ ...enough, ...wrong }, { ...expected, ...customerBears })).toBe(false)
  })

  it.each(SERVICE_STATUSES)("agrees with the status table on %s", (status) => {
    expect(decide(with_(status), expected).kind).toBe(STATUS_MEANING[status])
  })
})
