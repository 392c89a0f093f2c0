import { phoneDigits, type CustomerFacts } from "../payments/customer"

/** Orders that one e-mail or one phone may have placed and not paid at the same time: each holds stock. */
const MOST_PER_CONTACT = 3
/**
 * Orders that may stand placed and not paid in the whole store. The service takes 20 creations a minute (interface 8) and a customer confirms
 * within minutes: more are a flood, and would hold stock that others want to pay for. One more waits for its money.
 */
export const MOST_PLACED = 100
/** By what two orders are known to be of the same person, as far as that can be known. */
export interface OrderContact {
  /** in small letters */
  emails: string[]
  /** digits with country prefix */
  phones: string[]
}

/** All that a cart or an order names: with another phone in one of two addresses it is still the same person. */
export function contactOfOrder(facts: CustomerFacts): OrderContact {
  const { billing_address, shipping_address, customer } = facts
  const people = [billing_address, shipping_address, customer]
  const country = billing_address?.country_code ?? shipping_address?.country_code
  return {
    emails: distinct([facts.email, customer?.email].map((email) => email?.trim().toLowerCase())),
    phones: distinct(people.map((person) => phoneDigits(person?.phone, person?.country_code ?? country))),
  }
}

/**
 * Whether one more order may be placed before its money is there.
 * @param placed of every other order that is placed and unpaid
 */
export function mayPlace(asking: OrderContact, placed: OrderContact[]): boolean {
  if (placed.length >= MOST_PLACED) return false
  return (["emails", "phones"] as const).every((kind) =>
    asking[kind].every((own) => placed.filter((other) => other[kind].includes(own)).length < MOST_PER_CONTACT)
  )
}

function distinct(values: (string | undefined)[]): string[] {
  return [...new Set(values)].filter((value) => value !== undefined && value !== "") as string[]
}
