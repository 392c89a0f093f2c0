import { metadataOf } from "../service/webhook"

/** Eight characters by which people name a payment, as it is stored: `JZ1D7K9P`. Shown with a hyphen by {@link formatPaymentNumber}. */
export type PaymentNumber = string & { readonly __brand: "PaymentNumber" }

/** Digits and letters without I, L and O, which are taken for 1 and 0, and without U, which is taken for V. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const LENGTH = 8
/** Random bytes that one number is made of. */
export const PAYMENT_NUMBER_BYTES = LENGTH

const NUMBER = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const PART = new RegExp(`^[${ALPHABET}]{${LENGTH / 2},${LENGTH - 1}}$`)
const LOOK_ALIKES: Record<string, string> = { I: "1", L: "1", O: "0" }

/** What the option `description` may hold for the number. */
export const NUMBER_PLACEHOLDER = "{payment_number}"
const MOST_OF_A_DESCRIPTION = 140

/** The number that these random bytes make: each of its characters is as likely as any other. */
export function paymentNumberOf(random: Uint8Array): PaymentNumber {
  const characters = Array.from(random.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return storedNumber(characters.join(""))
}

/** @throws RangeError for a text that is no number as it is stored */
export function storedNumber(text: string): PaymentNumber {
  if (!NUMBER.test(text)) throw new RangeError("A payment number has eight characters of its alphabet")
  return text as PaymentNumber
}

/** As it is shown, said and printed: `JZ1D-7K9P`. */
export function formatPaymentNumber(stored: string): string {
  return `${stored.slice(0, LENGTH / 2)}-${stored.slice(LENGTH / 2)}`
}

/** What a person typed or pasted, in any case, with or without hyphens and spaces, and with look-alikes; null when it is no number. */
export function parsePaymentNumber(typed: string): PaymentNumber | null {
  const text = cleaned(typed)
  return NUMBER.test(text) ? (text as PaymentNumber) : null
}

/** The beginning or end of one, at least half of it, typed in the same ways; null for any other text, and for digits: they are amounts. */
export function partOfPaymentNumber(typed: string): string | null {
  const text = cleaned(typed)
  return PART.test(text) && /[A-Z]/.test(text) ? text : null
}

function cleaned(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015.]/g, "")
    .replace(/[ILO]/g, (letter) => LOOK_ALIKES[letter]!)
}

/** The words that the hosted page shows: with the number where the merchant's words ask for it, else at their end. */
export function describedByNumber(description: string, number: PaymentNumber): string {
  const shown = formatPaymentNumber(number)
  if (description.includes(NUMBER_PLACEHOLDER)) return description.replaceAll(NUMBER_PLACEHOLDER, shown)
  const ending = ` - ${shown}`
  return [...description].slice(0, MOST_OF_A_DESCRIPTION - ending.length).join("") + ending
}

/** What the customer was told to call the payment, by the same metadata; null where it says nothing of the kind. */
export function numberOf(event: unknown): PaymentNumber | null {
  const { payment_number } = metadataOf(event)
  return typeof payment_number === "string" ? parsePaymentNumber(payment_number) : null
}
