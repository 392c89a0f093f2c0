import { parsePhoneNumberFromString } from "libphonenumber-js"

/** The dashboard's own channel: every employee who signs in sees it, so it has no recipients. */
export const FEED_CHANNEL = "feed"

/**
 * A name of the IANA database, such as `Africa/Douala`; no bare offset, which knows no summer time, and no three letters: to PostgreSQL, which cuts the
 * days of the takings, `CET` has no summer time either, and `IST` is another country's.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC$|GMT$|(?![a-z]{3}$)[a-z])/i.test(name)) return false
  try {
    return !!new Intl.DateTimeFormat("en", { timeZone: name })
  } catch {
    return false
  }
}

const EMAIL_ADDRESS = /^[^\s@,;<>"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

const PHONE_CHANNELS = new Set(["sms", "whatsapp"])

/** What recipients of a channel have to be, for a message that says so; null where the form of an address is not known. */
export function addressKind(
  channel: string
): "e-mail addresses" | "phone numbers with +country prefix" | null {
  if (channel === "email") return "e-mail addresses"
  return PHONE_CHANNELS.has(channel) ? "phone numbers with +country prefix" : null
}

/**
 * The address as a provider takes it: a phone number in E.164, everything else as it was typed.
 * @returns null when the channel cannot have such an address
 */
export function recipientOf(channel: string, typed: string): string | null {
  const address = typed.trim()
  if (address.length > 254 || address === "") return null
  if (channel === "email") return EMAIL_ADDRESS.test(address) ? address : null
  if (!PHONE_CHANNELS.has(channel)) return /^[^\s,;]+$/.test(address) ? address : null
  const phone = parsePhoneNumberFromString(address.startsWith("00") ? `+${address.slice(2)}` : address)
  return phone?.isPossible() ? phone.number : null
}
