/**
 * `network`: no answer (offline, timeout, CORS); trying again is safe. `rate_limited`: 429. `server`: 5xx.
 * `request`: the store refused (other 4xx), `message` is the store's own and says why.
 * `invalid_response`: an answer this kit cannot read. `unsafe_checkout_url`: the hosted checkout address is neither https nor loopback http.
 */
export type StorefrontErrorCode =
  "network" | "rate_limited" | "server" | "request" | "invalid_response" | "unsafe_checkout_url"

export interface StorefrontErrorFacts {
  /** HTTP status, when the store answered. */
  status?: number
  /** Milliseconds the store asked to wait (429, 503); `createStoreClient` reads them, a js-sdk instance does not hand them over. */
  retryAfterMs?: number
  /** The store's own `code` of the refusal, for example "paycollect_paid_already"; read as `retryAfterMs` is. */
  storeCode?: string
  /** Whether money of the customer's came for this; null or absent where the store does not say. */
  charged?: boolean | null
  cause?: unknown
}

/** `declare`d fields: class fields would cost more bytes than the rest of the class. */
export class PayCollectStorefrontError extends Error {
  declare readonly code: StorefrontErrorCode
  declare readonly status?: number
  declare readonly retryAfterMs?: number
  declare readonly storeCode?: string
  declare readonly charged?: boolean | null
  declare readonly cause?: unknown

  constructor(code: StorefrontErrorCode, message: string, facts: StorefrontErrorFacts = {}) {
    super(message)
    Object.assign(this, { name: "PayCollectStorefrontError", code, ...facts })
  }
}

export function codeOfStatus(status: number): StorefrontErrorCode {
  if (status === 429) return "rate_limited"
  return status >= 500 || status === 408 || status === 425 ? "server" : "request"
}

/** Names whatever a call to the store threw. Also reads the errors of `@medusajs/js-sdk`, which carry `status` and the store's message. */
export function toStorefrontError(cause: unknown): PayCollectStorefrontError {
  if (cause instanceof PayCollectStorefrontError) return cause
  const { status, message } = (cause ?? {}) as { status?: unknown; message?: unknown }
  const text = textOrNull(message) ?? "The store did not answer"
  return typeof status === "number"
    ? new PayCollectStorefrontError(codeOfStatus(status), text, { status, cause })
    : new PayCollectStorefrontError("network", text, { cause })
}

/** The store answered, and what it has to say is not in it. */
export const nothingOf = (what: string, status?: number) =>
  new PayCollectStorefrontError("invalid_response", `The store returned no ${what}`, { status })

/** The one of `list` that another's answer, or an address, says; null where it says something else. */
export const oneOf = <T>(list: readonly T[], value: unknown): T | null =>
  list.find((known) => known === value) ?? null

/** What another's answer says in a field for words; null where it says nothing. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value ? value : null
