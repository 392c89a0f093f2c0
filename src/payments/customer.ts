import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from "libphonenumber-js"
import { greetingName, LONGEST_EMAIL, LONGEST_NAME, oneLine } from "../service/one-line"

export interface AddressFacts {
  first_name?: string | null
  last_name?: string | null
  phone?: string | null
  country_code?: string | null
}

/** Everything a store knows about who pays; all of it read on the server, none of it from the browser's payment data. */
export interface CustomerFacts {
  email?: string | null
  billing_address?: AddressFacts | null
  shipping_address?: AddressFacts | null
  customer?: (AddressFacts & { email?: string | null }) | null
}

/** The customer fields of a PaymentIntent (interface 2.1): names required, and one of e-mail and phone (digits with country prefix). */
interface PaymentCustomer {
  firstname: string
  lastname: string
  email?: string
  phone?: string
}

type MissingCustomerField = "first_name" | "last_name" | "email or phone"
type CustomerResult = { ok: true; customer: PaymentCustomer } | { ok: false; missing: MissingCustomerField[] }

/** Whom the merchant can ask about a payment. */
export interface ServiceContact {
  name: string | null
  email: string | null
  /** as it is written between countries; as the customer typed it where it is no number that can be */
  phone: string | null
  /** country prefix and number, digits only, for a link that calls; null where it is no number that can be */
  phone_digits: string | null
}

/** In the order of {@link paymentCustomer}, but with whatever is there. */
export function contactForService(facts: CustomerFacts): ServiceContact {
  const people = peopleOf(facts)
  const names = people.map((person) => trimmed(`${person?.first_name ?? ""} ${person?.last_name ?? ""}`))
  const phone = first(people.map((person) => callable(person, facts)?.formatInternational()))
  const digits = first(people.map((person) => callable(person, facts)?.number.slice(1)))
  return {
    name: first(names) ?? null,
    email: emailOf(facts) ?? null,
    phone: phone ?? first(people.map((person) => person?.phone)) ?? null,
    phone_digits: digits ?? null,
  }
}

const peopleOf = (facts: CustomerFacts) => [facts.billing_address, facts.shipping_address, facts.customer]

const hasFullName = (person: AddressFacts | null | undefined) =>
  !!trimmed(person?.first_name) && !!trimmed(person?.last_name)

const emailOf = (facts: CustomerFacts) =>
  first(
    [facts.email, facts.customer?.email].filter((email) => (email?.length ?? 0) <= LONGEST_EMAIL),
    LONGEST_EMAIL
  )

/** The first name, in the order of {@link paymentCustomer}; undefined where it is none that the shop's own words may hold. */
export function greetingOf(facts: CustomerFacts): string | undefined {
  const name = first(peopleOf(facts).map((person) => person?.first_name))
  return name && greetingName(name)
}

const callable = (person: AddressFacts | null | undefined, facts: CustomerFacts) =>
  parsedPhone(
    person?.phone,
    person?.country_code ?? facts.billing_address?.country_code ?? facts.shipping_address?.country_code
  )

/** How the service may reach her: an e-mail, and a phone as digits with country prefix. */
export function sentContact(facts: CustomerFacts): Pick<PaymentCustomer, "email" | "phone"> {
  const phones = peopleOf(facts).map((person) => callable(person, facts)?.number.slice(1))
  return { email: emailOf(facts), phone: first(phones) }
}

/** Whether an account could add anything to what cart and addresses say of her, in the order of {@link paymentCustomer}. */
export function lacksContact({ email, billing_address, shipping_address }: CustomerFacts): boolean {
  const facts = { email, billing_address, shipping_address }
  const sent = sentContact(facts)
  return !sent.email || !sent.phone || !peopleOf(facts).some(hasFullName)
}

/** Names from billing, then shipping address, then customer; e-mail from cart, then customer; phone in the same order as names. */
export function paymentCustomer(facts: CustomerFacts, fallbackName?: string): CustomerResult {
  const people = peopleOf(facts)
  const named = people.find(hasFullName)
  const [fallbackFirst, ...fallbackRest] = trimmed(fallbackName)?.split(/\s+/) ?? []

  const firstname =
    trimmed(named?.first_name) ?? first(people.map((person) => person?.first_name)) ?? fallbackFirst
  const lastname =
    trimmed(named?.last_name) ??
    first(people.map((person) => person?.last_name)) ??
    (trimmed(fallbackRest.join(" ")) || fallbackFirst)
  const { email, phone } = sentContact(facts)

  if (!firstname || !lastname || !(email ?? phone)) {
    const missing: MissingCustomerField[] = []
    if (!firstname) missing.push("first_name")
    if (!lastname) missing.push("last_name")
    if (!(email ?? phone)) missing.push("email or phone")
    return { ok: false, missing }
  }
  return { ok: true, customer: { firstname, lastname, ...(email && { email }), ...(phone && { phone }) } }
}

/**
 * Country prefix and national number, digits only (interface 2.1). A number that libphonenumber does not hold possible for its
 * country, or that is longer than E.164 allows, is dropped rather than sent wrong: a wrong number asks a stranger to pay.
 */
export function phoneDigits(
  phone: string | null | undefined,
  countryCode: string | null | undefined
): string | undefined {
  return parsedPhone(phone, countryCode)?.number.slice(1)
}

function parsedPhone(
  phone: string | null | undefined,
  countryCode: string | null | undefined
): PhoneNumber | undefined {
  const typed = trimmed(phone)
  if (!typed) return undefined
  const international = typed.startsWith("00") ? `+${typed.slice(2)}` : typed
  const parsed = parsePhoneNumberFromString(
    international,
    countryCode?.toUpperCase() as CountryCode | undefined
  )
  return parsed?.isPossible() && /^\+\d{1,15}$/.test(parsed.number) ? parsed : undefined
}

function first(values: (string | null | undefined)[], longest = LONGEST_NAME): string | undefined {
  return values.map((value) => trimmed(value, longest)).find((value) => value !== undefined)
}

function trimmed(value: string | null | undefined, longest = LONGEST_NAME): string | undefined {
  return oneLine(value ?? "", longest) || undefined
}
