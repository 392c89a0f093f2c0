import { type AttentionCategory } from "../modules/paycollect/models/attention"
import { type ClosedMoney } from "../modules/paycollect/models/intent"

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

/** What a person who closes an item may say became of its money, or of its refund. */
export const MONEY_ANSWERS = ["sent", "not_sent", "returned", "kept"] as const
export type MoneyAnswer = (typeof MONEY_ANSWERS)[number]

/** Of refunds that a person sends, or looks after whether they were sent. */
export const TO_BE_SENT: ReadonlySet<string> = new Set<AttentionReason>([
  "refund_due",
  "refund_pending",
  "refund_unknown",
])

/** With it the ids of refunds from the list begin; the others are records of Medusa. */
export const OWN_REFUND = "pcref"

/** An item, with what its answer depends on. */
interface AnsweredItem {
  reason: AttentionReason
  refundId?: unknown
  /** nothing of the payment came, by the service's last word */
  cameToNothing: boolean
  closedAs: ClosedMoney | null
}

/** One that was not sent is none any more. Medusa’s books keep theirs, and money that a person dealt with has no item: those are still to be sent. */
export function isUndoable({ refundId, closedAs }: Pick<AnsweredItem, "refundId" | "closedAs">): boolean {
  return String(refundId).startsWith(`${OWN_REFUND}_`) && closedAs === null
}

/** Among which a person has to choose; none where the item is about no money and no refund. */
export function moneyAnswers(item: AnsweredItem): readonly MoneyAnswer[] {
  if (ATTENTION_REASONS[item.reason] === "money") return item.cameToNothing ? [] : ["returned", "kept"]
  if (item.reason === "won_back") return ["returned", "kept"]
  if (!TO_BE_SENT.has(item.reason)) return []
  // That it was not sent is what its item says.
  const isSaid = item.reason === "refund_due" && !isUndoable(item)
  return isSaid ? ["sent", "returned"] : ["sent", "not_sent", "returned"]
}

/**
 * What became of an item that a person wants closed. `not_open`: there is no such item, or it was closed before; `not_said`: it asks what became
 * of the money, and none of its answers was given; `in_progress`, `unfinished`: an order is being made of the payment, or was begun; `failed`:
 * the store could not do it. All but `resolved` changed nothing.
 */
export type ItemResolution = "resolved" | "not_open" | "not_said" | "in_progress" | "unfinished" | "failed"
