/** Longest merchant reference we send. The interface names no limit (2.1); 64 fits every log and bank statement we know of. */
export const MAX_REFERENCE_LENGTH = 64

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
