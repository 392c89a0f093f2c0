const mockSold: string[] = []
jest.mock("@medusajs/dashboard/hooks", () => ({
  useDate: () => ({}),
  useStore: () => ({ store: { supported_currencies: mockSold.map((currency_code) => ({ currency_code })) } }),
}))
jest.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (key: string, { sum = "" }: { sum?: string } = {}) => `${key} ${sum}`.trim(),
    i18n: { language: "fr" },
  }),
}))
import { addUp, normalAmount, subtract, toMajor, toMinor, useTexts } from "../admin/hooks/format"

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")
const francs = { currency_code: "xof", exponent: 0 }

/** As a page of the dashboard of a shop that sells in these. */
function texts(...sold: string[]) {
  mockSold.splice(0, mockSold.length, ...sold)
  return useTexts()
}

describe("money in the dashboard", () => {
  it("names the two francs by their codes where the shop sells in both, and else as people say them", () => {
    const both = texts("xaf", "xof", "eur")
    expect(plain(both.minor("12500", francs))).toBe("12 500 XOF")
    expect(plain(both.money("12500", "xaf"))).toBe("12 500 XAF")
    expect(plain(both.money("12.50", "eur"))).toBe("12,50 €")
    expect(plain(texts("xof", "eur").minor("12500", francs))).toMatch(/^12 500 F\s?CFA$/)
  })

  it("says of what came in a currency of unknown decimals that it is in smallest units", () => {
    const came = texts("xaf").came("12500", { currency_code: "xyz", exponent: null })
    expect(plain(came)).toBe("detail.smallest_units 12 500 XYZ")
    expect(texts("xaf").sum("12500 XYZ", francs)).toBe("detail.smallest_units 12500 XYZ")
    expect(texts("xaf").sum("? XYZ", francs)).toBe("? XYZ")
  })

  it("goes between smallest units and what people type without losing a digit", () => {
    expect(toMajor("-1", 2)).toBe("-0.01")
    expect(toMinor(normalAmount("12 500,5"), 2)).toBe("1250050")
    expect([toMinor("12.505", 2), toMinor("12.50", 0), toMinor("x", 2)]).toEqual([null, null, null])
    expect(addUp(["0.1", "0.25", "9007199254740993"])).toBe("9007199254740993.35")
    expect(subtract("0.30", "-0.1")).toBe("0.40")
  })
})
