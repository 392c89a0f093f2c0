import { isBoundElsewhere } from "../../../domain/booking"
import { isUnanswered } from "../../../domain/ladder"
import { formatPaymentNumber } from "../../../domain/payment-number"
import { refundedPart, type Came } from "../../../domain/refund"
import { type IntentRow } from "../models/intent"
import { isHidden } from "./attempts"

export interface CartStatus {
  status: "none" | "waiting" | "succeeded" | "failed" | "attention"
  /** only with `failed`: what a customer may be told about it */
  reason?: "declined" | "canceled" | "not_started"
  order_id?: string
  /** what the customer may call the payment that this is about: `JZ1D-7K9P`; not with `none` */
  payment_number?: string
  /** of the money that came for this cart all, or a part, went back or is on its way */
  refunded?: "all" | "part"
  /** only while there is still something to pay */
  checkout_url?: string
  retry_after_ms: number
}

const POLL_WAITING_MS = 2_000
const POLL_ENDED_MS = 30_000

/** A payment that failed while a customer watched is asked for once more after this. */
const FAILED_RECHECK_MS = 10_000

/**
 * The state of a cart's payment from its attempts, newest first. Money outranks everything; then the newest attempt speaks. Attempts
 * whose money the merchant dealt with by hand, or gave to another order, count no more.
 * @param needsAttention whether an item about this cart's money is open
 */
export function cartStatus(
  all: IntentRow[],
  order: { id: string; status: string } | null,
  needsAttention = false
): CartStatus {
  const status = statusOf(all, order, needsAttention)
  const spokenOf = status.status === "succeeded" ? all.filter(({ settled_at }) => settled_at) : all
  // A payment under way says nothing of one that went back before it.
  const isOpen = status.status === "waiting"
  const refunded = isOpen
    ? undefined
    : spokenOf.flatMap((row) => refundedPart(row as IntentRow & Came) ?? [])[0]
  return { ...status, ...(refunded && { refunded }) }
}

function statusOf(
  all: IntentRow[],
  order: { id: string; status: string } | null,
  needsAttention: boolean
): CartStatus {
  const attempts = all.filter((attempt) => !attempt.released_at && !isBoundElsewhere(attempt, order?.id))
  if (attempts.length === 0) return { status: "none", retry_after_ms: POLL_ENDED_MS }
  return { ...stateOf(attempts, order, needsAttention), payment_number: numberOf(attempts)! }
}

/** The number of the payment that speaks for the cart: that of its money, and before there is any that of the newest attempt. */
export function numberOf(all: IntentRow[]): string | undefined {
  const attempts = all.filter((attempt) => !attempt.released_at)
  const speaker =
    attempts.find(({ settled_at }) => settled_at) ??
    attempts.find(({ outcome }) => outcome === "paid" || outcome === "mismatch") ??
    attempts[0]
  return speaker && formatPaymentNumber(speaker.payment_number)
}

function stateOf(
  attempts: IntentRow[],
  order: { id: string; status: string } | null,
  needsAttention: boolean
): CartStatus {
  const paid = attempts.some((attempt) => attempt.outcome === "paid")
  const canceled = order?.status === "canceled"
  // Core writes the order down before it takes the payment, and may still take both back: settled is what stays.
  if (order && !canceled && attempts.some((attempt) => attempt.settled_at))
    return { status: "succeeded", order_id: order.id, retry_after_ms: POLL_ENDED_MS }
  if (needsAttention) return { status: "attention", retry_after_ms: POLL_ENDED_MS }
  // The shop took the order back and has dealt with its money.
  if (canceled && attempts.every((attempt) => attempt.outcome !== "paid" || attempt.settled_at))
    return { status: "failed", retry_after_ms: POLL_ENDED_MS }
  if (paid) return { status: "waiting", retry_after_ms: POLL_WAITING_MS }
  if (attempts.some((attempt) => attempt.outcome === "mismatch"))
    return { status: "attention", retry_after_ms: POLL_ENDED_MS }

  const newest = attempts[0]!
  if (newest.outcome === "failed" || wasNotStarted(newest))
    return { status: "failed", reason: reasonOf(newest), retry_after_ms: POLL_ENDED_MS }
  return {
    status: "waiting",
    ...(newest.checkout_url && { checkout_url: newest.checkout_url }),
    retry_after_ms: POLL_WAITING_MS,
  }
}

function reasonOf(newest: IntentRow): CartStatus["reason"] {
  if (wasNotStarted(newest)) return "not_started"
  return newest.status === "canceled" ? "canceled" : "declined"
}

/** The customer was given nothing to pay; money may be under way all the same for what the service keeps under our reference. */
function wasNotStarted(newest: IntentRow): boolean {
  return isHidden(newest) && newest.status !== "processing"
}

/** The attempt worth asking for while a customer waits in front of the page, as soon as it may be; null when there is nothing to find out. */
export function worthAsking(attempts: IntentRow[], now: number): IntentRow | null {
  const paid = attempts.find(({ outcome, settled_at, released_at }) => {
    return outcome === "paid" && !settled_at && !released_at
  })
  // Money that arrived is settled when the job would: watching it uses up none of the automatic attempts.
  if (paid) return paid.due_at && new Date(paid.due_at).getTime() <= now ? paid : null
  const [newest] = attempts
  if (!newest || newest.settled_at || newest.released_at || wasNotStarted(newest)) return null
  const open = newest.status === "processing" || newest.status === "requires_action"
  return open || failedJustOnce(newest, now) ? newest : null
}

/** A customer whose try failed may try again at the same page, and the shop hears of it by asking: once, not with every poll. */
function failedJustOnce(row: IntentRow, now: number): boolean {
  const { failed_at, verified_at } = row
  if (!failed_at || !verified_at || isUnanswered(row)) return false
  const said = new Date(verified_at).getTime()
  return said <= +new Date(failed_at) && now - said > FAILED_RECHECK_MS
}
