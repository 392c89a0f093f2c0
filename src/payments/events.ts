/** Events a store may subscribe to. `data`: `{id, merchant_reference, cart_id, order_id}` of the intent, and what each event adds. */
export const INTENT_APPLIED = "paycollect.intent.applied"
/** adds `reason` */
export const INTENT_FAILED = "paycollect.intent.failed"
/** adds `attention_id`, `reason`, `category`; once per item of the "needs attention" list */
export const INTENT_NEEDS_ATTENTION = "paycollect.intent.needs_attention"
/** A payment link was made: `{id, order_id, expires_at}`; never its address, by which anybody may pay. A renewed one is not told again */
export const LINK_CREATED = "paycollect.link.created"
/** Money that came by a payment link stands on its order: once for each payment: `id` is the link's and `order_id` its order, `intent_id` the payment's */
export const LINK_PAID = "paycollect.link.paid"
/** A save in the dashboard that changed something: `{id, actor_id, fields}`, fields as the admin API names them; never a value */
export const SETTINGS_CHANGED = "paycollect.settings.changed"

/** Everything that a payment's history may say. The dashboard has a text for each. */
export const HISTORY_EVENTS = [
  "created",
  "recovered",
  "opened",
  "create_failed",
  "create_ended",
  "verified",
  "verify_failed",
  "verify_not_found",
  "confirmed",
  "applied",
  "advance_failed",
  "order_canceled",
  "attention_opened",
  "attention_resolved",
  "store_canceled",
  "voided_by_core",
  "assignment_begun",
  "assignment_undone",
  "refund_sending",
  "refund_not_sent",
  "refund_sent",
  "refund_pending",
  "refund_unknown",
  "refund_recorded",
] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]
