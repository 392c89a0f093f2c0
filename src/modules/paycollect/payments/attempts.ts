import { isUnanswered } from "../../../domain/ladder"
import { type Environment } from "../../../domain/decide"
import { type IntentRow } from "../models/intent"

/** An open attempt younger than this cannot have been paid unseen. */
const RECHECK_AFTER_MS = 15_000
/** How long, and how many of them, a payment that is over may still be paid at its old page (U-15): each costs a request. */
const ENDED_RECHECK_MS = 24 * 3_600_000
const MOST_ENDED = 3

/** Open: it may still bring money and may be shown to the customer again. */
export function isOpen(row: IntentRow): boolean {
  return (
    ["creating", "unknown", "requires_action", "processing"].includes(row.status) &&
    row.outcome !== "mismatch" &&
    row.outcome !== "failed"
  )
}

/** No customer was given its address, and none will be: its create was refused, or the service keeps what it made of it to itself. */
export function isHidden({ checkout_url, request }: IntentRow): boolean {
  return !checkout_url && !request
}

/** Asked for before a customer is led to pay anything, and before that very payment is shown again. */
export function openAttempts(attempts: IntentRow[], now: number): IntentRow[] {
  return attempts.filter((row) => isOpen(row) && !isHidden(row) && ageOf(row, now) > RECHECK_AFTER_MS)
}

/**
 * Asked for once more before anything new is charged: a customer whose try failed may have tried again at the same page, or have paid
 * what the service calls by a reference of ours.
 * @param attempts newest first
 */
export function endedAttempts(
  attempts: IntentRow[],
  { now, environment }: { now: number; environment: Environment }
): IntentRow[] {
  return attempts
    .filter(
      (row) =>
        row.environment === environment &&
        !(isOpen(row) && !isHidden(row)) &&
        row.status !== "rejected" &&
        row.outcome !== "paid" &&
        row.outcome !== "mismatch" &&
        ageOf(row, now) < ENDED_RECHECK_MS
    )
    .slice(0, MOST_ENDED)
}

/** epoch ms of the last question, answered or not */
export function askedAt(row: IntentRow): number {
  const asked = isUnanswered(row) ? row.updated_at : (row.verified_at ?? row.created_at)
  return new Date(asked).getTime()
}

function ageOf({ created_at }: IntentRow, now: number): number {
  return now - new Date(created_at).getTime()
}
