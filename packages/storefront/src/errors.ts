/** What a way to pay takes of a currency: decimal strings in major units, absent where there is no bound. */
export interface AmountBounds {
  min?: string
  max?: string
  /** Lower case. */
  currencyCode: string
}

/** How to reach the shop, as far as the merchant set it; numbers with their country. */
export interface Support {
  email?: string
  phone?: string
  whatsapp?: string
}

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
  /** Milliseconds the store asked to wait (429, 503). Of other calls than a start, a js-sdk instance does not hand them over. */
  retryAfterMs?: number
  /** The store's own `code` of the refusal, for example "paycollect_paid_already"; `errorText` has words for each. */
  storeCode?: string | null
  /** Whether money of the customer's came for this; null or absent where the store does not say. */
  charged?: boolean | null
  /** Of `paycollect_amount_bounds`: what that way to pay takes. */
  bounds?: AmountBounds | null
  /** How to reach the shop, as far as the merchant set it; with a refused start. */
  support?: Support | null
  cause?: unknown
}

/** `declare`d fields: class fields would cost more bytes than the rest of the class. */
export class PayCollectStorefrontError extends Error {
  declare readonly code: StorefrontErrorCode
  declare readonly status?: number
  declare readonly retryAfterMs?: number | null
  declare readonly storeCode?: string | null
  declare readonly charged?: boolean | null
  declare readonly bounds?: AmountBounds | null
  declare readonly support?: Support | null
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

type Answer = Record<string, unknown> & { status?: number }

/** What the store says of a refusal, in its answer or, of a start, in one that succeeds. `cause`: what was thrown in its place. */
export function refusalOf(said: unknown, answered?: number, cause?: unknown) {
  const { message, code, charged, details, support, retry_after_ms, status: own } = (said ?? {}) as Answer
  const status = answered ?? own
  return new PayCollectStorefrontError(
    status ? codeOfStatus(status) : "network",
    textOrNull(message) ?? `The store answered ${status ?? "nothing"}`,
    {
      status,
      retryAfterMs: retry_after_ms as number,
      storeCode: textOrNull(code),
      charged: charged as boolean,
      bounds: boundsOf(details),
      support: support as Support,
      cause,
    }
  )
}

/** Names whatever a call to the store threw. Also reads the errors of `@medusajs/js-sdk`, which carry `status` and the store's message. */
export function toStorefrontError(cause: unknown): PayCollectStorefrontError {
  return cause instanceof PayCollectStorefrontError ? cause : refusalOf(cause, undefined, cause)
}

/** What a way to pay takes, of an answer that says so; null of any other. */
export function boundsOf(said: unknown): AmountBounds | null {
  const { min, max, currency_code: currencyCode } = (said ?? {}) as AmountBounds & { currency_code?: string }
  return currencyCode ? { min, max, currencyCode } : null
}

/** The store answered, and what it has to say is not in it. */
export const nothingOf = (what: string, code: StorefrontErrorCode = "invalid_response") =>
  new PayCollectStorefrontError(code, `The store returned no ${what}`)

/** The one of `list` that another's answer, or an address, says; null where it says something else. */
export const oneOf = <T>(list: readonly T[], value: unknown): T | null =>
  list.find((known) => known === value) ?? null

/** What another's answer says in a field for words; null where it says nothing. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value ? value : null
