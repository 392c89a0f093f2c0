export const INTENT = "paycollect_intent"
export const SESSION = "paycollect_intent_session"
export const EVENT = "paycollect_intent_event"
export const STATE = "paycollect_state"
export const ATTENTION = "paycollect_attention"

/** A row that leaves the ladder is never created again: the customer's names and phone in its create body have served their purpose. */
export const OFF_LADDER = { due_at: null, request: null } as const
