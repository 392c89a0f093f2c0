import { PayCollectInvalidRequestError, PayCollectUnavailableError } from "../../../service/errors"
import { type FeeBreakdown, type FeeQuery } from "../../../service"
import { type PayCollectClient } from "../../../service/client"
import { minorAmount } from "../../../service/wire/shape"
import { resolveOptions } from "../../../settings/options"
import { ActiveConfiguration } from "../../../settings/active-configuration"
import { AnswerCache } from "../../../service/answer-cache"
import { type Configuration } from "../../../settings/configuration"
import { FeePreview } from "../fees"
import { type FeeQuestion } from "../../../payments/payment-methods"
import { PaymentMethods } from "../../../payments/payment-methods"

const question = (more: Partial<FeeQuestion> = {}): FeeQuestion => ({
  amount: minorAmount("1999"),
  currency_code: "eur",
  exponent: 2,
  payment_method: "card",
  card_type: "local",
  ...more,
})

describe("a fee that is asked for", () => {
  const minutes = (count: number) => count * 60_000

  /** A preview whose clock and configuration a test moves, of a service that answers 70 to everything, or fails. */
  function counted(answer: () => FeeBreakdown = () => ({ fee: "70", details: {} })) {
    const clock = { time: 1_800_000_000_000, now: () => clock.time, sleep: async () => undefined }
    const asked: [FeeQuery, { deadline: number }][] = []
    const client = {
      listPaymentMethods: async () => [
        { code: "orange", name: "Orange Money", type: "mobile_money", raw: {} },
      ],
      calculateFee: async (...given: [FeeQuery, { deadline: number }]) => {
        asked.push(given)
        return answer()
      },
    } as unknown as PayCollectClient
    const withOptions = (options: object) =>
      new ActiveConfiguration(
        resolveOptions({ ...options }, {}),
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
    ["unit", { service: { feeAmountUnit: "major" } }],
  ])("is never shown after a change of the %s", async (_, options) => {
    const { asked, fees, configure } = counted()
    await fees.rows(question())
    configure(options)
    await fees.rows(question())
    expect(asked).toHaveLength(2)
  })

  it("may be a refusal, which is kept; what failed is asked again", async () => {
    const facts = { operation: "calculate_fee", message: "No such method.", retryAfterMs: 700 }
    const failing = (error: Error) =>
      counted(() => {
        throw error
      })
    const refused = failing(new PayCollectInvalidRequestError({ ...facts, retryAfterMs: undefined }))
    const silent = failing(new PayCollectUnavailableError(facts))
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
    await expect(failing(new TypeError("a bug")).fees.rows(question())).rejects.toThrow(TypeError)
  })

  it("about another currency is none", async () => {
    const of = async (currency: string | undefined) =>
      (await counted(() => ({ currency, fee: "70", details: {} })).fees.rows(question()))[0]
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

  describe("of a method that somebody can make up", () => {
    const of = (payment_method: string) =>
      question({ payment_method, card_type: undefined, country_code: "cm" })

    it("is asked about what the interface, the merchant or the list of the country names, and nothing else", async () => {
      const { asked, fees, configure } = counted()
      await fees.rows(question({ payment_method: undefined, country_code: "cm" }))
      const before = asked.length
      for (let made = 0; made < 100; made++)
        await expect(fees.rows(of(`made_up_${made}`))).rejects.toMatchObject({
          type: "invalid_data",
          code: "paycollect_unknown_method",
        })
      expect(asked).toHaveLength(before)

      expect(await fees.rows(of("orange"))).toMatchObject([{ name: "Orange Money", fee: "0.70" }])
      expect(await fees.rows(of("mtn"))).toMatchObject([{ fee: "0.70" }])
      configure({ paymentMethodTypes: { paycollect: ["wave"] } })
      expect(await fees.rows(of("wave"))).toMatchObject([{ fee: "0.70" }])
    })

    it("is not asked about what only a list would name, as long as none was read, and says what reads it", async () => {
      const { asked, fees } = counted()
      for (const country_code of ["cm", undefined])
        expect(await fees.rows({ ...of("cowries"), country_code })).toMatchObject([
          {
            payment_method: "cowries",
            fee: null,
            error: {
              code: "unavailable",
              message: expect.stringMatching(/no money moved.*Ask without payment_method/),
            },
          },
        ])
      expect(asked).toEqual([])
    })

    it("is asked without a list about one that answered within a day", async () => {
      const { clock, asked, fees, configure } = counted()
      configure({ paymentMethodTypes: { paycollect: ["wave"] } })
      await fees.rows(of("wave"))
      configure({})
      expect(await fees.rows({ ...of("wave"), amount: minorAmount("500") })).toMatchObject([{ fee: "0.70" }])
      expect(asked).toHaveLength(2)
      configure({ test: { baseUrl: "https://other.example/v1" } })
      expect(await fees.rows(of("wave"))).toMatchObject([{ error: { code: "unavailable" } }])
      configure({})
      clock.time += minutes(24 * 60)
      expect(await fees.rows(of("wave"))).toMatchObject([{ error: { code: "unavailable" } }])
      expect(asked).toHaveLength(2)
    })
  })
})
