import { randomBytes, randomUUID } from "node:crypto"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Clock } from "../service/config"
import { SharedState } from "../service/shared-state"
import { metadataOf } from "../service/webhook"
import { isTaken } from "../tables"

/** The interface names no longest reference (2.1); 64 fits every log and bank statement we know of. */
const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/

/** `<subject>-<n>`: the subject is the cart id, or the payment collection id where there is no cart. */
export function merchantReference(subjectId: string, attempt: number): string {
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw new RangeError("The attempt of a merchant reference counts from 1")
  }
  const suffix = `-${attempt}`
  const reference = `${subjectId}${suffix}`
  if (subjectId === "" || !isMerchantReference(reference)) {
    throw new RangeError("The cart id does not fit into a merchant reference of 64 letters, digits, _ and -")
  }
  return reference
}

/** The only shape that is looked up, logged or put into an address; anything else is refused before any query. */
export function isMerchantReference(value: unknown): value is string {
  return typeof value === "string" && REFERENCE.test(value)
}

/** What a reference of ours was counted for. */
export interface ReferenceParts {
  /** cart id, or payment collection id */
  subject_id: string
  attempt: number
  of: "cart" | "collection"
}

/** Ids as Medusa makes them. Nine digits fit the ledger's column, and no cart is ever started so often. */
const SUBJECT = "((?:cart|pay_col)_[A-Za-z0-9_]{1,58})"
const ATTEMPT = "([1-9]\\d{0,8})"
const OWN_FORM = new RegExp(`^${SUBJECT}-${ATTEMPT}$`)
/** Wherever it stands between characters that no reference has: in a column of a file, in a line of an e-mail. */
const IN_TEXT = new RegExp(`(?<![A-Za-z0-9_-])${SUBJECT}-${ATTEMPT}(?![A-Za-z0-9_-])`, "g")

/** The parts of a reference that a shop with this plugin may have made; null for any other text. Whose it is the form does not say. */
export function partsOf(reference: unknown): ReferenceParts | null {
  const found = isMerchantReference(reference) && OWN_FORM.exec(reference)
  if (!found) return null
  const subject_id = found[1]!
  return { subject_id, attempt: Number(found[2]), of: subject_id.startsWith("cart_") ? "cart" : "collection" }
}

/** All references of our form in a text that an employee pasted, each once, in their order. */
export function referencesIn(text: string): string[] {
  return [...new Set([...text.matchAll(IN_TEXT)].map(([found]) => found))].filter((found) => partsOf(found))
}

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

const NUMBER_IN_TEXT = new RegExp(
  `(?<![\\w-])(?=[\\d-]*[A-Z])[${ALPHABET}]{4}-[${ALPHABET}]{4}(?![\\w-])`,
  "g"
)

/** The number beside each reference that stands alone in its line: the service's export may have it in what the hosted page showed. */
export function numbersIn(text: string): Map<string, PaymentNumber> {
  const found = new Map<string, PaymentNumber>()
  for (const line of text.split(/\r?\n/)) {
    const [reference, another] = referencesIn(line)
    const numbers = new Set(line.match(NUMBER_IN_TEXT))
    const [number] = numbers
    if (reference && !another && numbers.size === 1) found.set(reference, parsePaymentNumber(number!)!)
  }
  return found
}

/** What the option `description` may hold for the number. */
const NUMBER_PLACEHOLDER = "{payment_number}"
const MOST_OF_A_DESCRIPTION = 140

/** The number that these random bytes make: each of its characters is as likely as any other. */
export function paymentNumberOf(random: Uint8Array): PaymentNumber {
  const characters = Array.from(random.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  return characters.join("") as PaymentNumber
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

const SHOP_ID_KEY = "shop"
/** A database that was restored under a running server brings its own name along, and counts soon. */
const SHOP_ID_KEEP_MS = 60_000

/**
 * The random name of this shop's database. It goes with every payment to the service, which repeats it in its events: so a payment whose
 * record was lost is told from another shop's under the same account. No secret, and no proof of anything.
 */
export class ShopId {
  private readonly state: SharedState
  private known: { id: string; until: number } | null = null

  constructor(
    knex: Knex,
    private readonly clock: Clock
  ) {
    this.state = new SharedState(knex)
  }

  /** Made with the tables; where it was deleted since, by the first who asks: of processes that ask at the same time all get the same. */
  async id(): Promise<string> {
    const now = this.clock.now()
    if (this.known && now < this.known.until) return this.known.id
    const { id } =
      (await this.state.get<{ id: string }>(SHOP_ID_KEY)) ??
      (await this.state.once(SHOP_ID_KEY, { id: `shop_${randomUUID().replaceAll("-", "")}` }))
    this.known = { id, until: now + SHOP_ID_KEEP_MS }
    return id
  }
}

/** What `query` calls the payments of an order or a cart; Medusa makes the second of the first. */
export const PAYMENT_ALIASES = ["paycollect_payment", "paycollect_payments"] as const
