import fc from "fast-check"
import { paymentItems, type PricedLine, type CartLines, type PaymentItem } from "../lines"
import { toMajorString, toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { minorAmount } from "../../service/wire/shape"

const NOTHING: CartLines = { items: [], shipping: [] }

/** A line of a shop whose prices include tax. */
const line = (
  name: string,
  price: MajorAmountLike,
  { quantity = 1, discount = 0, tax = 0 }: Partial<Omit<PricedLine, "name" | "price">> = {}
): PricedLine => ({ name, quantity, price, discount, tax })

function sum(items: PaymentItem[]): bigint {
  return items.reduce((total, item) => total + BigInt(item.price) * BigInt(item.quantity), 0n)
}

const euros = (amount: string, lines: Partial<CartLines>) =>
  paymentItems({ ...NOTHING, ...lines }, { amount: minorAmount(amount), currency: "eur", exponent: 2 })

const prices = (items: PaymentItem[]) => items.map(({ name, price }) => [name, price])

describe("paymentItems", () => {
  it("gives goods their lines, and delivery, discounts and tax one each", () => {
    const items = euros("2700", {
      items: [
        line("Coffee", 18, { quantity: 2, discount: 1, tax: "3.50" }),
        line("Soap", 2, { discount: { value: "1" }, tax: 0.5 }),
      ],
      shipping: [line("Courier", "5")],
    })
    expect(items).toEqual([
      { name: "Coffee", price: "900", currency: "EUR", quantity: 2 },
      { name: "Soap", price: "200", currency: "EUR", quantity: 1 },
      { name: "Courier", price: "500", currency: "EUR", quantity: 1 },
      { name: "Discount", price: "-200", currency: "EUR", quantity: 1 },
      { name: "Tax", price: "400", currency: "EUR", quantity: 1 },
    ])
  })

  it("has no tax of its own where the prices include it", () => {
    const items = euros("1100", { items: [line("Coffee", 12, { quantity: 3, discount: 1 })] })
    expect(prices(items)).toEqual([
      ["Coffee", "400"],
      ["Discount", "-100"],
    ])
  })

  it("makes one line of several deliveries", () => {
    const items = euros("1200", { shipping: [line("Courier", 5), line("Cold chain", 7, { discount: 0 })] })
    expect(prices(items)).toEqual([["Delivery", "1200"]])
  })

  it("keeps the cart's quantity where a piece has fractions, and names the rounding", () => {
    expect(euros("1000", { items: [line("Soap", 10, { quantity: 3 })] })).toEqual([
      { name: "Soap", price: "333", currency: "EUR", quantity: 3 },
      { name: "Rounding", price: "1", currency: "EUR", quantity: 1 },
    ])
    expect(euros("2000", { items: [line("Soap", 20, { quantity: 3 })] })).toEqual([
      { name: "Soap", price: "667", currency: "EUR", quantity: 3 },
      { name: "Rounding", price: "-1", currency: "EUR", quantity: 1 },
    ])
  })

  it("makes one piece of a quantity that is no whole number, and of pieces that cost less than a unit", () => {
    expect(euros("1500", { items: [line("Cheese", 15, { quantity: 1.5 })] })).toEqual([
      { name: "Cheese x 1.5", price: "1500", currency: "EUR", quantity: 1 },
    ])
    expect(euros("100", { items: [line("Seeds", 1, { quantity: 500 })] })).toEqual([
      { name: "Seeds x 500", price: "100", currency: "EUR", quantity: 1 },
    ])
  })

  it("adds discounts and taxes up before it rounds them", () => {
    const each = line("Salt", 1, { discount: "0.004", tax: "0.006" })
    expect(prices(euros("501", { items: [each, each, each, each, each] })).slice(5)).toEqual([
      ["Discount", "-2"],
      ["Tax", "3"],
    ])
  })

  it("takes for rounding at most two units of the total, and what pieces lost", () => {
    const salt = { items: [line("Salt", 1)] }
    const rest = (amount: string) => prices(euros(amount, salt))[1]
    expect(rest("102")).toEqual(["Rounding", "2"])
    expect(rest("103")).toEqual(["Adjustment", "3"])
    expect(rest("98")).toEqual(["Rounding", "-2"])
    expect(rest("97")).toEqual(["Adjustment", "-3"])
    const soap = { items: [line("Soap", 10, { quantity: 3 })] }
    expect(prices(euros("1002", soap)).slice(1)).toEqual([["Rounding", "3"]])
    expect(prices(euros("600", soap)).slice(1)).toEqual([
      ["Rounding", "1"],
      ["Adjustment", "-400"],
    ])
  })

  it("names a larger difference an adjustment, negative for a gift card", () => {
    const items = euros("4000", { items: [line("Basket", 100, { tax: 19 })] })
    expect(prices(items)).toEqual([
      ["Basket", "10000"],
      ["Tax", "1900"],
      ["Adjustment", "-7900"],
    ])
  })

  it("speaks the language it is given", () => {
    const texts = {
      delivery: "Livraison",
      tax: "Taxes",
      discount: "Remise",
      rounding: "Arrondi",
      adjustment: "Ajustement",
    }
    const items = paymentItems(
      {
        items: [line("Café", 10, { quantity: 3, discount: 10, tax: 100 })],
        shipping: [line("Moto", 5), line("Bus", 5)],
      },
      { amount: minorAmount("500"), currency: "xaf", exponent: 0, texts }
    )
    expect(items.slice(1).map((item) => item.name)).toEqual([
      "Livraison",
      "Remise",
      "Taxes",
      "Arrondi",
      "Ajustement",
    ])
    expect(items.every((item) => item.currency === "XAF")).toBe(true)
  })

  it("shortens a long name without cutting a character in half, and never leaves one empty", () => {
    const [long, empty] = euros("300", {
      items: [line(`a${"🎁".repeat(200)}`, 1), line("   ", 2)],
    })
    expect(long!.name).toBe(`a${"🎁".repeat(119)}`)
    expect(empty!.name).toBe("Item")
  })

  it("leaves out what costs nothing", () => {
    const items = euros("100", { items: [line("Free sample", 0, { quantity: 5, tax: 1 })] })
    expect(prices(items)).toEqual([["Tax", "100"]])
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
  const cartLine: fc.Arbitrary<PricedLine> = fc.record({
    name: names,
    quantity: quantities,
    price: decimals,
    discount: decimals,
    tax: decimals,
  })
  const lines: fc.Arbitrary<CartLines> = fc.record({
    items: fc.array(cartLine, { maxLength: 12 }),
    shipping: fc.array(cartLine, { maxLength: 3 }),
  })
  const exponents = fc.integer({ min: 0, max: 4 })
  /** What the lines come to. */
  function worth(cart: CartLines, exponent: number): bigint {
    const all = [...cart.items, ...cart.shipping]
    return all.reduce(
      (total, { price, discount, tax }) =>
        total +
        toMinorUnits(price, exponent) -
        toMinorUnits(discount, exponent) +
        toMinorUnits(tax, exponent),
      0n
    )
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

  it("lists the goods of a cart with whole prices as they are, and nothing that was not in it", () => {
    const whole = fc.integer({ min: 1, max: 100_000 })
    const shown = fc.record({ piece: whole, quantity: fc.integer({ min: 1, max: 40 }), tax: whole })
    fc.assert(
      fc.property(fc.array(shown, { minLength: 1, maxLength: 8 }), fc.boolean(), (goods, isInclusive) => {
        const cart = goods.map(({ piece, quantity, tax }, index) =>
          line(`P${index}`, piece * quantity, { quantity, tax: isInclusive ? 0 : tax })
        )
        const amount = minorAmount(worth({ items: cart, shipping: [] }, 0))
        const items = paymentItems({ items: cart, shipping: [] }, { amount, currency: "xof", exponent: 0 })
        const listed = items.map(({ name, price, quantity }) => [name, price, quantity])
        expect(listed.slice(0, goods.length)).toEqual(
          goods.map(({ piece, quantity }, index) => [`P${index}`, String(piece), quantity])
        )
        expect(listed.slice(goods.length).map(([name]) => name)).toEqual(isInclusive ? [] : ["Tax"])
      })
    )
  })
})
