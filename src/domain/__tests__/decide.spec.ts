import fc from "fast-check"
import { decide, type Decision, type Expected, type Verified } from "../decide"
import { minorAmount } from "../money"
import { SERVICE_STATUSES, STATUS_MEANING, type ServiceStatus } from "../status"

const expected: Expected = {
  environment: "test",
  merchant_reference: "cart_01-1",
  payment_ref: "PAY_1",
  intent_id: "pi_1",
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
      { kind: "mismatch", reason: "environment_mismatch" },
    ],
    [
      "succeeded, of another reference",
      { ...succeeded, merchant_reference: "cart_02-1" },
      {},
      { kind: "mismatch", reason: "reference_mismatch" },
    ],
    [
      "succeeded, of another payment_ref",
      { ...succeeded, payment_ref: "PAY_2" },
      {},
      { kind: "mismatch", reason: "reference_mismatch" },
    ],
    [
      "succeeded, of another id",
      { ...succeeded, id: "pi_2" },
      {},
      { kind: "mismatch", reason: "reference_mismatch" },
    ],
    [
      "succeeded, everything echoed",
      { ...succeeded, id: "pi_1", payment_ref: "PAY_1", merchant_reference: "cart_01-1" },
      {},
      paid(),
    ],
    [
      "succeeded, an id where we know none",
      { ...succeeded, id: "pi_9", payment_ref: "PAY_9" },
      { intent_id: null, payment_ref: undefined },
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
      { kind: "mismatch", reason: "currency_mismatch" },
    ],
    [
      "succeeded, less",
      { ...succeeded, amount: "9999" },
      {},
      { kind: "mismatch", reason: "amount_mismatch" },
    ],
    [
      "succeeded, more, merchant bears the fee",
      { ...succeeded, amount: "10001" },
      {},
      { kind: "mismatch", reason: "amount_mismatch" },
    ],
    [
      "succeeded, less, customer bears the fee",
      { ...succeeded, amount: "9999" },
      customerBears,
      { kind: "mismatch", reason: "amount_mismatch" },
    ],
    ["succeeded, equal, customer bears the fee", succeeded, customerBears, paid()],
    ["succeeded, 15 % more, no quote", { ...succeeded, amount: "11500" }, customerBears, paid("1500")],
    ["succeeded, above 15 %, no quote", { ...succeeded, amount: "11501" }, customerBears, paid("1501", true)],
    [
      "succeeded, as quoted",
      { ...succeeded, amount: "10350" },
      { ...customerBears, quoted_fee: minorAmount("350") },
      paid("350"),
    ],
    [
      "succeeded, above the quote",
      { ...succeeded, amount: "10351" },
      { ...customerBears, quoted_fee: minorAmount("350") },
      paid("351", true),
    ],
    [
      "succeeded, a quote of nothing",
      { ...succeeded, amount: "10001" },
      { ...customerBears, quoted_fee: minorAmount("0") },
      paid("1", true),
    ],
  ])("%s", (_, verified, change, decision) => {
    expect(decide(verified, { ...expected, ...change })).toEqual(decision)
  })

  it.each(SERVICE_STATUSES)("agrees with the status table on %s", (status) => {
    expect(decide(with_(status), expected).kind).toBe(STATUS_MEANING[status])
  })
})

