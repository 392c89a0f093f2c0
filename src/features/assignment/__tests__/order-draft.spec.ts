import { type Purchase } from "../../../payments/purchase"
import { type SoldVariant } from "../../../orders/records/variants"
import { orderIdOfMoney } from "../../../orders/unpaid-order"
import { draftOf, isShort, orderInputOf } from "../order-draft"

const MONEY = {
  ...{ id: "pcint_01ABC", payment_number: "JZ1D7K9P" },
  ...{ amount: "10001", currency_code: "eur", exponent: 2 },
}
const TO = { first_name: "Awa", country_code: "cm" }
const PURCHASE: Purchase = {
  lines: [
    ["variant_1", "", 3, "3000"],
    [null, "Engraving", 1, "500"],
  ],
  delivery: [["so_1", "Express", "500"]],
  ...{ email: "awa@example.com", region_id: "reg_1", sales_channel_id: "sc_1", to: TO },
}
const stock = (available: number | null): Map<string, SoldVariant> =>
  new Map([["variant_1", { id: "variant_1", name: "Shirt - M", available }]])

describe("the order that late money becomes", () => {
  it("has the lines that were bought, and one more for what dividing lost: it costs what came", () => {
    const draft = draftOf(MONEY, PURCHASE, { variants: stock(3), language: "en" })
    expect(draft).toMatchObject({
      by_name: false,
      lines: [
        { variant_id: "variant_1", name: "Shirt - M", quantity: 3, price: "3000", available: 3 },
        { variant_id: null, name: "Engraving", quantity: 1, price: "500", available: null },
        { variant_id: null, name: "Payment JZ1D-7K9P", quantity: 1, price: "1", available: null },
      ],
      delivery: [{ option_id: "so_1", name: "Express", price: "500" }],
    })
    const input = orderInputOf(draft, MONEY)
    expect(input).toMatchObject({
      ...{ id: "order_01ABC", is_draft_order: true, status: "draft", currency_code: "eur" },
      ...{ email: "awa@example.com", region_id: "reg_1", sales_channel_id: "sc_1" },
      ...{ shipping_address: TO, billing_address: TO },
      shipping_methods: [{ shipping_option_id: "so_1", name: "Express", amount: 5, is_tax_inclusive: true }],
    })
    expect(input.items).toEqual([
      expect.objectContaining({
        variant_id: "variant_1",
        quantity: 3,
        unit_price: 30,
        is_tax_inclusive: true,
      }),
      expect.objectContaining({ title: "Engraving", unit_price: 5, is_discountable: false }),
      expect.objectContaining({ title: "Payment JZ1D-7K9P", unit_price: 0.01 }),
    ])
    expect(input.items[0]).not.toHaveProperty("title")
  })

  it("goes where the cart says that it goes, where too much was bought to write that down", () => {
    const { lines, delivery, ...buyer } = PURCHASE
    const draft = draftOf(MONEY, { lines, delivery }, { variants: stock(3), buyer, language: "en" })
    expect(draft).toEqual(draftOf(MONEY, PURCHASE, { variants: stock(3), language: "en" }))
  })

  it("names a line whose variant is gone by the payment, and asks no stock for it", () => {
    const named = { en: "Payment JZ1D-7K9P", fr: "Paiement JZ1D-7K9P" }
    for (const language of ["en", "fr"] as const) {
      const [line] = draftOf(MONEY, PURCHASE, { variants: new Map(), language }).lines
      expect(line).toMatchObject({ variant_id: null, name: named[language], available: null })
    }
  })

  it("is one line of the amount where nothing was written down, for whose cart it was", () => {
    const buyer = { email: "awa@example.com", region_id: "reg_1" }
    expect(draftOf(MONEY, null, { variants: new Map(), buyer, language: "en" })).toEqual({
      ...buyer,
      by_name: true,
      lines: [{ variant_id: null, name: "Payment JZ1D-7K9P", quantity: 1, price: "10001", available: null }],
      delivery: [],
    })
  })

  it("has one id for each payment", () => {
    expect(orderIdOfMoney(MONEY)).toBe("order_01ABC")
    expect(orderIdOfMoney({ id: "pcint_01ABD" })).not.toBe(orderIdOfMoney(MONEY))
  })
})

describe("a line that the stock is short of", () => {
  const twice: Purchase = { ...PURCHASE, lines: [...PURCHASE.lines, ["variant_1", "", 1, "1"]] }
  const short = (purchase: Purchase, available: number | null) => {
    const draft = draftOf(MONEY, purchase, { variants: stock(available), language: "en" })
    return draft.lines.map((line) => isShort(line, draft))
  }

  it.each<[string, Purchase, number | null, boolean]>([
    ["as much is there as was bought", PURCHASE, 3, false],
    ["less is there", PURCHASE, 2, true],
    ["nothing is counted", PURCHASE, null, false],
    ["two lines need more than is there", twice, 3, true],
  ])("where %s", (_, purchase, available, is) => {
    const all = short(purchase, available)
    expect(all[0]).toBe(is)
    expect(all[1]).toBe(false)
  })
})
