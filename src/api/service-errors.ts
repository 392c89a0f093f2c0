import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type z } from "@medusajs/framework/zod"
import { PayCollectError, type PayCollectErrorCode } from "../service/errors"
import { loggerOf } from "../payments/module"
import { isNotConfigured } from "../payments/errors"
import { warnOnceAMinute } from "../payments/refused-starts"
import { type ApiRoute } from "./requests"

/** Who reads: shoppers learn nothing of the store's configuration nor of what the service said. */
export type Reader = "admin" | "store"

interface ErrorMeaning {
  status: number
  type: string
  text: string
}

/** A response is typed by what its route answers; what a route refuses with has Medusa's form of an error. */
export type Refused = MedusaResponse<never>
export const refusing = (res: Refused): MedusaResponse => res as MedusaResponse

const UNTOUCHED = "Nothing was changed and no money moved."
const UNAVAILABLE: ErrorMeaning = {
  status: 503,
  type: "unavailable",
  text: `The payment service could not be reached. ${UNTOUCHED} Try again in a moment.`,
}
/** Codes that are not here mean that no usable answer came. */
const MEANINGS: Partial<Record<PayCollectErrorCode, ErrorMeaning>> = {
  not_found: {
    status: 404,
    type: "not_found",
    text: `The payment service knows no such record. ${UNTOUCHED}`,
  },
  invalid_request: {
    status: 400,
    type: "invalid_data",
    text: `The payment service does not take this request. ${UNTOUCHED}`,
  },
  rate_limited: { status: 429, type: "rate_limited", text: "" },
}
const ADMIN_MEANINGS: typeof MEANINGS = {
  ...MEANINGS,
  unauthorized: {
    status: 502,
    type: "unauthorized_at_service",
    text: `The payment service refused the store's secret key. ${UNTOUCHED} Check the key and its environment.`,
  },
  simulator: {
    status: 502,
    type: "simulator",
    text: `The live base address leads to a simulator of the payment service, which production does not take. ${UNTOUCHED} Set the address that the service gave you.`,
  },
  malformed_response: {
    status: 502,
    type: "malformed_response",
    text: `The payment service answered something that cannot be read. ${UNTOUCHED} Check the base address.`,
  },
}

const meaningOfError = (code: PayCollectErrorCode, reader: Reader) =>
  (reader === "admin" ? ADMIN_MEANINGS : MEANINGS)[code] ?? UNAVAILABLE

/** @param retryAfterMs how long to wait before the next attempt, where that is known */
function tryAgainText(retryAfterMs: number | undefined): string {
  const when = retryAfterMs === undefined ? "in a minute" : `in ${seconds(retryAfterMs)} s`
  return `Too many requests to the payment service: try again ${when}. ${UNTOUCHED}`
}

/** What a reader may know of an error of the service; never a key, a token, an e-mail or a phone. */
export function textOfError(
  { code, message, retryAfterMs }: { code: PayCollectErrorCode; message: string; retryAfterMs?: number },
  reader: Reader
): string {
  if (code === "rate_limited") return tryAgainText(retryAfterMs)
  // The client's message quotes the service, redacted: a refusal without its reason helps no merchant.
  return code === "invalid_request" && reader === "admin" ? message : meaningOfError(code, reader).text
}

export function sendRateLimited(res: Refused, retryAfterMs: number | undefined): void {
  const waitMs = retryAfterMs ?? 60_000
  sendLater(res, { status: 429, message: tryAgainText(waitMs), waitMs })
}

/** The request is right, only its time is not: 429 or 503 with `Retry-After`. */
export function sendLater(
  res: Refused,
  { status, message, waitMs, code }: { status: 429 | 503; message: string; waitMs: number; code?: string }
): void {
  const type = status === 429 ? "rate_limited" : "unavailable"
  res.setHeader("Retry-After", String(seconds(waitMs)))
  refusing(res)
    .status(status)
    .json({ type, message, ...(code && { code }), retry_after_ms: waitMs })
}

/**
 * The one way from an error of the service to HTTP, for routes that only read: not found 404, refused 400, no room or 429 there 429
 * with `Retry-After`, out of reach 503, its key refused or unreadable 502 (for shoppers 503). Every other error is Medusa's to answer.
 */
export function answering<Answer, Schema extends z.ZodType = z.ZodUnknown>(
  reader: Reader,
  handler: ApiRoute<Answer, Schema>
): ApiRoute<Answer, Schema> {
  return async (req, res) => {
    try {
      await handler(req, res)
    } catch (error) {
      if (reader === "store" && isNotConfigured(error)) return sendUnavailable(req, res, error as Error)
      if (!(error instanceof PayCollectError)) throw error
      if (error.code === "rate_limited") return sendRateLimited(res, error.retryAfterMs)
      const { status, type } = meaningOfError(error.code, reader)
      if (status >= 500) {
        const { operation, code, message } = error
        warnOnceAMinute(loggerOf(req.scope), `${operation} ${code}`, message, "questions failed")
      }
      refusing(res)
        .status(status)
        .json({ type, message: textOfError(error, reader) })
    }
  }
}

/** What the store's configuration lacks is the operator's to know: it stands in the log. */
function sendUnavailable(req: MedusaRequest, res: Refused, { message }: Error): void {
  warnOnceAMinute(loggerOf(req.scope), "not configured", message, "questions failed")
  const { status, type, text } = UNAVAILABLE
  refusing(res).status(status).json({ type, message: text })
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))

const BROKEN =
  "The store failed at this, as when its database or Redis is away; its log says where. What was paid or sent back is on record and is gone on with by itself, and nothing is charged or sent twice. Look at it again before you repeat it."

/** Of a fault of the store's, which stays 500 for the operator who watches its answers, Medusa says that it is unknown: a customer who waits reads what it means for money. */
export function sayWhatFaultsMean(_req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const json = res.json.bind(res)
  res.json = (body: unknown) => {
    res.json = json
    const isFault = res.statusCode === 500 && (body as { type?: unknown } | null)?.type === "unknown_error"
    return json(isFault ? { ...(body as object), message: BROKEN } : body)
  }
  next()
}
