import { type AttentionReason } from "./attention"
import { isBound } from "./booking"
import { isMinorAmount } from "./money"

/** What the ledger knows of money that came. Amounts in smallest units. */
export interface Came {
  outcome: string
  outcome_reason: string | null
  /** as it was asked for, without the fee that a customer bears */
  amount: string
  currency_code: string
  /** the answer by which it is judged */
  verified: { amount?: unknown; currency?: unknown } | null
  /** sum of what went back, and of what is on its way */
  refunded: string
}

/** Money that is not what was asked for, of which the service says how much it is. */
const READABLE: ReadonlySet<string | null> = new Set(["amount_mismatch", "currency_mismatch"])

/**
 * What came for the goods: as asked for where it was paid, else as verify names it, in the currency that it names. Null where that is not
 * known: nothing came, or a sum that cannot be read, or another payment's.
 */
export function cameForGoods(payment: Came): { amount: bigint; currency_code: string } | null {
  const { outcome, outcome_reason, amount, currency_code, verified } = payment
  if (outcome === "paid") return { amount: BigInt(amount), currency_code }
  if (outcome !== "mismatch" || !READABLE.has(outcome_reason)) return null
  const { amount: said, currency } = verified ?? {}
  if (!isMinorAmount(said) || typeof currency !== "string" || currency === "") return null
  return { amount: BigInt(said), currency_code: currency.toLowerCase() }
}

/** How much of what came went back, or is on its way; null: nothing. */
export function refundedPart(payment: Came): "all" | "part" | null {
  if (payment.refunded === "0") return null
  const came = cameForGoods(payment)
  return came && BigInt(payment.refunded) >= came.amount ? "all" : "part"
}

/** States of money that went back, in all or in part. */
export const REFUND_STATES = ["refunded", "partly_refunded"] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * The state of a payment as people call it: what went back outranks that it came, and what came wrong is never called paid. The filter of
 * the list says the same in SQL.
 */
export function stateOf<S extends string>(payment: Came & { status: S }): S | "mismatch" | RefundState {
  const part = refundedPart(payment)
  if (part) return part === "all" ? "refunded" : "partly_refunded"
  return payment.outcome === "mismatch" ? "mismatch" : payment.status
}

/** No part of it went back and no person dealt with it by hand: only such money may become an order by itself. */
export function isUntouched({
  released_at,
  refunded,
}: {
  released_at: Date | string | null
  refunded: string
}): boolean {
  return !released_at && refunded === "0"
}

/** Items about money of which it is not known how much came, or whose it is. */
const UNCLEAR: ReadonlySet<AttentionReason | null> = new Set<AttentionReason>([
  "reference_mismatch",
  "unreadable_success",
])

/**
 * - `order_stands`: it was settled, or is booked on an order that was canceled since; what goes back of it goes through Medusa, which keeps
 *   the order's books.
 * - `no_item`: no item about its money is open: none came, or a person dealt with it.
 * - `unclear`: money came, and it is not certain how much, or whose.
 * - `being_settled`: the store has begun to make an order of it.
 * - `nothing_left`: all of it went back, or is on its way.
 */
export type NoRefund = "order_stands" | "no_item" | "unclear" | "being_settled" | "nothing_left"

/** What may go back of a payment, in smallest units of `currency_code`. */
export interface Refundable {
  came: bigint
  left: bigint
  currency_code: string
}

/**
 * Only money that came and that no order stands for is sent back from here, up to what came for the goods; the fee that a customer bore on
 * top is the service's. Who asks holds the money meanwhile, and the statement that writes a refund down looks once more.
 * @param open the reason of the open item about its money; null without one
 */
export function refundableOf(
  payment: Came & {
    settled_at: Date | string | null
    released_at: Date | string | null
    due_at: Date | string | null
    booking_order_id?: string | null
  },
  open: AttentionReason | null
): Refundable | NoRefund {
  if (payment.settled_at) return "order_stands"
  if (!open || payment.released_at) return "no_item"
  const came = cameForGoods(payment)
  if (!came || UNCLEAR.has(open)) return "unclear"
  // Money that was given up on is due only while it is tried again.
  if (payment.outcome === "paid" && payment.due_at) return "being_settled"
  if (isBound(payment)) return "order_stands"
  const left = came.amount - BigInt(payment.refunded)
  if (left <= 0n) return "nothing_left"
  return { came: came.amount, left, currency_code: came.currency_code }
}
