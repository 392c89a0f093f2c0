import { type AttentionCategory } from "../modules/paycollect/models/attention"

/** Every reason with its kind. What each means is in `texts`: for the dashboard, which says it under the names of its buttons, and for notifications. */
export const ATTENTION_REASONS = {
  paid_without_order: "money",
  late_payment: "money",
  duplicate_payment: "money",
  paid_after_cancel: "money",
  amount_discrepancy: "money",
  currency_discrepancy: "money",
  unreadable_success: "money",
  reference_discrepancy: "money",
  environment_discrepancy: "money",
  unknown_payment: "money",
  order_without_payment: "order",
  unpaid_order_kept: "order",
  refund_due: "refund",
  refund_pending: "refund",
  refund_unknown: "refund",
  reversed: "refund",
  won_back: "refund",
  order_overpaid: "notice",
  order_unbalanced: "notice",
  unexpected_fee: "notice",
  unknown_outcome_expired: "notice",
} as const satisfies Record<string, AttentionCategory>

export type AttentionReason = keyof typeof ATTENTION_REASONS

export function isAttentionReason(value: string): value is AttentionReason {
  return Object.hasOwn(ATTENTION_REASONS, value)
}

/**
 * What became of an item that a person wants closed. `not_open`: there is no such item, or it was closed before; `in_progress`, `unfinished`:
 * an order is being made of the payment, or was begun; `failed`: the store could not do it. All but `resolved` changed nothing.
 */
export type ItemResolution = "resolved" | "not_open" | "not_kept" | "in_progress" | "unfinished" | "failed"
