import { DAY_MS } from "../../service/config"

/** What takings are summed over. A week begins on Monday. */
export const BUCKETS = ["day", "week", "month"] as const
export type Bucket = (typeof BUCKETS)[number]

/** The longest range: a year, a leap year too. */
export const MOST_DAYS = 366

const DATE = /^(19|20)\d{2}-\d{2}-\d{2}$/
/** Days of a calendar, both included: `2026-01-31`. */
export interface DateRange {
  from: string
  to: string
}

/** A day, week or month of a range, named by its first day; `begins` is later than that where the range begins within it. */
export interface Period {
  name: string
  begins: string
}

/** Names of ranges that people ask for, by the calendar of the shop. */
export const PRESETS = ["today", "yesterday", "this_month", "last_month"] as const
type Preset = (typeof PRESETS)[number]

export function rangeOf(preset: Preset, today: string): DateRange {
  const first = firstDay(today, "month")
  if (preset === "this_month") return { from: first, to: today }
  if (preset === "last_month") return { from: firstDay(addDays(first, -1), "month"), to: addDays(first, -1) }
  const day = preset === "today" ? today : addDays(today, -1)
  return { from: day, to: day }
}

/**
 * What a range is compared with: of a month, or of one so far, the one before by the same day at most; else as many days just before.
 * @param byMonth also where the last day of its month is not in the range
 */
export function rangeBefore({ from, to }: DateRange, byMonth: boolean): DateRange {
  const isWhole = nextPeriod(from, "month") === addDays(to, 1)
  if (from !== firstDay(from, "month") || !(byMonth || isWhole))
    return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) }
  const [last, day] = [addDays(from, -1), to.slice(8)]
  const first = firstDay(last, "month")
  return { from: first, to: isWhole || day > last.slice(8) ? last : `${first.slice(0, 8)}${day}` }
}

export function isDate(value: string): boolean {
  return DATE.test(value) && dateOfDay(msOf(value)) === value
}

export function addDays(date: string, days: number): string {
  return dateOfDay(msOf(date) + days * DAY_MS)
}

/** How many days a range has; none or fewer where it ends before it begins. */
export function daysOf({ from, to }: DateRange): number {
  return (msOf(to) - msOf(from)) / DAY_MS + 1
}

/** The periods that a range touches, in order. */
export function periodsOf({ from, to }: DateRange, bucket: Bucket): Period[] {
  const periods: Period[] = []
  for (let begins = from; begins <= to; begins = nextPeriod(begins, bucket)) {
    periods.push({ name: firstDay(begins, bucket), begins })
  }
  return periods
}

/**
 * The value that so many percent of all values do not exceed: the median for 50. Null of none.
 * @param histogram how often each value comes, in any order
 */
export function quantileOf(
  histogram: readonly { value: number; count: number }[],
  percent: number
): number | null {
  const total = histogram.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { value, count } of [...histogram].sort((one, other) => one.value - other.value)) {
    seen += count
    if (seen * 100 >= total * percent) return value
  }
  return null
}

/** Which share of payments that were started brought money, to four decimals; null of none. */
export function successRate({ started, succeeded }: { started: number; succeeded: number }): number | null {
  return started === 0 ? null : Math.round((succeeded / started) * 10_000) / 10_000
}

function firstDay(date: string, bucket: Bucket): string {
  if (bucket === "day") return date
  if (bucket === "month") return `${date.slice(0, 8)}01`
  const daysSinceMonday = (new Date(msOf(date)).getUTCDay() + 6) % 7
  return addDays(date, -daysSinceMonday)
}

function nextPeriod(date: string, bucket: Bucket): string {
  const first = firstDay(date, bucket)
  if (bucket === "month") return firstDay(addDays(first, 31), bucket)
  return addDays(first, bucket === "week" ? 7 : 1)
}

const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateOfDay = (ms: number) => (Number.isNaN(ms) ? "" : new Date(ms).toISOString().slice(0, 10))
