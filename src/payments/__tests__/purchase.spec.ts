import fc from "fast-check"
import { MOST_OF_PURCHASE, purchaseOf, unpricedRest, type BoughtCart } from "../purchase"

const VARIANT = `variant_${"0".repeat(26)}`
const cart = (given: Partial<BoughtCart> = {}): BoughtCart => ({
  items: [{ variant_id: VARIANT, name: "Coffee, 1 kg", quantity: 2, total: 9000 }],
  deliveries: [{ option_id: "so_1", name: "By motorbike", total: 1000 }],
  person: { email: "ama@example.com", customer_id: null, region_id: "reg_1", sales_channel_id: "sc_1" },
  to: { first_name: "Ama", city: "Douala", company: "", postal_code: null, country_code: "cm", id: "a_1" },
  billed: { first_name: "Ama", city: "Douala", country_code: "cm", id: "a_2" },
  ...given,
})

describe("what a payment was for", () => {
  it("is lines by the piece, delivery, customer and addresses, and nothing that is empty", () => {
    expect(purchaseOf(cart(), "10000", 0)).toEqual({
      lines: [[VARIANT, "Coffee, 1 kg", 2, "4500"]],
      delivery: [["so_1", "By motorbike", "1000"]],
      ...{ email: "ama@example.com", region_id: "reg_1", sales_channel_id: "sc_1" },
      to: { first_name: "Ama", city: "Douala", country_code: "cm" },
    })
    expect(purchaseOf(cart({ billed: { city: "Yaoundé" } }), "10000", 0)).toMatchObject({
      billed: { city: "Yaoundé" },
    })
  })

  it("never makes more than the amount, whatever is divided, and loses less than a unit a piece", () => {
    const item = fc.record({
      variant_id: fc.constant(VARIANT),
      name: fc.constant("x"),
      quantity: fc.integer({ min: 1, max: 9 }),
      total: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
    })
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(0, 2, 3),
        (items, exponent) => {
          const minor = items.map(({ total }) => BigInt(Math.round(total * 100)) * 10n ** BigInt(exponent))
          const exact = minor.reduce((sum, each) => sum + each, 0n)
          const amount = (exact + 99n) / 100n
          const purchase = purchaseOf(
            cart({ items, deliveries: [] }),
            (amount + BigInt(items.length)).toString(),
            exponent
          )!
          const rest = unpricedRest(purchase, (amount + BigInt(items.length)).toString())
          expect(rest).toBeGreaterThanOrEqual(0n)
          const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
          expect(rest).toBeLessThanOrEqual(BigInt(pieces + 2 * items.length + 1))
        }
      )
    )
  })

  it("is not known of a cart of which a gift card paid a part, and not kept of one that is too long", () => {
    expect(purchaseOf(cart(), "9999", 0)).toBeNull()
    const many = (count: number) =>
      cart({ items: Array.from({ length: count }, () => ({ ...cart().items[0]!, name: "x".repeat(90) })) })
    const nine = purchaseOf(many(9), "82000", 0)!
    expect(nine.lines[0]).toEqual([VARIANT, "", 2, "4500"])
    expect(Buffer.byteLength(JSON.stringify(nine))).toBeLessThanOrEqual(MOST_OF_PURCHASE)
    expect(purchaseOf(many(40), "361000", 0)).toBeNull()
  })

  it("counts no stock of a part of a piece", () => {
    const items = [{ variant_id: VARIANT, name: "Cloth", quantity: 1.5, total: 15 }]
    expect(purchaseOf(cart({ items, deliveries: [] }), "1500", 2)!.lines).toEqual([
      [null, "Cloth x 1.5", 1, "1500"],
    ])
  })
})
