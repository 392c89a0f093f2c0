import { HOUR_MS, MINUTE_MS } from "../../service/config"

/** So many messages about new items go out as the items come. */
const AT_ONCE_MS = 3
/** Then one in this time, about all that came meanwhile. */
const GATHER_MS = 15 * MINUTE_MS

/**
 * When the next message about new items may go out: of a burst the first three go at once, then there is one in 15 minutes, until an
 * hour has had fewer than three. No recipient ever has more than seven in an hour, and no item waits longer than 15 minutes.
 * @param sentAt times (epoch ms) of earlier ones, at least those of the last hour
 */
export function nextMessageAt(sentAt: readonly number[], now: number): number {
  const recent = sentAt.filter((at) => at > now - HOUR_MS && at <= now)
  return recent.length < AT_ONCE_MS ? now : Math.max(now, Math.max(...recent) + GATHER_MS)
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
