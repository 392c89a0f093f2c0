import { randomBytes } from "node:crypto"
import {
  describedByNumber,
  formatPaymentNumber,
  PAYMENT_NUMBER_BYTES,
  paymentNumberOf,
  type PaymentNumber,
} from "../payment-number"
import { isTaken } from "../../tables"

const NUMBER_INDEX = "IDX_paycollect_intent_payment_number_unique"
/** One number in a million is taken among a million payments: more clashes in a row are no chance. */
const MOST_TRIES = 5

/**
 * Writes a row under a number that no other payment has: one that is taken is replaced by another.
 * @param wanted tried first: the one that the customer of a lost row was told
 * @returns null when something else of the row is taken, its attempt or its reference: another process wrote it first
 */
export async function withFreeNumber<T>(
  write: (number: PaymentNumber) => Promise<T>,
  wanted?: PaymentNumber | null
): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    const isFirst = tries === 1
    try {
      return await write((isFirst && wanted) || paymentNumberOf(randomBytes(PAYMENT_NUMBER_BYTES)))
    } catch (error) {
      if (!isTaken(error)) throw error
      if (!isTaken(error, NUMBER_INDEX)) return null
      if (tries === MOST_TRIES) throw error
    }
  }
}

/**
 * A create body with the number in what the customer reads on the hosted page, and in what the service repeats in its events. It has no
 * part in the fingerprint, so that a payment is found again whatever its number is.
 */
export function numbered(
  body: Record<string, unknown> | null,
  number: PaymentNumber
): Record<string, unknown> | null {
  if (!body) return null
  const { description, metadata } = body
  return {
    ...body,
    ...(typeof description === "string" && { description: describedByNumber(description, number) }),
    ...(metadata ? { metadata: { ...metadata, payment_number: formatPaymentNumber(number) } } : {}),
  }
}
