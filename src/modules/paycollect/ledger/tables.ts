export const INTENT = "paycollect_intent"
export const SESSION = "paycollect_intent_session"
export const EVENT = "paycollect_intent_event"
export const STATE = "paycollect_state"
export const ATTENTION = "paycollect_attention"
export const NOTICE = "paycollect_notice"
export const REFUND = "paycollect_refund"
export const LINK = "paycollect_link"
export const LINK_COLLECTION = "paycollect_link_collection"

/** A row that leaves the ladder is never created again: the customer's names and phone in its create body have served their purpose. */
export const OFF_LADDER = { due_at: null, request: null } as const

const UNIQUE_VIOLATION = "23505"

/** What a unique index refused. @param index by its name; any without it */
export function isTaken(error: unknown, index?: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === UNIQUE_VIOLATION && (index === undefined || constraint === index)
}
