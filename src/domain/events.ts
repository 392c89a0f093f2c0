/** Events a store may subscribe to. `data`: `{id, merchant_reference, cart_id, order_id}` of the intent, and what each event adds. */
export const INTENT_SETTLED = "paycollect.intent.settled"
/** adds `reason` */
export const INTENT_FAILED = "paycollect.intent.failed"
/** adds `attention_id`, `reason`, `category`; once per item of the "needs attention" list */
export const INTENT_NEEDS_ATTENTION = "paycollect.intent.needs_attention"
