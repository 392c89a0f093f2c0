import fc from "fast-check"
import {
  PayCollectInvalidRequestError,
  PayCollectUnavailableError,
  type FeeBreakdown,
  type FeeQuery,
  type PayCollectClient,
} from "../../../client"
import { minorAmount, toMajorString } from "../../../domain/money"
import { resolveOptions } from "../../../options"
import { ActiveConfiguration } from "../active-configuration"
import { AnswerCache } from "../answer-cache"
import { systemClock } from "../clock"
import { type Configuration } from "../configuration"
import { FeePreview, type FeeQuestion } from "../fees"
import { PaymentMethods } from "../payment-methods"

/** A preview of a service that answers what `calculate` says, and what it was asked. */
function preview(unit: "minor" | "major", calculate: (fee: FeeQuery) => FeeBreakdown) {
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
    resolveOptions({ feeAmountUnit: unit, feeBearer: "customer" }, {}),
    new Map([["test", client as unknown as PayCollectClient]])
  )
  const configuration = { current: () => Promise.resolve(active) } as unknown as Configuration
  const cache = new AnswerCache(systemClock, () => undefined)
  const methods = new PaymentMethods(configuration, cache, systemClock)
  return { asked, fees: new FeePreview(configuration, methods, cache, systemClock) }
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

describe("an answer", () => {
  const minutes = (count: number) => count * 60_000

  /** A preview whose clock and configuration a test moves, of a service that answers 70 to everything, or fails. */
  function counted(failure?: () => Error) {
    const clock = { time: 1_800_000_000_000, now: () => clock.time, sleep: async () => undefined }
    const asked: [FeeQuery, { deadline: number }][] = []
    const client = {
      listPaymentMethods: async () => [
        { code: "orange", name: "Orange Money", type: "mobile_money", raw: {} },
      ],
      calculateFee: async (...given: [FeeQuery, { deadline: number }]) => {
        asked.push(given)
        if (failure) throw failure()
        return { fee: "70", details: {} }
      },
    } as unknown as PayCollectClient
    const withOptions = (options: object) =>
      new ActiveConfiguration(
        resolveOptions({ feeAmountUnit: "minor", ...options }, {}),
        new Map([
          ["test", client],
          ["live", client],
        ])
      )
    const shop = { active: withOptions({}) }
    const configuration = { current: () => Promise.resolve(shop.active) } as unknown as Configuration
    const cache = new AnswerCache(clock, () => undefined)
    const fees = new FeePreview(configuration, new PaymentMethods(configuration, cache, clock), cache, clock)
    return { clock, asked, fees, configure: (options: object) => (shop.active = withOptions(options)) }
  }

  it("is asked for in capitals, with five seconds of patience, and kept for five minutes", async () => {
    const { clock, asked, fees } = counted()
    for (const currency_code of ["eur", "EUR"])
      expect(await fees.rows(question({ currency_code }))).toMatchObject([{ fee: "0.70" }])
    expect(asked).toEqual([
      [
        {
          payment_method: "card",
          currency: "EUR",
          amount: "1999",
          country_code: undefined,
          card_type: "local",
        },
        { deadline: clock.time + 5_000 },
      ],
    ])
    clock.time += minutes(5) - 1
    await fees.rows(question())
    expect(asked).toHaveLength(1)
    clock.time += 1
    await fees.rows(question())
    expect(asked).toHaveLength(2)
  })

  it.each<[string, Partial<FeeQuestion>]>([
    ["amount", { amount: minorAmount("2000") }],
    ["currency", { currency_code: "usd" }],
    ["number of decimals", { exponent: 0 }],
    ["method", { payment_method: "orange" }],
    ["kind of card", { card_type: "international" }],
    ["country", { country_code: "cm" }],
  ])("is never shown for another %s", async (_, more) => {
    const { asked, fees } = counted()
    await fees.rows(question())
    await fees.rows(question(more))
    expect(asked).toHaveLength(2)
  })

  it.each([
    ["environment", { environment: "live" }],
    ["address of the service", { test: { baseUrl: "https://other.example/v1" } }],
    ["unit", { feeAmountUnit: "major" }],
  ])("is never shown after a change of the %s", async (_, options) => {
    const { asked, fees, configure } = counted()
    await fees.rows(question())
    configure(options)
    await fees.rows(question())
    expect(asked).toHaveLength(2)
  })

  it("may be a refusal, which is kept; what failed is asked again", async () => {
    const facts = { operation: "calculate_fee", message: "No such method.", retryAfterMs: 700 }
    const refused = counted(() => new PayCollectInvalidRequestError({ ...facts, retryAfterMs: undefined }))
    const silent = counted(() => new PayCollectUnavailableError(facts))
    for (const _ of [1, 2]) {
      expect((await refused.fees.rows(question()))[0]!.error).toEqual({
        code: "invalid_request",
        message: "No such method.",
      })
      expect((await silent.fees.rows(question()))[0]).toMatchObject({
        fee: null,
        error: { code: "unavailable", message: "No such method.", retry_after_ms: 700 },
      })
    }
    expect([refused.asked.length, silent.asked.length]).toEqual([1, 2])
    await expect(counted(() => new TypeError("a bug")).fees.rows(question())).rejects.toThrow(TypeError)
  })

  it("about another currency is none", async () => {
    const of = async (currency: string | undefined) =>
      (await preview("minor", () => ({ currency, fee: "70", details: {} })).fees.rows(question()))[0]
    expect(await of("XAF")).toMatchObject({ fee: null, error: { code: "malformed_response" } })
    expect(await of("EUR")).toMatchObject({ fee: "0.70" })
    expect(await of(undefined)).toMatchObject({ fee: "0.70" })
  })

  it("bears the method's name where its country's methods were listed, and its kind of card where one was asked", async () => {
    const { fees } = counted()
    const orange = { payment_method: "orange", country_code: "cm" }
    expect(await fees.rows(question(orange))).toMatchObject([{ name: "orange" }])
    const [listed] = await fees.rows(question({ payment_method: undefined, country_code: "cm" }))
    expect(listed).toMatchObject({ name: "Orange Money" })
    expect(listed).not.toHaveProperty("card_type")
    expect(await fees.rows(question(orange))).toMatchObject([{ name: "Orange Money", card_type: "local" }])
    expect(await fees.rows(question({ ...orange, payment_method: "visa" }))).toMatchObject([{ name: "visa" }])
    const [plain] = await fees.rows(question({ ...orange, country_code: undefined, card_type: undefined }))
    expect(plain).toMatchObject({ name: "orange" })
    expect(plain).not.toHaveProperty("card_type")
  })
})
