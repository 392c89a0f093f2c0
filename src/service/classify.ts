import type { MoneyEffect, Operation } from "./endpoints"
import type { FailureCode } from "./errors"

/** What an error answer says about itself (U-04); every field is optional because the contract shows no shape. */
export interface ErrorBody {
  type?: string
  code?: string
  /** as it came: pass it through `excerpt` before it goes anywhere */
  message?: string
  param?: string
  requestId?: string
}

/** Why no readable answer came. */
export type Loss =
  | "not_connected"
  | "timeout"
  | "connection_lost"
  | "unreadable"
  | "redirect"
  | "refused_envelope"
  | "checkout_address"
  | "simulator"
  | "canceled"
  | "deadline"
  | "budget"

/** The request certainly never left: nothing at the service has changed. */
const NEVER_SENT: ReadonlySet<Loss> = new Set<Loss>(["not_connected", "deadline", "budget"])

/** An answer came, but not one that says what it should. */
const ANSWERED: ReadonlySet<Loss> = new Set<Loss>([
  "unreadable",
  "redirect",
  "refused_envelope",
  "checkout_address",
])

/** Calls after which money may have moved although we did not hear of it. */
const movesMoney = (effect: MoneyEffect) =>
  effect === "creates" || effect === "confirms" || effect === "refunds"

/**
 * What a lost answer means. For a creation or confirmation everything that left is ambiguous, a redirect too: 303 is the answer to a
 * POST that was processed. Only a request that never left is "unavailable" there.
 */
export function classifyLoss(loss: Loss, effect: MoneyEffect): FailureCode {
  // Whatever a simulator did, the service did nothing.
  if (loss === "simulator") return "simulator"
  if (NEVER_SENT.has(loss)) return "unavailable"
  if (movesMoney(effect)) return "ambiguous"
  return ANSWERED.has(loss) ? "malformed_response" : "unavailable"
}

/** The documented refusal of a used merchant_reference is not shown; these are its known forms (U-03). */
const USED = /already[\s_-]*(been[\s_-]*)?(used|exists?|taken|processed)|duplicat|idempoten/i

/** What an error status means (U-04). 408, 425 and 5xx do not say whether the request was processed. */
export function classifyStatus(
  status: number,
  body: ErrorBody,
  endpoint: { effect: MoneyEffect; operation: Operation }
): FailureCode {
  if (status >= 500 || status === 408 || status === 425)
    return movesMoney(endpoint.effect) ? "ambiguous" : "unavailable"
  if (status === 401 || status === 403) return "unauthorized"
  if (status === 404) return "not_found"
  if (status === 409) return "conflict"
  if (status === 429) return "rate_limited"
  const refusal = [body.type, body.code, body.message].some((part) => USED.test(part ?? ""))
  return endpoint.effect === "creates" && refusal ? "conflict" : "invalid_request"
}

const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])

/** Failures of the TLS handshake: certificates are judged before the request is written. */
const HANDSHAKE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_)/

/** Answers that break HTTP itself or its compression. */
const NOT_HTTP = /^(HPE_|Z_|ERR_STREAM_PREMATURE)/

interface NetworkError {
  code?: unknown
  syscall?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

const isObject = (value: unknown): value is NetworkError => typeof value === "object" && value !== null

/** What a failed HTTP exchange was. Anything unknown counts as lost underway, never as not sent. */
export function classifyNetworkError(error: unknown): Loss {
  if (!isObject(error)) return "connection_lost"
  const code = String(error.code ?? "")
  if (code === "ERR_CANCELED") return "canceled"
  if (failedToConnect(error) || HANDSHAKE.test(code)) return "not_connected"
  if (code === "ETIMEDOUT" || code === "ECONNABORTED") return "timeout"
  if (NOT_HTTP.test(code) || /maxContentLength/.test(String(error.message))) return "unreadable"
  return "connection_lost"
}

function failedToConnect(error: NetworkError): boolean {
  if (NOT_CONNECTED.has(String(error.code))) return true
  if (error.syscall === "connect" || error.syscall === "getaddrinfo") return true
  // Several addresses tried: sure only when every one of them failed before the connection stood.
  if (Array.isArray(error.errors) && error.errors.length > 0) {
    return error.errors.every((one) => isObject(one) && failedToConnect(one))
  }
  return isObject(error.cause) && failedToConnect(error.cause)
}
