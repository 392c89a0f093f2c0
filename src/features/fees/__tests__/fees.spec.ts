import fc from "fast-check"
import {
  PayCollectInvalidRequestError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
} from "../../../service/errors"
import { type FeeBreakdown, type FeeQuery } from "../../../service"
import { type PayCollectClient } from "../../../service/client"
import { systemClock, type Clock } from "../../../service/config"
import { toMajorString } from "../../../payments/money"
import { minorAmount } from "../../../service/wire/shape"
import { resolveOptions } from "../../../settings/options"
import { ActiveConfiguration } from "../../../settings/active-configuration"
import { AnswerCache } from "../../../service/answer-cache"
import { type Configuration } from "../../../settings/configuration"
import { FeePreview } from "../fees"
import { type FeeQuestion } from "../../../payments/payment-methods"
import { PaymentMethods } from "../../../payments/payment-methods"

/** A preview of a service that answers what `calculate` says, and what it was asked. */
function preview(
  unit: "minor" | "major",
  calculate: (fee: FeeQuery) => FeeBreakdown,
  clock: Clock = systemClock
) {
  const asked: FeeQuery[] = []
  const client = {
    listPaymentMethods: async () => [
      { code: "orange", name: "Orange Money", type: "mobile_money", raw: {} },
      { code: "visa", name: "Visa", type: "card", raw: {} },
    ],
    calculateFee: async (fee: FeeQuery) => {
      asked.push(fee)
      return calculate(fee)
    },
  }
  const active = new ActiveConfiguration(
    resolveOptions({ service: { feeAmountUnit: unit }, feeBearer: "customer" }, {}),
    new Map([["test", client as unknown as PayCollectClient]])
  )
  const configuration = { current: () => Promise.resolve(active) } as unknown as Configuration
  const cache = new AnswerCache(clock, () => undefined)
  const methods = new PaymentMethods(configuration, cache, clock)
  return { asked, fees: new FeePreview(configuration, methods, cache, clock) }
}

const question = (more: Partial<FeeQuestion> = {}): FeeQuestion => ({
  amount: minorAmount("1999"),
  currency_code: "eur",
  exponent: 2,
  payment_method: "card",
  card_type: "local",
  ...more,
})

describe("the unit of fees (U-22)", () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const exponents = fc.integer({ min: 0, max: 4 })

  it("is the same on the way there and back: what the service adds is what is shown, exactly", async () => {
    await fc.assert(
      fc.asyncProperty(
        amounts,
        amounts,
        exponents,
        fc.constantFrom("minor", "major"),
        async (amount, fee, exponent, unit) => {
          const inUnit = (value: bigint) =>
            unit === "major" ? toMajorString(value, exponent) : value.toString()
          const { asked, fees } = preview(unit as "minor" | "major", (query) => ({
            amount: query.amount,
            currency: query.currency,
            fee: inUnit(fee),
            total_payable: inUnit(amount + fee),
            details: {},
          }))
          const [row] = await fees.rows(question({ amount: minorAmount(amount), exponent }))
          expect(asked[0]!.amount).toBe(inUnit(amount))
          expect(row).toMatchObject({
            amount: toMajorString(amount, exponent),
            fee: toMajorString(fee, exponent),
            total: toMajorString(amount + fee, exponent),
          })
        }
      )
    )
  })

  it("that is not the service's gives no number: it would be a hundredth or a hundredfold of the fee", async () => {
    const { fees } = preview("minor", () => ({ amount: "19.99", fee: "0.70", details: {} }))
    expect(await fees.rows(question())).toMatchObject([{ fee: null, error: { code: "malformed_response" } }])
  })

  it("is kept also for parts of the smallest unit", async () => {
    const { fees } = preview("minor", () => ({ fee: "70.25", details: {} }))
    expect(await fees.rows(question())).toMatchObject([{ fee: "0.7025", total: null }])
  })
})

describe("the rows", () => {
  const silent = () => ({ details: { note: "ask us" } })

  it("are one per method, and two for cards unless the kind of card is given", async () => {
    const all = { payment_method: undefined, card_type: undefined, country_code: "cm" }
    const rowsOf = async (more: Partial<FeeQuestion>) =>
      (await preview("minor", silent).fees.rows(question(more))).map(({ name, card_type }) => [
        name,
        card_type,
      ])
    expect(await rowsOf(all)).toEqual([
      ["Orange Money", undefined],
      ["Visa", "local"],
      ["Visa", "international"],
    ])
    expect(await rowsOf({ ...all, card_type: "international" })).toEqual([
      ["Orange Money", undefined],
      ["Visa", "international"],
    ])
    expect(await rowsOf({ card_type: undefined })).toEqual([
      ["card", "local"],
      ["card", "international"],
    ])
  })

  it("hold no number that the service did not give", async () => {
    const [row] = await preview("minor", silent).fees.rows(question())
    expect(row).toEqual({
      payment_method: "card",
      name: "card",
      card_type: "local",
      currency_code: "eur",
      amount: "19.99",
      fee: null,
      total: null,
      fee_bearer: "customer",
      details: { note: "ask us" },
    })
  })
})

describe("an answer of the service", () => {
  const MINUTE = 60_000
  const facts = { operation: "calculate_fee", message: "no" }
  /** What the service answers next; nothing: the fee. */
  let failure: Error | undefined
  let time = 0
  const clock: Clock = { now: () => time, sleep: async () => undefined }
  const calculator = () =>
    preview(
      "minor",
      () => {
        if (failure) throw failure
        return { fee: "70", total_payable: "2069", details: {} }
      },
      clock
    )
  beforeEach(() => {
    failure = undefined
    time = 1_800_000_000_000
  })

  it("is asked for once in five minutes", async () => {
    const { asked, fees } = calculator()
    await fees.rows(question())
    time += 5 * MINUTE - 1
    expect((await fees.rows(question()))[0]).not.toHaveProperty("stale")
    expect(asked).toHaveLength(1)
    time += 1
    expect((await fees.rows(question()))[0]).not.toHaveProperty("stale")
    expect(asked).toHaveLength(2)
  })

  it.each([
    ["the budget has no place for it", new PayCollectRateLimitedError({ ...facts, retryAfterMs: 5_000 })],
    ["the service cannot be reached", new PayCollectUnavailableError(facts)],
  ])("is shown for a day, marked as stale, while %s", async (_, error) => {
    const { asked, fees } = calculator()
    await fees.rows(question())
    failure = error
    time += 24 * 60 * MINUTE - 1
    expect(await fees.rows(question())).toMatchObject([{ fee: "0.70", total: "20.69", stale: true }])
    expect(asked).toHaveLength(2)
    time += 1
    expect(await fees.rows(question())).toMatchObject([{ fee: null, error: { code: error.code } }])
    expect((await fees.rows(question()))[0]).not.toHaveProperty("stale")
  })

  it("is not shown in place of a refusal: the service says something else now", async () => {
    const { fees } = calculator()
    await fees.rows(question())
    failure = new PayCollectInvalidRequestError(facts)
    time += 6 * MINUTE
    expect(await fees.rows(question())).toMatchObject([{ fee: null, error: { code: "invalid_request" } }])
  })
})
