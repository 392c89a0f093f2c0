import type { Loss } from "./classify"
import type { Endpoint } from "./endpoints"
import { lossError, statusError, type FailedCall } from "./failures"
import { parseRetryAfter } from "./retry"
import { RefusedEnvelope, unwrap } from "./wire/envelope"
import { parseErrorBody } from "./wire/error-body"
import { WireError } from "./wire/shape"

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
  return parseErrorBody(undefined, headers["x-request-id"] ?? headers["request-id"]).requestId
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
