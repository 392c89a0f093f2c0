import { errorName } from "../service/errors"
import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectError, PayCollectInvalidRequestError, type PayCollectErrorCode } from "../service/errors"
import { NOT_CONFIGURED } from "../settings/active-configuration"
import { PAID_ALREADY, PAYMENT_OPEN } from "./attempts"
import { START_BUSY, START_LOOKED_UP, START_TOO_FAST } from "./start"
import { type ReturnReason } from "./return-address"

/**
 * `code` of the errors that end a start for no fault of the customer's, and the HTTP status that says so. Core knows none of them: the guard
 * of the route turns exactly these into 503 and 429.
 */
export const START_FAILURES: ReadonlyMap<string, 429 | 503> = new Map([
  [NOT_CONFIGURED, 503],
  [START_BUSY, 503],
  [START_LOOKED_UP, 503],
  [START_TOO_FAST, 429],
  ["paycollect_unavailable", 503],
])

/** Of a refused request the customer learns why: it is no failure of the service. Codes that are not here mean that no usable answer came. */
const FAILURE_CODES: Partial<Record<PayCollectErrorCode, string>> = {
  unauthorized: NOT_CONFIGURED,
  simulator: NOT_CONFIGURED,
  configuration: NOT_CONFIGURED,
  rate_limited: START_TOO_FAST,
}

/** Whether money came for a start that is refused; undefined where it may be on its way. All others are refused before any is charged. */
export function chargedBefore(code: unknown): boolean | undefined {
  return code === PAYMENT_OPEN ? undefined : code === PAID_ALREADY || code === START_LOOKED_UP
}

/** `code` of the error of a start for a cart that costs something else than its payment was prepared for. */
export const CART_CHANGED = "paycollect_cart_changed"

/** Why a start ended, in the words of the failure address; null where the customer has to change something that the page shows. */
export function failureReason(error: MedusaError): ReturnReason | null {
  const { code = "" } = error
  if (code === CART_CHANGED) return "cart_changed"
  if (code === START_BUSY || START_FAILURES.get(code) === 429) return "busy"
  return START_FAILURES.has(code) ? "unavailable" : null
}

export const failureCode = ({ code }: PayCollectError) => FAILURE_CODES[code] ?? "paycollect_unavailable"

/**
 * What a customer is told when a payment could not be started. The operator's text, which may speak of keys and options, goes to the log;
 * only a refused request is passed on, because its text (U-04, redacted) names what the customer can change.
 */
export function toMedusaError(error: unknown): unknown {
  if (isNotConfigured(error)) return startFailure(NOT_CONFIGURED, NOT_NOW)
  if (!(error instanceof PayCollectError)) return error
  if (error instanceof PayCollectInvalidRequestError)
    return new MedusaError(MedusaError.Types.INVALID_DATA, error.message)
  return startFailure(failureCode(error), customerText(error))
}

export function isNotConfigured(error: unknown): boolean {
  return (
    error instanceof Error &&
    MedusaError.isMedusaError(error) &&
    (error as MedusaError).code === NOT_CONFIGURED
  )
}

/** NOT_ALLOWED: what core does not know is 500 in its log, which is for faults of the store. */
function startFailure(code: string, message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}

const NOT_NOW = "This payment cannot be started at the moment. Nothing was charged; please try again later."

function customerText(error: PayCollectError): string {
  switch (error.code) {
    case "unauthorized":
    case "simulator":
    case "malformed_response":
      return NOT_NOW
    case "rate_limited": {
      const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 1_000) / 1_000))
      return `Too many payments are being started at the moment. Nothing was charged; please try again in ${seconds} s.`
    }
    default:
      return "The payment service did not answer. Nothing was charged, and trying again does not charge twice; please try again in a moment."
  }
}

/** Core answers 200 with the cart and keeps the session usable for exactly these two (fact 1 of "seven facts"). */
export function stillWaiting(reason: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    `The payment is not confirmed yet (${reason}). No order was made; it will be as soon as the payment succeeds.`
  )
}

export function notPaid(reason: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
    `The payment did not succeed (${reason}). No order was made; please start a new payment.`
  )
}

/** Core starts a payment for whatever collection it is asked for. */
export function nothingToPay(): MedusaError {
  return notAllowed(
    "There is nothing to pay here: the cart was deleted, its order was canceled or refunded, or the shop has not finished it. No payment was started and nothing was charged; please ask the shop, or start again with a new cart."
  )
}

/** A tab that was left open, or a completion that was cut off: asking for the money again would take it twice. */
export function paidAlready(numbers: string[]): MedusaError {
  const named = numbers.length > 0 ? ` (${numbers.join(", ")})` : ""
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This is paid already${named}, so no new payment was started and nothing more was charged. If the order does not show, the shop can see the payment and will sort it out.`,
    PAID_ALREADY
  )
}

/** The text of a database error quotes the row it failed on, with the customer's address: only Medusa's own texts are kept. */
export function safeMessage(error: unknown): string {
  if (isLocked(error)) return "its cart stays locked"
  if (MedusaError.isMedusaError(error)) return (error as MedusaError).message
  return errorName(error)
}

/** A request that is refused, in Medusa's form: 400, 400 and 404. */
export const notAllowed = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
export const invalidData = (message: string) => new MedusaError(MedusaError.Types.INVALID_DATA, message)
export const notFound = (message: string) => new MedusaError(MedusaError.Types.NOT_FOUND, message)

/** As each of core's locking providers says it (docs/medusa.md), to who asks for a lock and to who waits for it; of another class each. */
const isLocked = (error: unknown) =>
  /^(Failed to acquire lock|Timed-out acquiring lock)/.test((error as Error)?.message)

/** Of a Redis that is full, loading or gone (ioredis, redis-parser), and of a pool that has no connection to the database left. */
const FAULTS: ReadonlySet<unknown> = new Set([
  "ReplyError",
  "MaxRetriesPerRequestError",
  "AbortError",
  "KnexTimeoutError",
])

/** PostgreSQL's, which say nothing of the row: no connection, read-only, one of two gives way, full, locked, ended or in trouble itself. */
const DATABASE_FAULTS = /^(08...|25006|40001|40P01|53...|55P03|57...|58...)$/

export function isFaultOfStore(error: unknown): boolean {
  const { name, code, message } = (error ?? {}) as Partial<Record<"name" | "code" | "message", unknown>>
  return (
    FAULTS.has(name) ||
    DATABASE_FAULTS.test(String(code)) ||
    /\bConnection terminated\b/.test(String(message))
  )
}

/**
 * No failed attempt to order what came. Core holds a cart for 120 s: until then it is another's work, or a dead process's lock. And where Medusa's
 * Redis or its database fails no order is made of any payment, which no person can mend one by one.
 */
export function isPassing(error: unknown, { paid_at }: { paid_at: Date | null }, now: number): boolean {
  const age = paid_at === null ? Infinity : now - new Date(paid_at).getTime()
  return (isLocked(error) && age < 180_000) || (isFaultOfStore(error) && age < 3_600_000)
}
