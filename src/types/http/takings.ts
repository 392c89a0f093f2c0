import { type Environment } from "../../service/config"

/**
 * `GET /admin/paycollect/takings` and, as a file with a line for each payment and each time that money went back or was kept, `GET /admin/paycollect/takings/export`. Dates are days there
 * (`2026-01-31`), both included, 366 at most.
 */
export interface AdminPayCollectTakingsQuery {
  from?: string
  /** default: today */
  to?: string
  /** instead of `from` and `to`, by the calendar of the time zone */
  period?: "today" | "yesterday" | "this_month" | "last_month"
  /** also the time before: of a month the month before, to the same day; else as many days */
  compare?: boolean
  /** instead of `from`: so many days up to `to`, 30 by default */
  days?: number
  /** default `day`; a week begins on Monday. The file has no buckets. */
  bucket?: "day" | "week" | "month"
  /** IANA name such as `Africa/Douala`; default: that of the settings */
  time_zone?: string
  /** default: the one in which payments are made now */
  environment?: Environment
  currency_code?: string | string[]
  provider_id?: string | string[]
}

/** `GET /admin/paycollect/takings/export` */
export interface AdminPayCollectTakingsFileQuery extends AdminPayCollectTakingsQuery {
  /** `fr`: French headings and words, `;` between cells, decimal commas; default: by the language that the reader accepts */
  dialect?: "en" | "fr"
}

/** Amounts in major units as decimal strings, exact. Never of two currencies, nor of test and real money. */
export interface AdminPayCollectTakingsSums {
  currency_code: string
  provider_id: string
  /** payments started in that time, without those that the service refused; of them: */
  started: number
  /** the money came, then or later */
  succeeded: number
  /** `succeeded` of `started`, 0 to 1; null where none was started */
  success_rate: number | null
  /** may still be paid */
  waiting: number
  /** have an open item on the "needs attention" list */
  attention: number
  /** payments whose money came in that time, whenever they were started */
  paid: number
  /** what they were asked for: without fees that the customer bore, and before fees that the service takes from the merchant's share */
  amount: string
  /** what customers paid on top, less what was refunded of it as too much, which is in `amount` from then on */
  fees: string
  /** what went back in that time, of whichever payments */
  refunded: string
  /** of it, or of what was `refunded` before: given back another way than by the service, as a person said then who closed an item */
  returned: string
  /** closed in that time as the shop's to keep; a part of `amount`, then or before */
  kept: string
  /** `amount` less `refunded`; may be negative */
  net: string
}

export interface AdminPayCollectTakings extends AdminPayCollectTakingsSums {
  /** its first day */
  bucket: string
}

/** Seconds from the start of a payment to its money, which half and nine tenths of the payments paid in that time do not exceed. */
export interface PayCollectSpeed {
  median_seconds: number | null
  p90_seconds: number | null
}

export type AdminPayCollectTakingsTotal = AdminPayCollectTakingsSums & PayCollectSpeed

export interface AdminPayCollectTakingsResponse extends PayCollectSpeed {
  from: string
  to: string
  bucket: "day" | "week" | "month"
  time_zone: string
  environment: Environment
  /** all of the range; `takings` leaves out those in which nothing happened */
  buckets: string[]
  takings: AdminPayCollectTakings[]
  /** of the whole range */
  totals: AdminPayCollectTakingsTotal[]
  /** with `compare`: of the time before */
  before?: { from: string; to: string; totals: AdminPayCollectTakingsTotal[] }
  /** of all methods of a currency; beside it, in the answer itself, of all currencies */
  speeds: (PayCollectSpeed & { currency_code: string })[]
}
