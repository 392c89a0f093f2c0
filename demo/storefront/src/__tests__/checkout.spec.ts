import type { HttpTypes } from "@medusajs/types"
import type { PaymentMethod } from "medusa-payment-paycollect-storefront"
import { isSamePlace, placeOf, usableAddresses, type Place, type SavedAddress } from "../checkout/form"
import { distinctMethods } from "../checkout/methods"
import { checkPhone } from "../checkout/phone"
import { hasPostalCodes } from "../checkout/postal-codes"
import { moneyIn } from "../format"
import { deliveryTaxRate, priceWithTax } from "../shop/delivery-price"
import { spellings } from "../shop/promo-codes"

describe("a phone number", () => {
  it.each([
    ["670 00 00 02", "cm", "+237 6 70 00 00 02", null],
    ["+237 670000002", "cm", "+237 6 70 00 00 02", null],
    ["00237670000002", "cm", "+237 6 70 00 00 02", null],
    ["+33 6 12 34 56 78", "cm", "+33 6 12 34 56 78", "fr"],
    ["0707070707", "ci", "+225 07 07 07 0707", null],
    ["06 12 34 56 78", "fr", "+33 6 12 34 56 78", null],
  ])("%s in %s is used as %s", (typed, country, used, foreignCountry) => {
    expect(checkPhone(typed, country)).toEqual({ problem: null, used, foreignCountry })
  })

  it.each([
    ["6700", "cm", "short"],
    ["67000000200", "cm", "long"],
    ["call me", "cm", "invalid"],
    ["570000002", "cm", "invalid"],
    ["+33 0 12 34 56 78", "cm", "invalid"],
  ])("%s in %s is refused: %s", (typed, country, problem) => {
    expect(checkPhone(typed, country)).toEqual({ problem, used: null, foreignCountry: null })
  })
})

it("names the two francs by their codes where the shop sells in both", () => {
  const written = (sold: string[], amount: number | string, code: string) =>
    moneyIn("fr", sold)(amount, code).replace(/[\u00a0\u202f]/g, " ")
  const both = ["xaf", "eur", "xof"]
  expect([written(both, 4_968, "xaf"), written(both, "4968", "XOF")]).toEqual(["4 968 XAF", "4 968 XOF"])
  expect(written(both, 12.5, "eur")).toBe("12,50 €")
  expect(written(["xaf", "eur"], 4_968, "xaf")).toBe("4 968 FCFA")
  expect(written(both, "9007199254740993", "xaf")).toBe("9 007 199 254 740 993 XAF")
})

it("asks for a postal code where the country has them", () => {
  expect(["fr", "de", "sn", "ke"].map(hasPostalCodes)).toEqual([true, true, true, true])
  expect(["cm", "ci", "bj"].map(hasPostalCodes)).toEqual([false, false, false])
})

it("tries a promo code as shops write it, as it was typed, and small", () => {
  expect(spellings(" Bienvenue10 ")).toEqual(["BIENVENUE10", "Bienvenue10", "bienvenue10"])
  expect(spellings("ABC")).toEqual(["ABC", "abc"])
  expect(spellings("  ")).toEqual([])
})

describe("the price of a delivery", () => {
  const taxed = (...rates: number[]) => ({ tax_lines: rates.map((rate) => ({ rate })) })

  it("is what the summary will say", () => {
    expect(priceWithTax(2400, false, 18)).toBe(2832)
    expect(priceWithTax(1200, true, 19.25)).toBe(1200)
    expect(priceWithTax(0, false, null)).toBe(0)
    expect(priceWithTax(2400, false, null)).toBeNull()
  })

  it("is taxed as the delivery in the cart, before as all its goods, and else not guessed", () => {
    expect(deliveryTaxRate({ items: [taxed(5)], shipping_methods: [taxed(18)] })).toBe(18)
    expect(deliveryTaxRate({ items: [taxed(10, 8), taxed(18)] })).toBe(18)
    expect(deliveryTaxRate({ items: [taxed(5), taxed(18)] })).toBeNull()
    expect(deliveryTaxRate({ items: [], shipping_methods: [] })).toBeNull()
    expect(deliveryTaxRate({ items: [taxed()] })).toBe(0)
  })
})

describe("the ways to pay", () => {
  const method = (providerId: string, kind: PaymentMethod["kind"], ...codes: string[]): PaymentMethod => ({
    providerId,
    kind,
    operators: codes.map((code) => ({ code, name: code, logo: null, fees: [], kind: null })),
    isTest: false,
    outside: null,
  })
  const mobile = method("mobile", "mobile_money", "mtn", "orange")
  const card = method("card", "card", "card")
  const ids = (...methods: PaymentMethod[]) => distinctMethods(methods).map(({ providerId }) => providerId)

  it("are offered once each", () => {
    expect(ids(mobile, card, method("any", "any", "mtn", "orange", "card"))).toEqual(["mobile", "card"])
    expect(ids(mobile, method("any", "any", "mtn", "orange", "card"))).toEqual(["mobile", "any"])
    expect(ids(mobile, card, method("any", "any", "mtn", "wallet"))).toEqual(["mobile", "card", "any"])
    expect(ids(card, method("second", "card", "card"))).toEqual(["card"])
    expect(ids(method("any", "any", "mtn"), method("second", "any", "mtn"))).toEqual(["any"])
  })

  it("are told apart by their kind while nobody knows the operators", () => {
    const [a, b, all] = [method("mobile", "mobile_money"), method("card", "card"), method("any", "any")]
    expect(ids(a, b, all)).toEqual(["mobile", "card"])
    expect(ids(a, all)).toEqual(["mobile", "any"])
    expect(ids(all)).toEqual(["any"])
  })
})

describe("saved addresses", () => {
  const address = (more: object) =>
    ({ id: "a", address_1: "12 Rue", city: "Douala", country_code: "cm", ...more }) as SavedAddress
  const place: Place = {
    first_name: "Aïcha",
    last_name: "Ngono",
    phone: "670000001",
    address_1: "typed",
    city: "typed",
    postal_code: "typed",
    country_code: "cm",
  }

  it("are those the shop delivers to, the usual one first", () => {
    const [usual, abroad] = [
      { id: "b", is_default_shipping: true },
      { id: "c", country_code: "us" },
    ].map(address)
    const customer = { addresses: [address({}), usual, abroad, address({ id: "d", address_1: "" })] }
    const found = usableAddresses(customer as HttpTypes.StoreCustomer, (code) => code === "cm")
    expect(found.map(({ id }) => id)).toEqual(["b", "a"])
    expect(usableAddresses(null, () => true)).toEqual([])
  })

  it("replace the whole place, and keep whose it is where they do not say", () => {
    expect(placeOf(address({ last_name: "Mbarga" }), place)).toEqual({
      ...place,
      last_name: "Mbarga",
      address_1: "12 Rue",
      city: "Douala",
      postal_code: "",
    })
  })

  it("are the same however they are written", () => {
    const typed = { ...place, address_1: " 12 rue", city: "DOUALA", postal_code: "" }
    expect(isSamePlace(address({ postal_code: null }), typed)).toBe(true)
    expect(isSamePlace(address({ city: "Yaoundé" }), typed)).toBe(false)
  })
})
