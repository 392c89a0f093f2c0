import { type Query as MedusaQuery } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isPaidWithUs } from "../../../src/orders/records/lookups"
import { cartById, type Query } from "../../../src/orders/records/query"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const TOTALS = "total subtotal original_total discount_total discount_subtotal tax_total".split(" ")
const FIELDS = [
  ...["id", "total", "tax_total", "currency_code", "email"],
  ...["id", "title", "quantity", "is_tax_inclusive", ...TOTALS].map((field) => `items.${field}`),
  ...["id", "name", "is_tax_inclusive", ...TOTALS].map((field) => `shipping_methods.${field}`),
  ...["first_name", "phone"].map((field) => `shipping_address.${field}`),
]

interface Cart {
  total: unknown
  items: { id: string }[]
  shipping_methods: { id: string }[]
}

/** Medusa's type of its module leaves it out. */
interface CreditLines {
  createCreditLines(line: object): Promise<unknown>
}

/** What this plugin relies on where it asks Medusa for a cart; see behaviour.suite.ts. */
export const records: Suite = (store) => {
  const merchant = withMerchant(store)
  const query = () => store.container().resolve<Query>(ContainerRegistrationKeys.QUERY)

  it("a cart joined in one statement is the cart read relation by relation", async () => {
    const { guest } = await merchant.guestAtCheckout()
    const carts = store.container().resolve(Modules.CART)
    const lines = await carts.addLineItems(
      guest.cartId,
      [3, 5].map((quantity) => ({ title: `of ${quantity}`, quantity, unit_price: 1_000 * quantity }))
    )
    const [courier] = await carts.addShippingMethods(guest.cartId, [{ name: "Courier", amount: 700 }])
    for (const { id: item_id } of lines) {
      await carts.addLineItemTaxLines(
        guest.cartId,
        ["vat", "levy"].map((code, index) => ({ item_id, code, rate: 10 + index }))
      )
      await carts.addLineItemAdjustments(
        guest.cartId,
        ["a", "b", "c"].map((code, index) => ({ item_id, code, amount: 50 + index }))
      )
    }
    await carts.addShippingMethodTaxLines(guest.cartId, [
      { shipping_method_id: courier!.id, code: "vat", rate: 10 },
    ])
    await carts.addShippingMethodAdjustments(guest.cartId, [
      { shipping_method_id: courier!.id, code: "d", amount: 30 },
    ])
    await (carts as unknown as CreditLines).createCreditLines({
      cart_id: guest.cartId,
      amount: 100,
      reference: "gift",
      reference_id: "1",
    })

    const sorted = ({ items, shipping_methods, ...cart }: Cart) => ({
      ...cart,
      items: items.sort((a, b) => a.id.localeCompare(b.id)),
      shipping_methods: shipping_methods.sort((a, b) => a.id.localeCompare(b.id)),
    })
    const apart = await (query() as unknown as MedusaQuery).graph({
      entity: "cart",
      fields: FIELDS,
      filters: { id: guest.cartId },
    })
    const joined = await cartById<Cart>(query(), guest.cartId, FIELDS)
    expect(joined!.items).toHaveLength(3)
    expect(joined!.shipping_methods).toHaveLength(2)
    expect(sorted(joined!)).toEqual(sorted(apart.data[0] as unknown as Cart))
    expect(Number(joined!.total)).toBeGreaterThan(30_000)
  })

  it("a collection is found by its cart alone", async () => {
    const system = await merchant.guestAtCheckout()
    await store.db.raw("update payment_session set provider_id = 'pp_system_default'")
    const ours = await merchant.guestAtCheckout()
    const nobody = await merchant.guestAtCheckout()
    await nobody.guest.changeQuantity(3)
    const asked = []
    for (const { guest } of [system, ours, nobody]) asked.push(await isPaidWithUs(query(), guest.cartId))
    expect(asked).toEqual([false, true, false])
    expect(await isPaidWithUs(query(), "cart_unknown")).toBe(false)
  })
}
