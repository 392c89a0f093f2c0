/** The event names of U-07; that of a reversal is made up, for nothing is known of one (U-26). */
export const EVENT_TYPES = [
  "payment.succeeded",
  "payment.failed",
  "order.completed",
  "payout.failed",
  "payment.reversed",
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface Delivery {
  eventType: EventType
  reference: string
  /** One entry per attempt: HTTP status, or null when nothing answered. */
  attempts: (number | null)[]
  delivered: boolean
}

export interface EventOptions {
  eventType: EventType
  /** "forged" signs with another secret; "none" leaves the header out. */
  signature?: "valid" | "forged" | "none" | undefined
  /** Overwrites fields of `data`; `null` removes one. */
  data?: Record<string, unknown> | undefined
}

/** An event as it goes over the wire. */
export interface PreparedEvent {
  url: string
  body: string
  headers: Record<string, string>
  record: Delivery
}
