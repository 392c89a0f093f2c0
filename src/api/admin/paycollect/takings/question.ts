import { z } from "@medusajs/framework/zod"
import { type MedusaContainer } from "@medusajs/framework/types"
import { invalidData } from "../../../../payments/errors"
import { type Environment } from "../../../../service/config"
import {
  addDays,
  BUCKETS,
  daysOf,
  isDate,
  MOST_DAYS,
  periodsOf,
  PRESETS,
  rangeBefore,
  rangeOf,
  type Bucket,
  type DateRange,
  type Period,
} from "../../../../features/takings/periods"
import { wallClock } from "../../../../features/alerts/rules"
import { isTimeZone } from "../../../../settings/addresses"
import { paycollectOf } from "../../../../modules/paycollect"
import { type Bounds, type ReceiptFilters } from "../../../../features/takings/rows"
import { LANGUAGES } from "../../../../texts/language"
import { currencyParameter } from "../../../requests"
import { oneOrMore } from "../validators"

const DEFAULT_DAYS = 30
/** of PostgreSQL, for a zone that this process knows and the database does not */
const UNKNOWN_VALUE = "22023"

const MOST_CODES = 50

const date = (name: string) =>
  z.string().refine(isDate, `${name}: must be a date such as 2026-01-31, between 1900 and 2099`)

const zone = z
  .string()
  .refine(isTimeZone, "time_zone: must be the name of a time zone such as Africa/Douala")
  .optional()

export const todayQuery = z.object({ time_zone: zone })

/** Query of `GET /admin/paycollect/takings` and of its export. What needs the time zone is judged with it. */
export const takingsQuery = z.object({
  from: date("from").optional(),
  to: date("to").optional(),
  period: z.enum(PRESETS).optional(),
  /** the time before, too */
  compare: z.enum(["true", "false"]).optional(),
  days: z.coerce.number().int().min(1).max(MOST_DAYS).optional(),
  bucket: z.enum(BUCKETS).default("day"),
  time_zone: zone,
  environment: z.enum(["test", "live"]).optional(),
  currency_code: oneOrMore(currencyParameter.toLowerCase(), MOST_CODES).optional(),
  provider_id: oneOrMore(z.string().min(1).max(128), MOST_CODES).optional(),
})

/** Of the export alone: how the file is written; by the reader's language without it. */
export const takingsFileQuery = takingsQuery.extend({ dialect: z.enum(LANGUAGES).optional() })

/** What is asked, with everything that was left out. */
export interface TakingsQuestion {
  from: string
  to: string
  bucket: Bucket
  time_zone: string
  environment: Environment
  periods: Period[]
  bounds: Bounds
  filters: ReceiptFilters
}

/**
 * The last thirty days of the environment in which payments are made now, by the clock of the shop, unless it says otherwise.
 * @throws MedusaError INVALID_DATA (400) for a range that ends before it begins or is too long, and for an unknown time zone
 */
export async function questionOf(
  container: MedusaContainer,
  query: z.output<typeof takingsQuery>
): Promise<TakingsQuestion> {
  const { receipts: takings, configuration, clock } = paycollectOf(container)
  const active = await configuration.current()
  const { bucket, environment = active.environment } = query
  const time_zone = query.time_zone ?? active.options.notifications.time_zone
  const { from, to } = rangeAsked(query, wallClock(clock.now(), time_zone).day)
  const days = daysOf({ from, to })
  if (days < 1) throw invalidData(`from: ${from} is after to, which is ${to}`)
  if (days > MOST_DAYS)
    throw invalidData(`to: ${days} days are more than the ${MOST_DAYS} that can be asked for`)
  const periods = periodsOf({ from, to }, bucket)
  const bounds = await takings.bounds(periods, { from, to }, time_zone).catch((error: { code?: string }) => {
    if (error.code === UNKNOWN_VALUE) throw invalidData(`time_zone: the database knows no ${time_zone}`)
    throw error
  })
  const filters = { environment, currency_code: query.currency_code, provider_id: query.provider_id }
  return { from, to, bucket, time_zone, environment, periods, bounds, filters }
}

function rangeAsked({ from, to, days, period }: z.output<typeof takingsQuery>, today: string): DateRange {
  if (from && days) throw invalidData("days: is for a range without from")
  if (period && (from ?? to ?? days)) throw invalidData("period: is for a question without from, to and days")
  if (period) return rangeOf(period, today)
  const last = to ?? later(from, today)
  return { from: from ?? addDays(last, 1 - (days ?? DEFAULT_DAYS)), to: last }
}

/** The time before, as one; null where it was not asked for. */
export async function questionBefore(
  container: MedusaContainer,
  query: z.output<typeof takingsQuery>,
  { from, to }: DateRange
): Promise<TakingsQuestion | null> {
  if (query.compare !== "true") return null
  const { period, days: _, ...others } = query
  const before = rangeBefore({ from, to }, period === "this_month" || period === "last_month")
  return await questionOf(container, { ...others, ...before, period: undefined, bucket: "month" })
}

/** A range that begins in the future ends there, too. */
const later = (from: string | undefined, today: string) => (from && from > today ? from : today)
