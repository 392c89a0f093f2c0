import { type IntentRow } from "../modules/paycollect/models/intent"

export type AdvanceStatus = "unknown_reference" | "waiting" | "failed" | "succeeded" | "attention"

export interface AdvanceResult {
  status: AdvanceStatus
  /** machine-readable: a service state, a decision's reason, or why the store could make no order */
  reason: string | null
  cart_id: string | null
  order_id: string | null
  /** in the store's own words, why it could make no order just now */
  said?: string
}

/** `reason`: there was no place to ask the service in, so that nothing is known and nothing was done. */
export const NOT_ASKED = "not_asked"

export const succeeded = (row: IntentRow): AdvanceResult => ({
  ...result("succeeded", row, null),
  order_id: row.order_id,
})

export function result(status: AdvanceStatus, intent: IntentRow, reason: string | null): AdvanceResult {
  return { status, reason, cart_id: intent.cart_id, order_id: null }
}
