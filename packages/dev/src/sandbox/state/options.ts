import { type Variant } from "./variant"

export type Environment = "test" | "live"

/** Every operation of the interface document, and refunds (U-14). The same names are used by faults and by the request log. */
export const OPERATIONS = [
  "create_payment_intent",
  "verify_payment",
  "confirm_payment_intent",
  "create_session",
  "validate_session",
  "revoke_session",
  "list_customers",
  "retrieve_customer",
  "retrieve_transaction",
  "list_payment_methods",
  "calculate_fee",
  "create_refund",
] as const

export type OperationName = (typeof OPERATIONS)[number]

export type Locale = "en" | "fr"

/** What the interface leaves open is chosen by the names of `VARIANT_CHOICES`. */
export interface SandboxOptions extends Partial<Variant> {
  /** Address to listen on; loopback unless told otherwise. */
  host?: string
  /** 0 takes any free port. */
  port?: number
  /** Origin under which browsers reach the sandbox, where it differs from host and port. */
  publicUrl?: string
  /** Requests per sliding minute (interface 8); `false` counts nothing. */
  rateLimits?: { standard: number; creation: number } | false
  /** Receiver of signed events; none are sent without it. */
  webhookUrl?: string
  /** Key of the HMAC, the `whsec_...` string itself (U-06). */
  webhookSecret?: string
  /** Delivery attempts of one event and the pause in ms before the second; it doubles from there (U-08). */
  webhookRetry?: { attempts: number; baseMs: number }
  /** Whether `POST /refunds` exists (U-14). */
  refunds?: boolean
  /** How long events are held back under `events: "late"`, in ms. */
  lateEventMs?: number
  /** How many requests the log keeps; older ones are forgotten. */
  requestLogSize?: number
  /** Simulated time in ms between the customer's confirmation and the outcome. */
  outcomeDelayMs?: number
  /** Lifetime of a customer session in ms. */
  sessionTtlMs?: number
  /** Names of the two query parameters the interface does not name (U-10). */
  queryNames?: { country: string; cardType: string }
  /** Name shown at the top of the hosted checkout. */
  merchantName?: string
  /** Language of the hosted checkout for browsers that ask for neither French nor English. */
  locale?: Locale
  /** Epoch milliseconds; injected by tests that must not wait. */
  now?: () => number
}
