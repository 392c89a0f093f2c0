import { type Environment } from "../../service/config"

/** `GET /admin/paycollect/today` */
export interface AdminPayCollectTodayQuery {
  /** IANA name such as `Africa/Douala`; default: that of the settings */
  time_zone?: string
}

/** What came in, in major units. */
export interface PayCollectDaySums {
  /** payments whose money came */
  paid: number
  /** what they were asked for, as takings count it */
  amount: string
}

export interface AdminPayCollectTodayCurrency extends PayCollectDaySums {
  currency_code: string
  /** what went back today, of whichever payments */
  refunded: string
  /** of the payments started today: may still be paid */
  waiting: number
  /** on the same weekday last week, until the same time by the clock */
  last_week: PayCollectDaySums
}

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
  /** open items, whenever they came */
  attention: number
  /** payments that brought no money, of those started today; why an operator declined, the service does not say */
  failed: {
    declined: number
    /** by the customer */
    canceled: number
    /** nobody paid them for a day, which ended today */
    expired: number
    /** the service refused them, or nothing was made of them */
    not_started: number
    /** of all these: the customer paid by another try since */
    paid_after: number
  }
}
