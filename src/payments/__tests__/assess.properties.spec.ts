import fc from "fast-check"
import {
  decide,
  type Decision,
  type Expected,
  type Verified,
  SERVICE_STATUSES,
  STATUS_MEANING,
  type ServiceStatus,
} from "../assess"
import { minorAmount } from "../../service/wire/shape"

describe("decide, for anything the service may say", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 25n }).map((value) => minorAmount(value))
  const references = fc.constantFrom("cart_01-1", "cart_02-1", "PAY_1", "pi_1", "")
  const environments = fc.constantFrom("test" as const, "live" as const)
  const expectations: fc.Arbitrary<Expected> = fc.record({
    environment: environments,
    merchant_reference: fc.constantFrom("cart_01-1", "cart_02-1"),
    payment_ref: fc.option(fc.constant("PAY_1")),
    amount: amounts,
    currency: fc.constantFrom("xaf", "XAF", "eur"),
    fee_bearer: fc.constantFrom("merchant" as const, "customer" as const),
    multiple: fc.constantFrom(null, undefined, "1", "2", "5"),
  })
  /** Mostly what is expected, so that every rule is reached on the way to paid. */
  const usually = <T, U>(right: T, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: other })
  const answerTo = (wanted: Expected): fc.Arbitrary<Verified> =>
    fc.record({
      environment: usually(wanted.environment, environments),
      status: fc.oneof(
        { weight: 6, arbitrary: fc.constant("succeeded") },
        { weight: 3, arbitrary: fc.constantFrom(...SERVICE_STATUSES, undefined) },
        { weight: 1, arbitrary: fc.string() }
      ),
      amount: fc.oneof(
        fc.constantFrom<string | undefined>(wanted.amount, undefined),
        fc.bigInt({ min: -3n, max: 3n }).map((off) => String(BigInt(wanted.amount) + off)),
        amounts,
        fc.string()
      ),
      currency: usually<string, string | undefined>(
        wanted.currency.toUpperCase(),
        fc.oneof(fc.constantFrom("XAF", "xaf", "EUR", undefined), fc.string())
      ),
      merchant_reference: usually(undefined, references),
      payment_ref: usually(undefined, references),
      id: usually(undefined, references),
      id_of_another: usually(undefined, fc.boolean()),
    })
  const cases = expectations.chain((wanted) => fc.tuple(answerTo(wanted), fc.constant(wanted)))
  const holds = (check: (decision: Decision, verified: Verified, wanted: Expected) => void) => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(cases, ([verified, wanted]) => {
        const decision = decide(verified, wanted)
        kinds.add(decision.kind)
        check(decision, verified, wanted)
      }),
      { numRuns: 1000 }
    )
    expect([...kinds].sort()).toEqual(["discrepancy", "failed", "paid", "waiting"])
  }

  it("is paid only for succeeded, in our environment and currency, with enough money, and nothing foreign", () => {
    holds((decision, verified, wanted) => {
      if (decision.kind !== "paid") return
      expect(verified.status).toBe("succeeded")
      expect(verified.environment).toBe(wanted.environment)
      expect(verified.currency!.toUpperCase()).toBe(wanted.currency.toUpperCase())
      expect(BigInt(verified.amount!) >= BigInt(wanted.amount)).toBe(true)
      expect(BigInt(verified.amount!) < BigInt(wanted.amount) * 2n + BigInt(wanted.multiple ?? 1)).toBe(true)
      expect([undefined, wanted.merchant_reference]).toContain(verified.merchant_reference)
      if (wanted.payment_ref != null) expect([undefined, wanted.payment_ref]).toContain(verified.payment_ref)
      expect(verified.id_of_another).not.toBe(true)
    })
  })

  it("is paid by exactly the amount where the merchant bears the fee, or that rounded up (U-28), and names the excess", () => {
    holds((decision, verified, wanted) => {
      if (decision.kind !== "paid") return
      expect(BigInt(decision.fee)).toBe(BigInt(verified.amount!) - BigInt(wanted.amount))
      if (wanted.fee_bearer !== "merchant") return
      expect(decision.fee_unexpected).toBe(false)
      expect(BigInt(decision.fee) < BigInt(wanted.multiple ?? 1)).toBe(true)
    })
  })

  it("does not depend on the id, only on whose it is (U-23)", () => {
    fc.assert(
      fc.property(cases, references, ([verified, wanted], id) => {
        expect(decide({ ...verified, id }, wanted)).toEqual(decide(verified, wanted))
        expect(decide({ ...verified, id_of_another: true }, wanted).kind).not.toBe("paid")
      })
    )
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
      if (decision.kind === "discrepancy") expect(verified.status).toBe("succeeded")
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
        id_of_another: fc.anything(),
      })
    )
    /** Nothing foreign in it, so that the money fields are reached. */
    const ours = {
      environment: "test",
      merchant_reference: undefined,
      payment_ref: undefined,
      id_of_another: undefined,
    }
    const answers = fc.oneof(
      rubbish,
      rubbish.map((answer) => answer && { ...answer, ...ours })
    )
    fc.assert(
      fc.property(answers, expectations, (answer, wanted) => {
        const { kind } = decide(answer as Verified | null, { ...wanted, environment: "test" })
        expect(["paid", "waiting", "failed", "discrepancy"]).toContain(kind)
      }),
      { numRuns: 1000 }
    )
  })
})
