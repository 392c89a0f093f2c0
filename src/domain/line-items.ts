import { toMinorUnits, type MajorAmountLike, type MinorAmount } from "./money"

/** Lines of a cart in major units, taxes excluded; discounts are given as a positive amount. */
export interface CartLines {
  items: { name: string; quantity: number; subtotal: MajorAmountLike }[]
  shipping: { name: string; subtotal: MajorAmountLike }[]
  tax: MajorAmountLike
  discount: MajorAmountLike
}

/** An item of a PaymentIntent (interface 2.1, U-12): `price` of one piece in the smallest unit, negative for a discount. */
export interface PaymentItem {
  name: string
  price: string
  currency: string
  quantity: number
}

export interface LineItemTexts {
  tax: string
  discount: string
  rounding: string
  adjustment: string
}

const DEFAULT_TEXTS: LineItemTexts = {
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

interface Line {
  name: string
  quantity: number
  total: bigint
}

/**
 * The items of a PaymentIntent. Invariant: the sum of price x quantity is exactly `charge.amount`. Each line is rounded once; what
 * the roundings lose goes to the tax line where there is one, else to a line of its own; any larger difference (gift cards, credit
 * lines) is named an adjustment.
 */
export function paymentItems(lines: CartLines, charge: Charge): PaymentItem[] {
  const texts = charge.texts ?? DEFAULT_TEXTS
  const minor = (amount: MajorAmountLike) => toMinorUnits(amount, charge.exponent)
  const goods: Line[] = [
    ...lines.items.map((item) => ({ name: item.name, quantity: item.quantity, total: minor(item.subtotal) })),
    ...lines.shipping.map((method) => ({ name: method.name, quantity: 1, total: minor(method.subtotal) })),
  ]
  const tax: Line = { name: texts.tax, quantity: 1, total: minor(lines.tax) }
  const discount: Line = { name: texts.discount, quantity: 1, total: -minor(lines.discount) }

  const sum = [...goods, tax, discount].reduce((total, line) => total + line.total, 0n)
  const difference = BigInt(charge.amount) - sum
  const most = BigInt(goods.length + 2)
  const isRounding = -most <= difference && difference <= most
  if (isRounding && tax.total > 0n && tax.total + difference > 0n) tax.total += difference
  const rest: Line = {
    name: isRounding ? texts.rounding : texts.adjustment,
    quantity: 1,
    total: BigInt(charge.amount) - sum - (tax.total - minor(lines.tax)),
  }

  return [...goods, discount, tax, rest]
    .filter((line) => line.total !== 0n)
    .map((line) => toItem(line, charge.currency.toUpperCase()))
}

/** A line whose total is no multiple of its quantity becomes one piece named "Name x 3": a price has no fractions. */
function toItem(line: Line, currency: string): PaymentItem {
  const quantity = Number.isSafeInteger(line.quantity) && line.quantity > 0 ? line.quantity : 1
  const divisible = line.total % BigInt(quantity) === 0n
  const name = divisible && quantity === line.quantity ? line.name : `${line.name} x ${line.quantity}`
  return {
    // By characters, not code units: half an emoji is no text that can be sent.
    name: [...name.trim()].slice(0, MAX_NAME_LENGTH).join("") || "Item",
    price: (divisible ? line.total / BigInt(quantity) : line.total).toString(),
    currency,
    quantity: divisible ? quantity : 1,
  }
}
