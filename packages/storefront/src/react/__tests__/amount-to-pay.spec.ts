import fc from "fast-check"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { PaymentFee, PaymentMethod, StoreClient } from "../../index"
import { amountToPay, PayCollectProvider, PayLabel, screenTextsFor } from "../index"

const cart = { total: 10_000, currencyCode: "XAF" }
const fee = (of: string | null, total: string | null, currencyCode = "xaf"): PaymentFee[] =>
  of === null ? [] : [{ fee: of, total, currencyCode, cardType: null }]

function method(...fees: PaymentFee[][]): PaymentMethod {
  const operators = fees.map((list, index) => ({
    code: `o${index}`,
    name: `O${index}`,
    logo: null,
    fees: list,
    kind: null,
  }))
  return { providerId: "pp_paycollect_default", kind: "any", operators, isTest: false, outside: null }
}

describe("amountToPay", () => {
  it.each([
    ["one fee", [method(fee("350", "10350"))], "exact", "10350"],
    ["the same fee everywhere", [method(fee("350", "10350"), fee("350", "10350.0"))], "exact", "10350"],
    ["none to pay", [method(fee("0", "10000"))], "exact", "10000"],
    ["two fees", [method(fee("490", "10490"), fee("390", "10390"))], "from", "10390"],
    [
      "two methods, none of them chosen",
      [method(fee("0", "10000")), method(fee("9", "10009"))],
      "from",
      "10000",
    ],
    ["one operator of which it is not known", [method(fee("350", "10350"), [])], "plus_fee", "10000"],
    ["a fee without its sum", [method(fee("350", null))], "plus_fee", "10000"],
    ["no operators", [method()], "plus_fee", "10000"],
    ["one method of which it is not known", [method(fee("350", "10350")), method()], "plus_fee", "10000"],
    ["no methods", [], "plus_fee", "10000"],
    ["a sum of a cart that cost less", [method(fee("350", "9350"))], "plus_fee", "10000"],
    [
      "a method that does not take the amount",
      [
        method(fee("350", "10350")),
        { ...method(fee("0", "10000")), outside: { max: "5", currencyCode: "xaf" } },
      ],
      "exact",
      "10350",
    ],
    ["another currency", [method(fee("1", "10350", "eur"))], "plus_fee", "10000"],
  ])("names for %s", (_, methods, kind, amount) => {
    expect(amountToPay(methods, cart)).toEqual({ kind, amount, currencyCode: "xaf" })
  })

  it("never names less than is charged, whatever is known and whatever is chosen", () => {
    const minor = fc.integer({ min: 0, max: 10 ** 9 })
    const operator = fc.record({ fee: minor, told: fc.boolean(), summed: fc.boolean() })
    const offered = fc.array(fc.array(operator, { maxLength: 4 }), { maxLength: 3 })
    const decimal = (value: number) => (value / 100).toFixed(2)
    fc.assert(
      fc.property(minor, offered, (total, list) => {
        const methods = list.map((operators) =>
          method(
            ...operators.map(({ fee: of, told, summed }) =>
              told ? fee(decimal(of), summed ? decimal(total + of) : null) : []
            )
          )
        )
        const { kind, amount } = amountToPay(methods, { total: decimal(total), currencyCode: "xaf" })
        const charged = list.flat().map(({ fee: of }) => total + of)
        const named = Math.round(Number(amount) * 100)
        expect(named).toBeGreaterThanOrEqual(total)
        if (kind === "exact") {
          expect(new Set(charged)).toEqual(new Set([named]))
        } else if (kind === "from") {
          expect(Math.min(...charged)).toBe(named)
          expect(Math.max(...charged)).toBeGreaterThan(named)
        } else {
          expect(named).toBe(total)
          const isKnown = list.every(
            (one) => one.length > 0 && one.every(({ told, summed }) => told && summed)
          )
          expect(isKnown && list.length > 0).toBe(false)
        }
      })
    )
  })
})

describe("PayLabel", () => {
  const client: StoreClient = { client: { fetch: () => Promise.reject(new Error("nothing is asked")) } }
  const first = { ...method(fee("350", "10350")), providerId: "first" }
  const second = { ...method(), providerId: "second" }
  const label = (locale: string, value: string | null, methods: PaymentMethod[] | null = [first, second]) => {
    const element = createElement(PayLabel, { methods, value, cart })
    const markup = renderToStaticMarkup(createElement(PayCollectProvider, { client, locale }, element))
    return markup.replace(/<[^>]*>/g, "").replace(/[\u00a0\u202f]/g, " ")
  }

  it("says the sum of the chosen method, and that the fee comes on top while nobody knows it", () => {
    expect(label("fr", "first")).toBe("Payer 10 350 FCFA")
    expect(label("en", "second")).toBe(`Pay FCFA 10,000 ${screenTextsFor("en").payPlusFee}`)
    expect(label("fr", null)).toBe(`Payer 10 000 FCFA ${screenTextsFor("fr").payPlusFee}`)
    expect(label("fr", "gone", [first])).toBe("Payer 10 350 FCFA")
    expect(label("en", "first", null)).toBe(`Pay FCFA 10,000 ${screenTextsFor("en").payPlusFee}`)
    const range = { ...method(fee("490", "10490"), fee("390", "10390")), providerId: "card" }
    expect(label("fr", "card", [range])).toBe("Payer à partir de 10 390 FCFA")
    expect(label("en", "card", [range])).toBe("Pay from FCFA 10,390")
  })
})