describe("decide, for anything the service may say", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 25n }).map((value) => minorAmount(value))
  const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: undefined })
  const references = fc.constantFrom("cart_01-1", "cart_02-1", "PAY_1", "pi_1", "")
  const environments = fc.constantFrom("test" as const, "live" as const)
  const expectations: fc.Arbitrary<Expected> = fc.record({
    environment: environments,
    merchant_reference: fc.constantFrom("cart_01-1", "cart_02-1"),
    payment_ref: fc.option(fc.constant("PAY_1")),
    intent_id: fc.option(fc.constant("pi_1")),
    amount: amounts,
    currency: fc.constantFrom("xaf", "XAF", "eur"),
    fee_bearer: fc.constantFrom("merchant" as const, "customer" as const),
    quoted_fee: fc.option(amounts),
  })
  const answerTo = (wanted: Expected): fc.Arbitrary<Verified> =>
    fc.record({
      environment: environments,
      status: maybe(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SERVICE_STATUSES) }, fc.string())),
      amount: maybe(
        fc.oneof(
          fc.constant<string>(wanted.amount),
          fc.bigInt({ min: -3n, max: 3n }).map((off) => String(BigInt(wanted.amount) + off)),
          amounts,
          fc.string()
        )
      ),
      currency: maybe(fc.oneof(fc.constantFrom("XAF", "xaf", "EUR"), fc.string())),
      merchant_reference: maybe(references),
      payment_ref: maybe(references),
      id: maybe(references),
    })
  const cases = expectations.chain((wanted) => fc.tuple(answerTo(wanted), fc.constant(wanted)))
  const holds = (check: (decision: Decision, verified: Verified, wanted: Expected) => void) =>
    fc.assert(
      fc.property(cases, ([verified, wanted]) => check(decide(verified, wanted), verified, wanted)),
      { numRuns: 1000 }
    )

  it("is paid only for succeeded, in our environment and currency, with enough money, and nothing foreign", () => {
    holds((decision, verified, wanted) => {
      if (decision.kind !== "paid") return
      expect(verified.status).toBe("succeeded")
      expect(verified.environment).toBe(wanted.environment)
      expect(verified.currency!.toUpperCase()).toBe(wanted.currency.toUpperCase())
      expect(BigInt(verified.amount!) >= BigInt(wanted.amount)).toBe(true)
      expect([undefined, wanted.merchant_reference]).toContain(verified.merchant_reference)
      if (wanted.payment_ref != null) expect([undefined, wanted.payment_ref]).toContain(verified.payment_ref)
      if (wanted.intent_id != null) expect([undefined, wanted.intent_id]).toContain(verified.id)
    })
  })

  it("is paid by exactly the amount where the merchant bears the fee, and else names the excess", () => {
    holds((decision, verified, wanted) => {
      if (decision.kind !== "paid") return
      expect(BigInt(decision.fee)).toBe(BigInt(verified.amount!) - BigInt(wanted.amount))
      if (wanted.fee_bearer === "merchant") expect(decision).toEqual(paid())
    })
  })

  it("waits for every state outside the five, whatever else the answer says", () => {
    holds((decision, verified) => {
      if ((SERVICE_STATUSES as readonly (string | undefined)[]).includes(verified.status)) return
      expect(decision.kind).toBe("waiting")
    })
  })

  it("fails only for failed and canceled, and calls for a person only when the service speaks of money", () => {
    holds((decision, verified) => {
      if (decision.kind === "failed") expect(STATUS_MEANING[verified.status as ServiceStatus]).toBe("failed")
      if (decision.kind === "mismatch") expect(verified.status).toBe("succeeded")
    })
  })

  it("never throws, not even for an answer that breaks every type", () => {
    const rubbish = fc.option(
      fc.record({
        environment: fc.anything(),
        status: fc.oneof(fc.constantFrom(...SERVICE_STATUSES), fc.anything()),
        amount: fc.oneof(fc.constant("10000"), fc.anything()),
        currency: fc.anything(),
        merchant_reference: fc.anything(),
        payment_ref: fc.anything(),
        id: fc.anything(),
      })
    )
    const shapes = fc.oneof(
      rubbish,
      rubbish.map(
        (answer) =>
          answer && {
            ...answer,
            environment: "test",
            merchant_reference: undefined,
            payment_ref: undefined,
            id: undefined,
          }
      )
    )
    fc.assert(
      fc.property(shapes, (verified) => {
        expect(["paid", "waiting", "failed", "mismatch"]).toContain(
          decide(verified as Verified | null, expected).kind
        )
      }),
      { numRuns: 1000 }
    )
  })
})
