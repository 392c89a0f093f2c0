import fc from "fast-check"
import {
  buyerOf,
  MOST_OF_PURCHASE,
  purchaseOf,
  readPurchase,
  unpricedRest,
  type BoughtCart,
} from "../purchase"

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

  it("keeps what a customer wrote as one line of plain text each, and no e-mail that is none", () => {
    const long = "é".repeat(45_000)
    const lines = ["company", "address_1", "address_2", "city", "province", "postal_code", "phone"]
    const address = {
      ...Object.fromEntries(lines.map((key) => [key, `Rue\r\n\u0000de la\u202e\u2028Joie ${long}`])),
      first_name: `Ama\n\nPay at https://evil.example ${long}`,
      last_name: " \t\u200b ",
      country_code: "cm",
    }
    const person = { email: `${"a".repeat(250)}@x.cm`, customer_id: "cus_1" }
    const kept = buyerOf({ person, to: address, billed: { ...address, city: "Bafia\u0007" } })
    expect(kept).toMatchObject({
      customer_id: "cus_1",
      billed: { city: "Bafia" },
      to: { country_code: "cm" },
    })
    expect(kept).not.toHaveProperty("email")
    expect(kept.to).not.toHaveProperty("last_name")
    const { first_name, ...others } = kept.to!
    expect(first_name).toMatch(/^Ama Pay at [^\p{C}]+$/u)
    expect(first_name).toHaveLength(100)
    for (const key of lines) {
      const line = others[key as keyof typeof others]!
      expect([line, line.length]).toEqual([expect.stringMatching(/^Rue de la Joie é+$/), 255])
    }
    const { email } = buyerOf({ person: { email: "ama@\nexample.com" }, to: null, billed: null })
    expect(email).toBe("ama@ example.com")
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

  it("is known of lines whose fractions are more, rounded one by one, than the amount", () => {
    const items = Array.from({ length: 3 }, () => ({ ...cart().items[0]!, quantity: 1, total: 1183.54 }))
    const deliveries = [{ option_id: "so_1", name: "By motorbike", total: "2831.9999999999999573" }]
    const purchase = purchaseOf(cart({ items, deliveries }), "6383", 0)!
    expect(purchase.lines.map(([, , , price]) => price)).toEqual(["1183", "1183", "1183"])
    expect(purchase.delivery).toEqual([["so_1", "By motorbike", "2832"]])
    expect(unpricedRest(purchase, "6383")).toBe(2n)
  })

  it("is not known of a cart of which a gift card paid a part, and not kept of one that is too long", () => {
    expect(purchaseOf(cart(), "9999", 0)).toBeNull()
    const many = (count: number) =>
      cart({ items: Array.from({ length: count }, () => ({ ...cart().items[0]!, name: "x".repeat(90) })) })
    const nine = purchaseOf(many(9), "82000", 0)!
    expect(nine.lines[0]).toEqual([VARIANT, "", 2, "4500"])
    expect(Buffer.byteLength(JSON.stringify(nine))).toBeLessThanOrEqual(MOST_OF_PURCHASE)
    const twenty = purchaseOf(many(20), "181000", 0)!
    expect(Buffer.byteLength(JSON.stringify(twenty))).toBeLessThanOrEqual(MOST_OF_PURCHASE)
    const lines = Array.from({ length: 20 }, () => [VARIANT, "", 2, "4500"])
    expect(readPurchase(twenty)).toEqual({ lines, delivery: [["so_1", "By motorbike", "1000"]] })
    expect(purchaseOf(many(40), "361000", 0)).toBeNull()
  })

  it("counts no stock of a part of a piece", () => {
    const items = [{ variant_id: VARIANT, name: "Cloth", quantity: 1.5, total: 15 }]
    expect(purchaseOf(cart({ items, deliveries: [] }), "1500", 2)!.lines).toEqual([
      [null, "Cloth x 1.5", 1, "1500"],
    ])
  })
})
