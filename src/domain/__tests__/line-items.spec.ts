import fc from "fast-check"
import { paymentItems, type CartLines, type PaymentItem } from "../line-items"
import { minorAmount, toMajorString, toMinorUnits, type MajorAmountLike } from "../money"

const NOTHING: CartLines = { items: [], shipping: [], tax: 0, discount: 0 }

function sum(items: PaymentItem[]): bigint {
  return items.reduce((total, item) => total + BigInt(item.price) * BigInt(item.quantity), 0n)
}

const euros = (amount: string, lines: Partial<CartLines>) =>
  paymentItems({ ...NOTHING, ...lines }, { amount: minorAmount(amount), currency: "eur", exponent: 2 })

describe("paymentItems", () => {
  it("gives goods, shipping, discount and tax a line of their own", () => {
    const items = euros("2700", {
      items: [{ name: "Coffee", quantity: 2, subtotal: 20 }],
      shipping: [{ name: "Courier", subtotal: "5" }],
      tax: { value: "4.00" },
      discount: 2,
    })
    expect(items).toEqual([
      { name: "Coffee", price: "1000", currency: "EUR", quantity: 2 },
      { name: "Courier", price: "500", currency: "EUR", quantity: 1 },
      { name: "Discount", price: "-200", currency: "EUR", quantity: 1 },
      { name: "Tax", price: "400", currency: "EUR", quantity: 1 },
    ])
  })

  it("makes one piece of a line that cannot be divided: a price has no fractions", () => {
    expect(euros("1000", { items: [{ name: "Soap", quantity: 3, subtotal: 10 }] })).toEqual([
      { name: "Soap x 3", price: "1000", currency: "EUR", quantity: 1 },
    ])
  })

  it("makes one piece of a quantity that is no whole number", () => {
    expect(euros("1500", { items: [{ name: "Cheese", quantity: 1.5, subtotal: 15 }] })).toEqual([
      { name: "Cheese x 1.5", price: "1500", currency: "EUR", quantity: 1 },
    ])
  })

  it("lets the tax line take what rounding lost", () => {
    const items = euros("333", { items: [{ name: "Sugar", quantity: 1, subtotal: "2.794" }], tax: "0.531" })
    expect(items).toEqual([
      { name: "Sugar", price: "279", currency: "EUR", quantity: 1 },
      { name: "Tax", price: "54", currency: "EUR", quantity: 1 },
    ])
  })

  it("names the rounding where there is no tax to take it", () => {
    const items = euros("101", { items: [{ name: "Salt", quantity: 1, subtotal: "1.004" }] })
    expect(items).toEqual([
      { name: "Salt", price: "100", currency: "EUR", quantity: 1 },
      { name: "Rounding", price: "1", currency: "EUR", quantity: 1 },
    ])
  })

  it("takes for rounding at most one unit of each line, tax and discount", () => {
    const salt = { items: [{ name: "Salt", quantity: 1, subtotal: "1" }] }
    const rest = (amount: string) => euros(amount, salt).map(({ name, price }) => [name, price])
    expect(rest("103")).toEqual([
      ["Salt", "100"],
      ["Rounding", "3"],
    ])
    expect(rest("104")).toEqual([
      ["Salt", "100"],
      ["Adjustment", "4"],
    ])
    expect(rest("97")).toEqual([
      ["Salt", "100"],
      ["Rounding", "-3"],
    ])
    expect(rest("96")).toEqual([
      ["Salt", "100"],
      ["Adjustment", "-4"],
    ])
  })

  it.each([
    ["102", [["Tax", "2"]]],
    ["101", [["Tax", "1"]]],
    [
      "100",
      [
        ["Tax", "1"],
        ["Rounding", "-1"],
      ],
    ],
    [
      "99",
      [
        ["Tax", "1"],
        ["Rounding", "-2"],
      ],
    ],
  ])("leaves a tax of one unit more than nothing: a total of %s", (amount, lines) => {
    const items = euros(amount, { items: [{ name: "Salt", quantity: 1, subtotal: "1" }], tax: "0.01" })
    expect(items.slice(1).map(({ name, price }) => [name, price])).toEqual(lines)
  })

  it("names a larger difference an adjustment, negative for a gift card", () => {
    const items = euros("4000", { items: [{ name: "Basket", quantity: 1, subtotal: 100 }], tax: 19 })
    expect(items.map(({ name, price }) => [name, price])).toEqual([
      ["Basket", "10000"],
      ["Tax", "1900"],
      ["Adjustment", "-7900"],
    ])
  })

  it("speaks the language it is given", () => {
    const texts = { tax: "Taxes", discount: "Remise", rounding: "Arrondi", adjustment: "Ajustement" }
    const items = paymentItems(
      { ...NOTHING, tax: 100, discount: 10 },
      { amount: minorAmount("500"), currency: "xaf", exponent: 0, texts }
    )
    expect(items.map((item) => item.name)).toEqual(["Remise", "Taxes", "Ajustement"])
    expect(items.every((item) => item.currency === "XAF")).toBe(true)
  })

  it("shortens a long name without cutting a character in half, and never leaves one empty", () => {
    const [long, empty] = euros("300", {
      items: [
        { name: `a${"🎁".repeat(200)}`, quantity: 1, subtotal: 1 },
        { name: "   ", quantity: 1, subtotal: 2 },
      ],
    })
    expect(long!.name).toBe(`a${"🎁".repeat(119)}`)
    expect(empty!.name).toBe("Item")
  })

  it("leaves out what costs nothing", () => {
    expect(euros("100", { items: [{ name: "Free sample", quantity: 5, subtotal: 0 }], tax: 1 })).toEqual([
      { name: "Tax", price: "100", currency: "EUR", quantity: 1 },
    ])
  })
})

