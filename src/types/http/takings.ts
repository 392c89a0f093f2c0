import { type Environment } from "../../service/config"

/**
 * `GET /admin/paycollect/takings` and, as a file with a line for each payment, `GET /admin/paycollect/takings/export`. Dates are days there
 * (`2026-01-31`), both included, 366 at most.
 */
export interface AdminPayCollectTakingsQuery {
  from?: string
  /** default: today */
  to?: string
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
  /** what customers paid on top */
  fees: string
  /** what went back in that time, of whichever payments */
  refunded: string
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
  /** of all methods of a currency; beside it, in the answer itself, of all currencies */
  speeds: (PayCollectSpeed & { currency_code: string })[]
}
