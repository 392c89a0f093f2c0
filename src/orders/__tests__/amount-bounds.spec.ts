import { boundsOf } from "../amount-bounds"
import { outOfBounds, outsideOf, shownBounds } from "../../payments/amounts"
import { type AmountRules } from "../../settings/amount-options"

const XAF = { currency_code: "xaf", exponent: 0 }
const EUR = { currency_code: "eur", exponent: 2 }
const ALL = "pp_paycollect_default"
const MOBILE = "pp_paycollect-mobile-money_default"
const CARD = "pp_paycollect-card_shop"

const amounts: Record<string, AmountRules> = {
  "paycollect-mobile-money": { xaf: { min: "100", max: "500000", multiple: "5" }, eur: { min: "1" } },
  "paycollect-card": { xaf: { min: "500", max: "2000000" } },
}
const of = (provider: string, currency = XAF, options = amounts) =>
  boundsOf({ amounts: options }, provider, currency)

describe("what a provider takes", () => {
  it("is its own rule for the currency, in smallest units", () => {
    expect(of(MOBILE)).toEqual({ min: 100n, max: 500_000n, multiple: 5n, widest: false })
    expect(of(CARD)).toEqual({ min: 500n, max: 2_000_000n, multiple: null, widest: false })
    expect(of(MOBILE, EUR)).toEqual({ min: 100n, max: null, multiple: null, widest: false })
    expect(of(CARD, EUR)).toBeNull()
    expect(of(MOBILE, XAF, {})).toBeNull()
  })

  it("is the widest of all where its customer chooses at the service, and it says so", () => {
    expect(of(ALL)).toEqual({ min: 100n, max: 2_000_000n, multiple: 5n, widest: true })
    expect(shownBounds(of(ALL)!, XAF)).toEqual({
      min: "100",
      max: "2000000",
      multiple: "5",
      currency_code: "xaf",
      widest: true,
    })
  })

  it("has no bound there that one of the ways does not have", () => {
    expect(of(ALL, EUR)).toEqual({ min: null, max: null, multiple: null, widest: true })
    const oneRounds = { "paycollect-card": { xaf: { max: "9", multiple: "10" } } }
    expect(of(ALL, XAF, oneRounds)).toEqual({ min: null, max: null, multiple: 10n, widest: true })
  })

  it("is its own rule there, too, where it has one", () => {
    const own = { ...amounts, paycollect: { xaf: { max: "300" } } }
    expect(of(ALL, XAF, own)).toEqual({ min: null, max: 300n, multiple: null, widest: false })
  })
})

describe("an amount", () => {
  it.each([
    [99n, "below"],
    [100n, null],
    [103n, null],
    [500_000n, null],
    [500_001n, "above"],
  ])("of %s by mobile money is %s", (amount, outside) => {
    expect(outsideOf(amount, of(MOBILE))).toBe(outside)
  })

  it("outside says what can be paid, what was asked, and that nothing was charged", () => {
    expect(outOfBounds("99", of(MOBILE, EUR), EUR)).toMatchObject({
      type: "invalid_data",
      code: "paycollect_amount_bounds",
      details: { min: "1.00", currency_code: "eur" },
      message: expect.stringMatching(/takes from 1\.00 EUR, and 0\.99 EUR .* nothing was charged/),
    })
    expect(outOfBounds("2000001", of(ALL), XAF)!.message).toContain(
      "from 100 XAF and up to 2000000 XAF at the widest, and 2000001 XAF"
    )
    expect(outOfBounds("100", of(MOBILE, EUR), EUR)).toBeNull()
    expect(outOfBounds("1", null, XAF)).toBeNull()
  })
})
