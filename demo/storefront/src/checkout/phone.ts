import {
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from "libphonenumber-js/min"

export type PhoneProblem = "short" | "long" | "invalid"

export interface CheckedPhone {
  problem: PhoneProblem | null
  /** As it is written between countries, and sent to the payment service; null with a problem, and while the rules are not there. */
  used: string | null
  /** Of the number, lower case, where it is another one than the address's: allowed, and worth a word. */
  foreignCountry: string | null
}

/**
 * With or without the country's prefix, with spaces, dots and brackets. The store would leave out a number that cannot be one, and the
 * customer would wait in vain for what her phone is to ask her.
 * @param country of the address, two letters in any case
 */
export function checkPhone(typed: string, country: string): CheckedPhone {
  const at = country.toUpperCase() as CountryCode
  const number = typed.trim().replace(/^00/, "+")
  const wrong = validatePhoneNumberLength(number, at)
  const parsed = parsePhoneNumberFromString(number, at)
  if (wrong || !parsed?.isValid()) {
    return { problem: (wrong && PROBLEMS[wrong]) ?? "invalid", used: null, foreignCountry: null }
  }
  const isForeign = parsed.country !== undefined && parsed.country !== at
  return {
    problem: null,
    used: parsed.formatInternational(),
    foreignCountry: isForeign ? parsed.country!.toLowerCase() : null,
  }
}

const PROBLEMS: Record<string, PhoneProblem> = { TOO_SHORT: "short", TOO_LONG: "long" }
