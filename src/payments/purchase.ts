import { LONGEST_EMAIL, LONGEST_NAME, oneLine } from "../service/one-line"
import { FINEST_DECIMALS, toMinorUnits, type MajorAmountLike } from "./money"

/** An address as Medusa has it; what is empty is left out. */
export const ADDRESS_KEYS = [
  ...["first_name", "last_name", "company", "phone", "address_1", "address_2"],
  ...["city", "province", "postal_code", "country_code"],
] as const
export type PurchaseAddress = Partial<Record<(typeof ADDRESS_KEYS)[number], string>>

/** Of one piece: price with tax and after discounts, in smallest units. */
export type PurchaseLine = [variantId: string | null, name: string, quantity: number, price: string]
export type PurchaseDelivery = [optionId: string | null, name: string, price: string]

/** What a customer was buying as her payment began, small enough to be written with its row. */
export interface Purchase {
  lines: PurchaseLine[]
  delivery: PurchaseDelivery[]
  email?: string
  customer_id?: string
  region_id?: string
  sales_channel_id?: string
  to?: PurchaseAddress
  /** the same without it */
  billed?: PurchaseAddress
}

interface SoldLine {
  name: string
  total?: MajorAmountLike
}

/** A cart, in major units. */
export interface BoughtCart {
  items: (SoldLine & { variant_id: string | null; quantity: number })[]
  deliveries: (SoldLine & { option_id: string | null })[]
  person: Partial<Record<"email" | "customer_id" | "region_id" | "sales_channel_id", string | null>>
  to: Record<string, unknown> | null
  billed: Record<string, unknown> | null
}

/** Bytes of JSON: a row of a payment is read often, and most never need it. */
export const MOST_OF_PURCHASE = 1_000
const LONGEST_LINE_NAME = 60
/** Of an address. */
const LONGEST_ADDRESS_LINE = 255

/** Ids of variants as they are written where there are many: what all of Medusa's begin with takes a fifth of a line. */
const shortId = (id: string) => id.replace(/^variant_/, "~")
const longId = (id: string) => id.replace(/^~/, "variant_")

const withIds = (lines: PurchaseLine[], shown: (id: string) => string) =>
  lines.map(([id, ...line]): PurchaseLine => [id && shown(id), ...line])

/** As it was before it was made to fit. */
export const readPurchase = (written: Purchase): Purchase => ({
  ...written,
  lines: withIds(written.lines, longId),
})

/**
 * Null where it does not fit, and where the lines make more than the amount, as with a gift card. Before that is left out what can be found
 * elsewhere: names of goods that have a variant, then who buys and where to it goes, which the cart has.
 */
export function purchaseOf(cart: BoughtCart, amount: string, exponent: number): Purchase | null {
  const lines = cart.items.map((item) => purchaseLine(item, exponent))
  const delivery = cart.deliveries.map(({ option_id, name, total = 0 }): PurchaseDelivery => {
    return [option_id, shortName(name), roundedDown(total, exponent).toString()]
  })
  const purchase: Purchase = { lines, delivery, ...buyerOf(cart) }
  if (unpricedRest(purchase, amount) < 0n) return null
  const nameless = lines.map(([id, name, ...line]): PurchaseLine => [id, id ? "" : name, ...line])
  const fewest: Purchase = { lines: withIds(nameless, shortId), delivery }
  return [purchase, { ...purchase, lines: nameless }, fewest].find(isSmall) ?? null
}

/** Who buys, and where to it goes. */
export const buyerOf = (cart: Pick<BoughtCart, "person" | "to" | "billed">) => ({
  ...present(cart.person),
  ...addressesOf(cart),
})

/** What of the amount no line or delivery stands for: fractions of a unit that rounding down lost. */
export function unpricedRest(
  { lines, delivery }: Pick<Purchase, "lines" | "delivery">,
  amount: string
): bigint {
  const ofLines = lines.reduce((sum, [, , quantity, price]) => sum + BigInt(price) * BigInt(quantity), 0n)
  const ofDelivery = delivery.reduce((sum, [, , price]) => sum + BigInt(price), 0n)
  return BigInt(amount) - ofLines - ofDelivery
}

/** So that all lines and pieces together are never more than they cost. */
const roundedDown = (amount: MajorAmountLike, exponent: number) =>
  toMinorUnits(amount, FINEST_DECIMALS) / 10n ** BigInt(FINEST_DECIMALS - exponent)

function purchaseLine(
  { variant_id, name, quantity, total = 0 }: BoughtCart["items"][number],
  exponent: number
) {
  const price = roundedDown(total, exponent)
  const isCounted = Number.isSafeInteger(quantity) && quantity > 0
  const line: PurchaseLine = isCounted
    ? [variant_id, shortName(name), quantity, (price / BigInt(quantity)).toString()]
    : [null, shortName(`${name} x ${quantity}`), 1, price.toString()]
  return line
}

const shortName = (name: string) => oneLine(name, LONGEST_LINE_NAME)
const isSmall = (purchase: Purchase) => Buffer.byteLength(JSON.stringify(purchase)) <= MOST_OF_PURCHASE

/** What a customer wrote is kept as one line each; an e-mail that is too long is none. */
function present<Given extends Record<string, unknown>>(given: Given): { [Key in keyof Given]?: string } {
  const entries = Object.entries(given).flatMap(([key, value]) => {
    const isKept = typeof value === "string" && (key !== "email" || value.length <= LONGEST_EMAIL)
    const line = isKept && oneLine(value, key.endsWith("_name") ? LONGEST_NAME : LONGEST_ADDRESS_LINE)
    return line ? [[key, line]] : []
  })
  return Object.fromEntries(entries) as { [Key in keyof Given]?: string }
}

function addressesOf({ to, billed }: Pick<BoughtCart, "to" | "billed">): Pick<Purchase, "to" | "billed"> {
  const of = (address: BoughtCart["to"]): PurchaseAddress | undefined =>
    address ? present(Object.fromEntries(ADDRESS_KEYS.map((key) => [key, address[key]]))) : undefined
  const [shipping, billing] = [of(to), of(billed)]
  const isSame = JSON.stringify(shipping) === JSON.stringify(billing)
  return { ...(shipping && { to: shipping }), ...(billing && !isSame && { billed: billing }) }
}
