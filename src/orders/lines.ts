import { each } from "./records/query"
import { divideHalfUp, sumOf, toMinorUnits, type MajorAmountLike } from "../payments/money"
import { type BoughtCart } from "../payments/purchase"
import { type MinorAmount } from "../service/wire/shape"

/**
 * A line of a cart in major units, as the shop shows it: where its prices include tax, price and discount do, and no tax stands beside
 * them. `price` is that of the whole line before its discount, which is a positive amount.
 */
export interface PricedLine {
  name: string
  quantity: number
  price: MajorAmountLike
  discount: MajorAmountLike
  tax: MajorAmountLike
}

export interface CartLines {
  items: PricedLine[]
  shipping: PricedLine[]
}

/** An item of a PaymentIntent (interface 2.1, U-12): `price` of one piece in the smallest unit, negative for a discount. */
export interface PaymentItem {
  name: string
  price: string
  currency: string
  quantity: number
}

export interface LineItemTexts {
  delivery: string
  tax: string
  discount: string
  rounding: string
  adjustment: string
}

const DEFAULT_TEXTS: LineItemTexts = {
  delivery: "Delivery",
  tax: "Tax",
  discount: "Discount",
  rounding: "Rounding",
  adjustment: "Adjustment",
}

/** Enough for every cart we know of; a longer name says nothing more on a receipt. */
const MAX_NAME_LENGTH = 120

interface Charge {
  amount: MinorAmount
  currency: string
  exponent: number
  texts?: LineItemTexts
}

interface ItemLine {
  name: string
  quantity: number
  /** of one piece, in the smallest unit */
  price: bigint
}

/**
 * The items of a PaymentIntent: what the shop showed, delivery, discounts and tax as one line each. Invariant: the sum of price x
 * quantity is exactly `charge.amount`. What rounding to smallest units loses is a line of its own; so is any larger difference (gift
 * cards, credit lines), which is named an adjustment.
 */
export function paymentItems({ items, shipping }: CartLines, charge: Charge): PaymentItem[] {
  const texts = charge.texts ?? DEFAULT_TEXTS
  const sum = (part: "price" | "discount" | "tax", of: PricedLine[]) =>
    sumOf(
      of.map((each) => each[part]),
      charge.exponent
    )
  const all = [...items, ...shipping]
  const [prices, delivery] = [sum("price", items), sum("price", shipping)]
  const [discount, tax] = [sum("discount", all), sum("tax", all)]
  const line = (name: string, price: bigint): ItemLine => ({ name, quantity: 1, price })
  const lines = [
    ...items.map((item) => goods(item, charge.exponent)),
    line(shipping.length === 1 ? shipping[0]!.name : texts.delivery, delivery),
    line(texts.discount, -discount),
    line(texts.tax, tax),
  ]

  const amount = BigInt(charge.amount)
  const listed = lines.reduce((total, { price, quantity }) => total + price * BigInt(quantity), 0n)
  const shown = prices + delivery - discount + tax
  const rest = amount - shown
  const isRounded = -MOST_ROUNDED <= rest && rest <= MOST_ROUNDED
  const rounding = line(texts.rounding, (isRounded ? amount : shown) - listed)
  const adjustment = line(texts.adjustment, isRounded ? 0n : rest)
  return [...lines, rounding, adjustment]
    .filter(({ price }) => price !== 0n)
    .map((each) => toItem(each, charge.currency.toUpperCase()))
}

/** Prices, discounts and taxes are summed exactly and rounded once each: a total that was rounded differently is off by no more. */
const MOST_ROUNDED = 2n

/** Quantities as in the cart; one piece named "Name x 1.5" where the quantity is no whole number, or a piece costs less than a unit. */
function goods({ name, quantity, price }: PricedLine, exponent: number): ItemLine {
  const total = toMinorUnits(price, exponent)
  const piece = Number.isSafeInteger(quantity) && quantity > 0 ? divideHalfUp(total, BigInt(quantity)) : 0n
  return piece === 0n && quantity !== 1
    ? { name: `${name} x ${quantity}`, quantity: 1, price: total }
    : { name, quantity, price: piece }
}

function toItem({ name, quantity, price }: ItemLine, currency: string): PaymentItem {
  return {
    // By characters, not code units: half an emoji is no text that can be sent.
    name: [...name.trim()].slice(0, MAX_NAME_LENGTH).join("") || "Item",
    price: price.toString(),
    currency,
    quantity,
  }
}

/** Totals of a line, as core works them out; `original` is before discounts, and what is no `subtotal` has tax in it. */
interface LineTotals {
  /** with tax, after discounts */
  total?: MajorAmountLike
  is_tax_inclusive?: boolean
  subtotal: MajorAmountLike
  original_total: MajorAmountLike
  discount_total: MajorAmountLike
  discount_subtotal: MajorAmountLike
  tax_total: MajorAmountLike
}

interface PayableItem extends LineTotals {
  variant_id?: string | null
  title?: string | null
  product_title?: string | null
  variant_title?: string | null
  quantity: number
}

/** What a cart is made of; left out where it could not be read. */
export interface PayableLines {
  items?: PayableItem[]
  shipping_methods?: (LineTotals & { name?: string | null; shipping_option_id?: string | null })[]
}

const TOTALS: (keyof LineTotals)[] = [
  "total",
  "is_tax_inclusive",
  "subtotal",
  "original_total",
  "discount_total",
  "discount_subtotal",
  "tax_total",
]
/** Of a cart. */
export const LINE_FIELDS = [
  ...each("items", ["variant_id", "title", "product_title", "variant_title", "quantity", ...TOTALS]),
  ...each("shipping_methods", ["name", "shipping_option_id", ...TOTALS]),
]

export function linesOf(cart: PayableLines): CartLines {
  return {
    items: (cart.items ?? []).map((item) => lineOf(itemName(item), Number(item.quantity), item)),
    shipping: (cart.shipping_methods ?? []).map((method) => lineOf(method.name ?? "Delivery", 1, method)),
  }
}

/** The same as an order is made of it again. */
export function boughtOf(cart: PayableLines): Pick<BoughtCart, "items" | "deliveries"> {
  return {
    items: (cart.items ?? []).map((item) => ({
      name: itemName(item),
      variant_id: item.variant_id ?? null,
      quantity: Number(item.quantity),
      total: item.total,
    })),
    deliveries: (cart.shipping_methods ?? []).map(({ shipping_option_id, name, total }) => ({
      option_id: shipping_option_id ?? null,
      name: name ?? "Delivery",
      total,
    })),
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
