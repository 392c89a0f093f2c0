import { payable, type Variant } from "../state/variant"
import { chargedAmount, leftAmount, type Intent } from "../state/intent"

type Fields = Record<string, unknown>

/** Fields that the interface does not name; none of them may change what is read from the rest. */
const MORE = {
  livemode: false,
  channel: { name: "ussd", code: null },
  reference: "internal-7",
  net_amount: 1,
  message: "ok",
  error: null,
  tags: [],
} as const

/** Smallest unit; beyond 2^53 a number would be another amount, so it stays text. */
export function shownAmount(variant: Variant, amount: bigint): string | number {
  return variant.amounts === "number" && amount <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(amount)
    : amount.toString()
}

/** What verify, events and transactions name as the amount of a payment (U-21, U-28). */
export function paidAmount(variant: Variant, intent: Intent): string | number {
  const charged = variant.customerAmount === "with_fee" ? chargedAmount(intent) : intent.amount
  return shownAmount(variant, leftAmount(intent, payable(variant, charged)))
}

export function shownStatus({ states }: Variant, intent: Intent): string {
  if (intent.reversal?.status) return intent.reversal.status
  if (states === "five" || intent.awaitsMerchant) return intent.status
  return { requires_action: "pending", processing: "in_progress" }[intent.status as string] ?? intent.status
}

/** The `id` of events and transactions, and of verify where it gives one (U-23). */
export function shownId({ id }: Variant, intent: Intent): string {
  return id === "transaction" ? intent.transaction_id : intent.id
}

/** @param spare fields that decide nothing, left out by `fewer` */
export function shownFields({ fields }: Variant, data: Fields, spare: readonly string[]): Fields {
  if (fields === "more") return { ...MORE, ...data }
  if (fields === "documented") return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !spare.includes(name)))
}

export function verifyEnvelope(variant: Variant, data: Fields): Fields {
  switch (variant.verifyEnvelope) {
    case "status":
      return { status: "success", data }
    case "status_code":
      return { status_code: 200, response_type: "success", data }
    case "success":
      return { success: true, message: "Payment found", data }
    case "bare":
      return data
  }
}
