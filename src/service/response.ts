import { WireError } from "./wire/shape"
import { redactCredentials } from "./redact"
import { type ErrorBody, type Loss } from "./classify"
import { type Endpoint } from "./endpoints"
import { lossError, statusError, type FailedCall } from "./failures"
import { parseRetryAfter } from "./retry"

const REFUSAL_WORDS = new Set(["error", "fail", "failed", "failure"])

/** A 2xx answer that says in its envelope that the call did not succeed. */
export class RefusedEnvelope extends Error {
  override readonly name = "RefusedEnvelope"

  /** @param statusCode the envelope's own `status_code`, when it is an error status */
  constructor(readonly statusCode: number | undefined) {
    super("The envelope says that the call did not succeed")
  }
}

/**
 * The payload of a success answer: any of the three documented envelopes (interface 7: `status_code` with
 * `response_type`, `status`, `success` with `message`) or bare (U-01).
 *
 * `bareMarks` are fields of which a bare object must carry at least one (none: any object will do). Without them
 * `{status: "failed", message: ...}` would read as a payment that failed.
 *
 * @throws WireError when there is no payload
 * @throws RefusedEnvelope
 */
export function unwrap(body: unknown, bareMarks: readonly string[]): unknown {
  if (Array.isArray(body)) return body
  if (typeof body !== "object" || body === null) throw new WireError("answer", [])
  const envelope: Record<string, unknown> = { ...body }
  const enveloped = "data" in envelope
  if (isRefusal(envelope, enveloped)) throw new RefusedEnvelope(errorStatus(envelope.status_code))
  if (enveloped) return envelope.data
  if (bareMarks.length > 0 && !bareMarks.some((mark) => mark in envelope))
    throw new WireError("answer", ["data"])
  return envelope
}

/** In a bare object `status` is the payment's own, and "failed" one of its documented values (interface 3). */
function isRefusal(envelope: Record<string, unknown>, enveloped: boolean): boolean {
  if (String(envelope.success) === "false" || errorStatus(envelope.status_code) !== undefined) return true
  const words = [envelope.response_type, ...(enveloped ? [envelope.status] : [])]
  return words.some((word) => typeof word === "string" && REFUSAL_WORDS.has(word.toLowerCase()))
}

/** As a number or as digits: a refusal must not be read as success for the way it is written. */
function errorStatus(value: unknown): number | undefined {
  return /^[45]\d\d$/.test(String(value)) ? Number(value) : undefined
}

const WORD = /^[A-Za-z0-9_.:[\]-]{1,128}$/

/** Codes and ids are words; anything else in their place may be personal and is dropped. */
function word(value: unknown): string | undefined {
  return typeof value === "string" && WORD.test(value) && redactCredentials(value) === value
    ? value
    : undefined
}

/** Nothing that is no object has a field that is looked for. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return { ...(value as Record<string, unknown> | undefined) }
}

function asSentence(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value
  if (!Array.isArray(value)) return undefined
  return value.filter((part) => typeof part === "string").join("; ") || undefined
}

/**
 * Reads `{error: {type, code, message, param, request_id}}`, `{message}`, `{error: "..."}` and their mixtures; anything else is empty.
 *
 * @param headerRequestId the answer's request id header, used when the body has none
 */
export function parseErrorBody(body: unknown, headerRequestId?: unknown): ErrorBody {
  const outer = fieldsOf(body)
  const inner = fieldsOf(outer.error)
  return {
    type: word(inner.type) ?? word(outer.type),
    code: word(inner.code) ?? word(outer.code),
    message: asSentence(inner.message) ?? asSentence(outer.message) ?? asSentence(outer.error),
    param: word(inner.param) ?? word(outer.param),
    requestId: word(inner.request_id) ?? word(outer.request_id) ?? word(headerRequestId),
  }
}

/** An HTTP answer as it came. Header names are lower-case. */
export interface RawResponse {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** The checkout address leaves the configured checkoutUrl, or is not safe to send customers to. Never holds the address: it has a secret in it. */
export class UntrustedCheckoutError extends Error {
  override readonly name = "UntrustedCheckoutError"
}

interface Reading {
  call: FailedCall
  /** epoch milliseconds, for a Retry-After that is a date */
  now: number
  /** see ClientConfig */
  simulator: "allowed" | "refused"
}

/** The sandbox of this package says with every answer what it is. */
export function isSimulated({ headers }: RawResponse): boolean {
  return headers["x-paycollect-sandbox"] !== undefined
}

/** The parsed payload of a 2xx answer. @throws PayCollectError for everything else */
export function readResponse<T>(response: RawResponse, endpoint: Endpoint<T>, reading: Reading): T {
  const { status, headers } = response
  const { call, now } = reading
  const about = () => parseErrorBody(tryJson(response.body), headerRequestId(response))
  const facts = () => ({ statusCode: status, requestId: about().requestId })
  if (reading.simulator === "refused" && isSimulated(response)) throw lossError("simulator", call, facts())
  if (status >= 300 && status < 400) throw lossError("redirect", call, facts())
  if (status < 200 || status >= 400) {
    throw statusError(status, about(), {
      ...call,
      retryAfterMs: parseRetryAfter(headers["retry-after"], now),
    })
  }
  try {
    return payload(response, endpoint)
  } catch (cause) {
    if (!(cause instanceof RefusedEnvelope)) throw lossError(lossOf(cause), call, { ...facts(), cause })
    if (cause.statusCode !== undefined) throw statusError(cause.statusCode, about(), call)
    throw lossError("refused_envelope", call, { ...facts(), serviceCode: about().code })
  }
}

/** The request id that the service put into a header, when it did. */
export function headerRequestId({ headers }: RawResponse): string | undefined {
  return word(headers["x-request-id"] ?? headers["request-id"])
}

function payload<T>(response: RawResponse, endpoint: Endpoint<T>): T {
  if (endpoint.bare !== "optional") return endpoint.parse(unwrap(json(response.body), endpoint.bare))
  return endpoint.parse(response.body.trim() === "" ? {} : unwrap(json(response.body), []))
}

/** Whatever a parser throws, the answer was not read. */
function lossOf(cause: unknown): Loss {
  return cause instanceof UntrustedCheckoutError ? "checkout_address" : "unreadable"
}

function tryJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** JSON.parse quotes the text it stumbles over, which may be personal: its own error goes no further. */
function json(body: string): unknown {
  const value = tryJson(body)
  if (value === undefined) throw new WireError("answer", ["not JSON"])
  return value
}
