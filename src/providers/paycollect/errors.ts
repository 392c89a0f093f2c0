import { MedusaError } from "@medusajs/framework/utils"
import {
  PayCollectError,
  PayCollectInvalidRequestError,
  PayCollectRateLimitedError,
  PayCollectUnauthorizedError,
} from "../../client"

/**
 * What a customer is told when a payment could not be started. The client's own text speaks to the operator and goes to the log; only
 * a refused request is passed on, because its text (U-04, redacted) names what the customer can change.
 */
export function toMedusaError(error: unknown): unknown {
  if (!(error instanceof PayCollectError)) return error
  if (error instanceof PayCollectInvalidRequestError)
    return new MedusaError(MedusaError.Types.INVALID_DATA, error.message)
  return new MedusaError(MedusaError.Types.UNEXPECTED_STATE, customerText(error))
}

function customerText(error: PayCollectError): string {
  if (error instanceof PayCollectUnauthorizedError) {
    return "The payment service refused the shop's key. Nothing was charged; the shop has to check its PayCollect settings."
  }
  if (error instanceof PayCollectRateLimitedError) {
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 1_000) / 1_000))
    return `Too many payments are being started at the moment. Nothing was charged; please try again in ${seconds} s.`
  }
  return "The payment service did not answer. Nothing was charged, and trying again does not charge twice; please try again in a moment."
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

/** A tab that was left open: core starts a payment for whatever collection it is asked for. */
export function nothingToPay(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "There is nothing to pay here any more: the cart was deleted, or its order was canceled or refunded. No payment was started and nothing was charged; please start again with a new cart."
  )
}

/** A tab that was left open, or a completion that was cut off: asking for the money again would take it twice. */
export function paidAlready(references: string[]): MedusaError {
  const named = references.length > 0 ? ` (${references.join(", ")})` : ""
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This is paid already${named}, so no new payment was started and nothing more was charged. If the order does not show, the shop can see the payment and will sort it out.`
  )
}
