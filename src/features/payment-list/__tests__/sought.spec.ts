import fc from "fast-check"
import { toMajorString } from "../../../payments/money"
import { isPhoneOf, phoneCore, soughtBy } from "../sought"

const amountsOf = (typed: string) =>
  soughtBy(typed).amounts.map(({ amount, exponent }) => `${amount}/${exponent}`)

describe("what somebody typed into the search", () => {
  it.each<[string, string[]]>([
    ["4968", ["4968/0", "49680/1", "496800/2", "4968000/3", "49680000/4"]],
    ["4 968", ["4968/0", "49680/1", "496800/2", "4968000/3", "49680000/4"]],
    ["4,968.50", ["49685/1", "496850/2", "4968500/3", "49685000/4"]],
    ["4.968,50", ["49685/1", "496850/2", "4968500/3", "49685000/4"]],
    ["4\u202f968,5 €", ["49685/1", "496850/2", "4968500/3", "49685000/4"]],
    ["4'968.50 CHF", ["49685/1", "496850/2", "4968500/3", "49685000/4"]],
    ["FCFA 1.234.567", ["1234567/0", "12345670/1", "123456700/2", "1234567000/3", "12345670000/4"]],
    ["12.5", ["125/1", "1250/2", "12500/3", "125000/4"]],
    // Thousands, or decimals of a currency that has three.
    ["4,968", ["4968/0", "49680/1", "496800/2", "4968000/3", "49680000/4", "4968/3", "49680/4"]],
  ])("may be an amount: %s", (typed, amounts) => expect(amountsOf(typed)).toEqual(amounts))

  it.each(["0", "0.00", "1,2,3", "12.", ",5", "1 23", "4 968 000 1", "-5", "4968 apples", "1e3", "½"])(
    "is no amount: %s",
    (typed) => expect(amountsOf(typed)).toEqual([])
  )

  it("finds every amount again by what a page shows of it, grouped or not", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 14n })
    const shown = fc.tuple(amount, fc.constantFrom(0, 2, 3), fc.constantFrom("en", "fr", "de", "plain"))
    fc.assert(
      fc.property(shown, ([units, exponent, locale]) => {
        const major = toMajorString(units, exponent)
        const style = { minimumFractionDigits: exponent }
        const text =
          locale === "plain" ? major : new Intl.NumberFormat(locale, style).format(major as unknown as number)
        expect(soughtBy(text).amounts).toContainEqual({ amount: String(units), exponent })
      })
    )
  })

  it.each<[string, number | null]>([
    ["#12", 12],
    ["12", 12],
    ["# 12", 12],
    ["Order #12", 12],
    ["Commande n° 12", 12],
    ["##12", null],
    ["12a", null],
    ["1234567890", null],
  ])("may be an order's number: %s", (typed, number) => expect(soughtBy(typed).orderNumber).toBe(number))

  it.each<[string, string | null, string | null]>([
    ["JZ1D-7K9P", "JZ1D7K9P", null],
    ["jz1d7k9p", "JZ1D7K9P", null],
    ["Payment JZ1D-7K9P", "JZ1D7K9P", null],
    ["Payment number: JZ1D-7K9P", "JZ1D7K9P", null],
    ["Paiement n° JZ1D-7K9P", "JZ1D7K9P", null],
    ["Paiement n°JZ1D-7K9P", "JZ1D7K9P", null],
    ["Numéro de paiement\u00a0: ABCD-EFGH", "ABCDEFGH", null],
    ["paiement jz1d", null, "JZ1D"],
    ["JZ1D", null, "JZ1D"],
    ["7k9p", null, "7K9P"],
    ["JZ1D-7", null, "JZ1D7"],
    ["JZ1", null, null],
    ["4 968", null, null],
    ["Ulrich", null, null],
  ])("may be a payment's number or half of one: %s", (typed, number, numberPart) =>
    expect(soughtBy(typed)).toMatchObject({ number, numberPart })
  )

  it("may be a reference or its beginning, and its end from four characters on", () => {
    expect(soughtBy(" PAY_1 ").reference).toEqual({ beginning: "pay_1", ending: "pay_1" })
    expect(soughtBy("pi_").reference).toEqual({ beginning: "pi_", ending: null })
    for (const typed of ["", "two words", "ama@example.com"]) expect(soughtBy(typed).reference).toBeNull()
  })

  it.each<[string, string[]]>([
    ["Ama Nkeng", ["ama", "nkeng"]],
    ["ama@exam", ["ama@exam"]],
    ["N'Guessan", ["n'guessan"]],
    ["marianne", ["marianne"]],
  ])("may be a part of an e-mail or a name: %s", (typed, words) =>
    expect(soughtBy(typed).person).toEqual({ words, digits: null })
  )

  it.each(["670 12 34 56", "+237 (6) 70-12.34/56", "3456"])("may be a phone number or its end: %s", (typed) =>
    expect(soughtBy(typed).person).toEqual({ words: [], digits: typed.replace(/\D/g, "") })
  )

  it.each([
    "",
    "am",
    "123",
    "#4711",
    "cart_01KX",
    "order_01KX",
    "JZ1D-7K9P",
    "4 968 FCFA",
    "€12.50",
    "123456789012345678",
    "0000",
    "one two three four five",
  ])("asks nobody for people where it is none of it: %s", (typed) =>
    expect(soughtBy(typed).person).toBeNull()
  )

  it("takes whatever is typed", () => {
    fc.assert(fc.property(fc.string({ maxLength: 128, unit: "binary" }), (typed) => void soughtBy(typed)))
  })
})

describe("a phone number", () => {
  it.each<[string, string]>([
    ["670123456", "+237 6 70 12 34 56"],
    ["237670123456", "6 70 12 34 56"],
    ["00237670123456", "670123456"],
    ["0612345678", "+33 6 12 34 56 78"],
    ["33612345678", "06-12-34-56-78"],
    ["3456", "670 12 34 56"],
    ["7012", "670 12 34 56"],
  ])("is known in every way of writing it: %s is %s", (digits, written) => {
    expect(isPhoneOf(digits, written)).toBe(true)
    expect(written.replace(/\D/g, "")).toContain(phoneCore(digits))
  })

  it.each<[string, string | null]>([
    ["670123456", "670123457"],
    ["670123456", "3456"],
    ["0000", "670000456"],
    ["1234", null],
    ["1234", ""],
  ])("is another: %s is not %s", (digits, written) => expect(isPhoneOf(digits, written)).toBe(false))
})
