import { parsePhoneNumberFromString } from "libphonenumber-js"

/** Languages of the messages to the merchant; each has its texts in `notifications/texts.ts` and in the dashboard's translations. */
export const NOTICE_LANGUAGES = ["en", "fr"] as const
export type NoticeLanguage = (typeof NOTICE_LANGUAGES)[number]

/** What a merchant is told: items that are new, or once a day what is still open. */
export const NOTICE_KINDS = ["new_items", "daily_summary"] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The dashboard's own channel: every employee who signs in sees it, so it has no recipients. */
export const FEED_CHANNEL = "feed"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** So many messages about new items go out as the items come. */
const AT_ONCE = 3
/** Then one in this time, about all that came meanwhile. */
const GATHER_MS = 15 * MINUTE_MS

/**
 * When the next message about new items may go out: of a burst the first three go at once, then there is one in 15 minutes, until an
 * hour has had fewer than three. No recipient ever has more than seven in an hour, and no item waits longer than 15 minutes.
 * @param sentAt times (epoch ms) of earlier ones, at least those of the last hour
 */
export function nextMessageAt(sentAt: readonly number[], now: number): number {
  const recent = sentAt.filter((at) => at > now - HOUR_MS && at <= now)
  return recent.length < AT_ONCE ? now : Math.max(now, Math.max(...recent) + GATHER_MS)
}

/** How far back {@link nextMessageAt} looks. */
export const RATE_WINDOW_MS = HOUR_MS

/** Pauses after a provider refused a message, by the number of tries so far. */
const PAUSES_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS]

/** When a message that was refused `tries` times is tried again; null: not any more. */
export function tryAgainAt(tries: number, now: number): number | null {
  const pause = PAUSES_MS[tries - 1]
  return pause === undefined ? null : now + pause
}

/** A name of the IANA database, such as `Africa/Douala`; no bare offset, which knows no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return !!new Intl.DateTimeFormat("en", { timeZone: name })
  } catch {
    return false
  }
}

/** What a clock on the wall shows there. `day`: YYYY-MM-DD */
export function wallClock(now: number, timeZone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
  }).formatToParts(now)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ""
  return { day: `${of("year")}-${of("month")}-${of("day")}`, hour: Number(of("hour")) }
}

/**
 * The day whose summary is due: from the chosen hour to midnight, by the clock on the wall. A day on which summer time skips that hour has
 * its summary an hour later, one that has it twice has one summary: a day is claimed once.
 * @returns YYYY-MM-DD, null before that hour
 */
export function summaryDay(now: number, at: { time_zone: string; summary_hour: number }): string | null {
  const { day, hour } = wallClock(now, at.time_zone)
  return hour >= at.summary_hour ? day : null
}

const EMAIL = /^[^\s@,;<>"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i
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
  if (channel === "email") return EMAIL.test(address) ? address : null
  if (!PHONE_CHANNELS.has(channel)) return /^[^\s,;]+$/.test(address) ? address : null
  const phone = parsePhoneNumberFromString(address.startsWith("00") ? `+${address.slice(2)}` : address)
  return phone?.isPossible() ? phone.number : null
}
