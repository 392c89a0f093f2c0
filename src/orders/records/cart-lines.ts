import { type PricedLine, type CartLines } from "../../payments/line-items"
import { type MajorAmountLike } from "../../payments/money"

/** Totals of a line, as core works them out; `original` is before discounts, and what is no `subtotal` has tax in it. */
interface LineTotals {
  is_tax_inclusive?: boolean
  subtotal: MajorAmountLike
  original_total: MajorAmountLike
  discount_total: MajorAmountLike
  discount_subtotal: MajorAmountLike
  tax_total: MajorAmountLike
}

interface PayableItem extends LineTotals {
  title?: string | null
  product_title?: string | null
  variant_title?: string | null
  quantity: number
}

/** What a cart is made of; left out where it could not be read. */
export interface PayableLines {
  items?: PayableItem[]
  shipping_methods?: (LineTotals & { name?: string | null })[]
}

const TOTALS: (keyof LineTotals)[] = [
  "is_tax_inclusive",
  "subtotal",
  "original_total",
  "discount_total",
  "discount_subtotal",
  "tax_total",
]
/** Of a cart. */
export const LINE_FIELDS = [
  "items.title",
  "items.product_title",
  "items.variant_title",
  "items.quantity",
  ...TOTALS.map((total) => `items.${total}`),
  "shipping_methods.name",
  ...TOTALS.map((total) => `shipping_methods.${total}`),
]

export function linesOf(cart: PayableLines): CartLines {
  return {
    items: (cart.items ?? []).map((item) => lineOf(itemName(item), Number(item.quantity), item)),
    shipping: (cart.shipping_methods ?? []).map((method) => lineOf(method.name ?? "Delivery", 1, method)),
  }
}

/** As the shop shows it: where the line's price includes tax, the discount does, too. */
function lineOf(name: string, quantity: number, totals: LineTotals): PricedLine {
  return totals.is_tax_inclusive
    ? { name, quantity, price: totals.original_total, discount: totals.discount_total, tax: 0 }
    : {
        name,
        quantity,
        price: totals.subtotal,
        discount: totals.discount_subtotal,
        tax: totals.tax_total,
      }
}

function itemName(item: PayableItem): string {
  const product = item.product_title ?? item.title ?? "Item"
  const variant =
    item.variant_title && item.variant_title !== "Default variant" ? ` - ${item.variant_title}` : ""
  return `${product}${variant}`
}
