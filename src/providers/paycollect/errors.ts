import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectError, PayCollectInvalidRequestError } from "../../client"

/** Core shows only a MedusaError's text; everything else becomes "unknown error". The client's texts are redacted and say what to do. */
export function toMedusaError(error: unknown): unknown {
  if (!(error instanceof PayCollectError)) return error
  const type =
    error instanceof PayCollectInvalidRequestError
      ? MedusaError.Types.INVALID_DATA
      : MedusaError.Types.UNEXPECTED_STATE
  return new MedusaError(type, error.message, error.code)
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
