import { orphanReference, moneyOfOrphan, orphanOrigin, type OrphanMoney } from "../rules"

const money = (amount: string, currency_code = "xaf") => ({ amount, currency_code }) as OrphanMoney
const answer = (amount?: string, currency?: string) => ({ environment: "test" as const, amount, currency })

describe("originOf", () => {
  it.each([
    [true, true, "store"],
    [true, false, "store"],
    [false, true, "event"],
    [false, false, null],
  ])("here %p, named %p: %p", (isHere, isNamed, origin) => {
    expect(orphanOrigin({ isHere, isNamed })).toBe(origin)
  })
})

describe("orphanReference", () => {
  it("is the first name of our form", () => {
    expect(orphanReference(["PAY_1", "order-7", "pay_col_1-2", "cart_1-1"])).toEqual({
      reference: "pay_col_1-2",
      subject_id: "pay_col_1",
      attempt: 2,
      of: "collection",
    })
  })

  it("is none where a payment is called otherwise", () => {
    expect(orphanReference([])).toBeNull()
    expect(orphanReference(["PAY_1", "pi_2", "invoice-12"])).toBeNull()
  })
})

describe("moneyOfOrphan", () => {
  it.each([
    [
      "what came, where the merchant bears the fee",
      answer("10350", "XAF"),
      money("10000"),
      "merchant",
      money("10350"),
    ],
    ["what came, where nothing of it is left here", answer("10350", "XAF"), null, "customer", money("10350")],
    [
      "what the store asks for, with the customer's fee on top",
      answer("10350", "XAF"),
      money("10000"),
      "customer",
      money("10000"),
    ],
    [
      "what the store asks for, to the unit",
      answer("10000", "XAF"),
      money("10000"),
      "customer",
      money("10000"),
    ],
    [
      "what the store asks for, at the highest fee there may be",
      answer("11500", "XAF"),
      money("10000"),
      "customer",
      money("10000"),
    ],
    [
      "what came, where a fee cannot explain it",
      answer("11501", "XAF"),
      money("10000"),
      "customer",
      money("11501"),
    ],
    ["what came, where it is less", answer("9999", "XAF"), money("10000"), "customer", money("9999")],
    [
      "what came, in another currency",
      answer("10000", "XOF"),
      money("10000"),
      "customer",
      money("10000", "xof"),
    ],
    [
      "what the store asks for, while no amount can be read",
      answer(undefined, "XAF"),
      money("10000"),
      "merchant",
      money("10000"),
    ],
    [
      "what the store asks for, while no currency can be read",
      answer("7", undefined),
      money("10000"),
      "merchant",
      money("10000"),
    ],
    [
      "what the store asks for, where the currency is none",
      answer("7", "francs"),
      money("10000"),
      "merchant",
      money("10000"),
    ],
    ["nothing of no currency, where nobody says", answer("10.5", "XAF"), null, "merchant", money("0", "xxx")],
  ] as const)("is %s", (_, verified, asked, feeBearer, expected) => {
    expect(moneyOfOrphan(verified, asked, { feeBearer, multiple: null })).toEqual(expected)
  })

  it.each([
    ["1003", "1005", "1003"],
    ["1003", "1008", "1008"],
    ["1003", "1000", "1000"],
  ])("is %s, of which %s came, where the service rounds up to 5: %s (U-28)", (asks, came, expected) => {
    const bearing = { feeBearer: "merchant", multiple: "5" } as const
    expect(moneyOfOrphan(answer(came, "XAF"), money(asks), bearing)).toEqual(money(expected))
  })
})
