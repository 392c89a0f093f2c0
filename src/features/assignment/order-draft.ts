import { type IntentRow } from "../../modules/paycollect/models/intent"
import { formatPaymentNumber } from "../../payments/names"
import { unpricedRest, type Purchase } from "../../payments/purchase"
import { toMajorString } from "../../payments/money"
import { orderIdOfMoney } from "../../orders/unpaid-order"
import { type SoldVariant } from "../../orders/records/variants"
import { MESSAGES } from "../../texts"
import { type Language } from "../../texts/language"

type PaidMoney = Pick<IntentRow, "id" | "payment_number" | "amount" | "currency_code" | "exponent">

/** `price`: of one piece, with tax, in smallest units */
interface DraftLine {
  variant_id: string | null
  name: string
  quantity: number
  price: string
  /** in stock; null where nothing is counted */
  available: number | null
}

/** An order that costs what came, to the unit. */
export interface OrderDraft extends Omit<Purchase, "lines" | "delivery"> {
  /** what was bought is not known: one line bears the payment's number */
  by_name: boolean
  lines: DraftLine[]
  delivery: { option_id: string | null; name: string; price: string }[]
}

/**
 * @param purchase what was written down as the payment began; null: nothing, or the payment is older than that
 * @param buyer whose cart it was, for money of which that was not written down
 * @param language of the merchant, for a line that bears the payment's number
 */
export function draftOf(
  money: PaidMoney,
  purchase: Purchase | null,
  {
    variants,
    buyer,
    language,
  }: { variants: Map<string, SoldVariant>; buyer?: Partial<Purchase>; language: Language }
): OrderDraft {
  const rest = (price: string): DraftLine => {
    const name = `${MESSAGES[language].notice.payment} ${formatPaymentNumber(money.payment_number)}`
    return { variant_id: null, name, quantity: 1, price, available: null }
  }
  if (!purchase) return { ...buyer, by_name: true, lines: [rest(money.amount)], delivery: [] }
  const { lines, delivery, ...known } = purchase
  const unpriced = unpricedRest(purchase, money.amount)
  const sold = lines.map(([id, name, quantity, price]): DraftLine => {
    const variant = id ? variants.get(id) : undefined
    const shown = { name: name || variant?.name || rest(price).name, quantity, price }
    return { variant_id: variant?.id ?? null, ...shown, available: variant?.available ?? null }
  })
  return {
    ...{ ...buyer, ...known },
    by_name: false,
    lines: unpriced > 0n ? [...sold, rest(unpriced.toString())] : sold,
    delivery: delivery.map(([option_id, name, price]) => ({ option_id, name, price })),
  }
}

/** Less is there than was bought: of one variant, all its lines together. */
export function isShort({ variant_id, available }: DraftLine, { lines }: Pick<OrderDraft, "lines">): boolean {
  const ofVariant = lines.filter((line) => line.variant_id === variant_id)
  return available !== null && ofVariant.reduce((sum, { quantity }) => sum + quantity, 0) > available
}

/** What core's workflow makes a draft of. Prices include tax, and no promotion changes them, so that it costs what came. */
export function orderInputOf(draft: OrderDraft, money: PaidMoney) {
  const { email, customer_id, region_id, sales_channel_id, to, billed, lines, delivery } = draft
  const major = (minor: string) => Number(toMajorString(BigInt(minor), money.exponent))
  return {
    ...{ id: orderIdOfMoney(money), currency_code: money.currency_code },
    ...{ is_draft_order: true, status: "draft" },
    ...{ email, customer_id, region_id, sales_channel_id },
    ...(to && { shipping_address: { ...to } }),
    ...((billed ?? to) && { billing_address: { ...(billed ?? to) } }),
    metadata: { paycollect_payment: formatPaymentNumber(money.payment_number) },
    items: lines.map(({ variant_id, name, quantity, price }) => ({
      ...(variant_id ? { variant_id } : { title: name, requires_shipping: false }),
      ...{ quantity, unit_price: major(price), is_tax_inclusive: true, is_discountable: false },
    })),
    shipping_methods: delivery.map(({ option_id, name, price }) => ({
      ...(option_id && { shipping_option_id: option_id }),
      ...{ name, amount: major(price), is_tax_inclusive: true },
    })),
  }
}
