/** Longest merchant reference we send. The interface names no limit (2.1); 64 fits every log and bank statement we know of. */
export const MAX_REFERENCE_LENGTH = 64

const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/

/** `<subject>-<n>`: the subject is the cart id, or the payment collection id where there is no cart (design, decision 2). */
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
