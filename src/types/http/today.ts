import { type Environment } from "../../service/config"

/** `GET /admin/paycollect/today` */
export interface AdminPayCollectTodayQuery {
  /** IANA name such as `Africa/Douala`; default: that of the settings */
  time_zone?: string
}

/** `paid`: payments whose money came; `amount`: what they were asked for, as takings count it, in major units */
type DaySums = { paid: number; amount: string }

export interface AdminPayCollectTodayCurrency extends DaySums {
  currency_code: string
  /** what went back today, of whichever payments */
  refunded: string
  /** of the payments started within a day, be it yesterday: may still be paid */
  waiting: number
  /** on the same weekday last week, until the same time by the clock */
  last_week: DaySums
}

/**
 * Payments started today that brought no money. `canceled`: by the customer; `expired`: not paid for a day, which ended today;
 * `not_started`: the service refused them, or nothing was made of them. `paid_after`, of all these: their customer paid by another try since.
 */
export type PayCollectFailureCounts = Record<
  "declined" | "canceled" | "expired" | "not_started" | "paid_after",
  number
>

/** The day so far, of the environment in which payments are made now. */
export interface AdminPayCollectTodayResponse {
  /** there: `2026-01-31` */
  day: string
  time_zone: string
  /** ISO 8601 */
  begins_at: string
  until: string
  environment: Environment
  /** those of which there are payments, and the one in use */
  environments: Environment[]
  /** those in which anything happened on either day, the most used one first */
  currencies: AdminPayCollectTodayCurrency[]
  /** open items of this environment, whenever they came */
  attention: number
  failed: PayCollectFailureCounts
}
