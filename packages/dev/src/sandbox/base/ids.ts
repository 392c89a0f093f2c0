import { randomInt, timingSafeEqual } from "node:crypto"

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"

export function randomText(length: number, alphabet = ALPHABET): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")
}

export const newIntentId = () => `pi_${randomText(22)}`
export const newTransactionId = () => `txn_${randomText(20)}`
/** A service prefix followed by an alphanumeric suffix (interface 2.1). */
export const newPaymentRef = () => `PAY${randomText(12, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")}`
export const newClientSecret = (intentId: string) => `${intentId}_secret_${randomText(24)}`
export const newRequestId = () => `req_${randomText(18)}`
export const newCustomerId = () => `cus_${randomText(16)}`
export const newSessionToken = () => `cs_${randomText(40)}`
export const newRefundId = () => `re_${randomText(18)}`

export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
