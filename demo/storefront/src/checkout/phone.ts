import {
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
} from "libphonenumber-js/min"

export type PhoneProblem = "short" | "long" | "invalid"

export interface CheckedPhone {
  /** null: it can be a number, which is all that the store asks of it */
  problem: PhoneProblem | null
  /** Of the number, lower case, where it is another one than the address's: allowed, and worth a word. */
  foreignCountry: string | null
}

/**
 * With or without the country's prefix, with spaces, dots and brackets.
 * @param country of the address, two letters in any case
 */
export function checkPhone(typed: string, country: string): CheckedPhone {
  const at = country.toUpperCase() as CountryCode
  const number = typed.trim().replace(/^00/, "+")
  const wrong = validatePhoneNumberLength(number, at)
  const problem = wrong && (PROBLEMS[wrong] ?? "invalid")
  if (problem) {
    return { problem, foreignCountry: null }
  }
  const parsed = parsePhoneNumberFromString(number, at)
  const isForeign = parsed?.country !== undefined && parsed.country !== at
  return { problem: null, foreignCountry: isForeign ? parsed.country!.toLowerCase() : null }
}

const PROBLEMS: Record<string, PhoneProblem> = { TOO_SHORT: "short", TOO_LONG: "long" }