describe("paymentItems, for any cart", () => {
  const decimals: fc.Arbitrary<MajorAmountLike> = fc.oneof(
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
      .map(([value, shift]) => toMajorString(value, shift)),
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.integer({ min: 0, max: 1_000_000 }).map((value) => ({ value: String(value) }))
  )
  const names = fc.string({ unit: "grapheme", maxLength: 200 })
  const quantities = fc.oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.constantFrom(0, -1, 1e300)
  )
  const lines: fc.Arbitrary<CartLines> = fc.record({
    items: fc.array(fc.record({ name: names, quantity: quantities, subtotal: decimals }), {
      maxLength: 12,
    }),
    shipping: fc.array(fc.record({ name: names, subtotal: decimals }), { maxLength: 3 }),
    tax: decimals,
    discount: decimals,
  })
  const exponents = fc.integer({ min: 0, max: 4 })
  /** What the lines come to, each rounded by itself. */
  function worth(cart: CartLines, exponent: number): bigint {
    const goods = [...cart.items, ...cart.shipping].map(({ subtotal }) => toMinorUnits(subtotal, exponent))
    const taxed = toMinorUnits(cart.tax, exponent) - toMinorUnits(cart.discount, exponent)
    return goods.reduce((total, line) => total + line, taxed)
  }
  /** Within a rounding of the lines, or anything: far below them the rest is negative. */
  const amounts = fc.oneof(
    fc.bigInt({ min: -20n, max: 20n }).map((off) => (total: bigint) => (total + off > 0n ? total + off : 1n)),
    fc.bigInt({ min: 1n, max: 10n ** 22n }).map((amount) => () => amount)
  )

  it("adds up to exactly the amount, in whole prices and whole quantities", () => {
    fc.assert(
      fc.property(lines, amounts, exponents, (cart, amountFor, exponent) => {
        const amount = amountFor(worth(cart, exponent))
        const items = paymentItems(cart, { amount: minorAmount(amount), currency: "xaf", exponent })
        expect(sum(items)).toBe(amount)
        for (const item of items) {
          expect(item.price).toMatch(/^-?[1-9]\d*$/)
          expect(Number.isSafeInteger(item.quantity) && item.quantity >= 1).toBe(true)
          expect(item.name.trim()).not.toBe("")
          expect(() => encodeURIComponent(item.name)).not.toThrow()
          expect(item.currency).toBe("XAF")
        }
      }),
      { numRuns: 300 }
    )
  })

  it("never needs a line of its own when the amount is the sum of whole lines", () => {
    const whole = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 8 }), whole, (prices, tax) => {
        const total = prices.reduce((a, b) => a + b, tax)
        const items = paymentItems(
          {
            ...NOTHING,
            items: prices.map((subtotal, index) => ({ name: `P${index}`, quantity: 1, subtotal })),
            tax,
          },
          { amount: minorAmount(BigInt(total)), currency: "xof", exponent: 0 }
        )
        expect(items.map((item) => item.name)).toEqual([...prices.map((_, index) => `P${index}`), "Tax"])
      })
    )
  })
})
