import { type IntentRow } from "./models/intent"

export interface CartStatus {
  status: "none" | "waiting" | "succeeded" | "failed" | "attention"
  order_id?: string
  /** only while there is still something to pay */
  checkout_url?: string
  retry_after_ms: number
}

const POLL_WAITING_MS = 2_000
const POLL_ENDED_MS = 30_000

/** The state of a cart's payment from its attempts, newest first. Money outranks everything; then the newest attempt speaks. */
export function cartStatus(attempts: IntentRow[], orderId: string | null): CartStatus {
  if (attempts.length === 0) return { status: "none", retry_after_ms: POLL_ENDED_MS }
  const paid = attempts.some((attempt) => attempt.outcome === "paid")
  if (orderId && paid) return { status: "succeeded", order_id: orderId, retry_after_ms: POLL_ENDED_MS }
  if (paid) return { status: "waiting", retry_after_ms: POLL_WAITING_MS }
  if (attempts.some((attempt) => attempt.outcome === "mismatch"))
    return { status: "attention", retry_after_ms: POLL_ENDED_MS }

  const newest = attempts[0]!
  if (newest.outcome === "failed" || newest.status === "rejected")
    return { status: "failed", retry_after_ms: POLL_ENDED_MS }
  return {
    status: "waiting",
    ...(newest.checkout_url && { checkout_url: newest.checkout_url }),
    retry_after_ms: POLL_WAITING_MS,
  }
}
