import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Environment } from "../../service/config"
import { addDays, type DateRange, type Period } from "./periods"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { columns, ENTRY, INTENT, rowsOf } from "../../tables"

const intents = columns(INTENT)
const lines = columns(ENTRY)

export interface ReceiptFilters {
  /** test money and real money are never in one sum */
  environment: Environment
  currency_code?: string[]
  provider_id?: string[]
}

/** Instants (ISO 8601) at which periods begin, and the one at which the last of them is over. */
export type Bounds = string[]

/**
 * Of a column of smallest units: as whole numbers of the processor where they fit, which is faster than numerics; exact for all. These words are
 * those of the index, which has each number ready (the migration's `takings_paid`); in other words the result is the same, and takes longer.
 */
export const exactSum = (column: string) =>
  `(coalesce(sum(case when octet_length(${column}) < 19 then ${column}::bigint end), 0)
    + coalesce(sum(case when octet_length(${column}) >= 19 then ${column}::numeric end), 0))::text`

/** Seconds from the start of a payment to its money; the index has them ready, too. */
const SECONDS = `greatest(0, date_part('epoch', (${intents.paid_at} - ${intents.created_at})::interval(0)))::int`
export const HISTOGRAM = { sums: `${SECONDS} as value, count(*)::int as count`, groupBy: "group by 1" }

/** As the covering indexes of takings say it: which payments each is of, and what it keeps apart before the moment by which it is read. */
const RECEIPT_PARTS = {
  created_at: {
    where: `${intents.status} <> 'rejected'`,
    apart: [intents.currency_code, intents.provider_id],
  },
  paid_at: {
    where: `${intents.paid_at} is not null`,
    apart: [intents.currency_code, intents.provider_id, intents.exponent],
  },
} as const satisfies Partial<Record<keyof IntentRow, object>>
type Moment = keyof typeof RECEIPT_PARTS

/**
 * The first moment of a day there. A clock that is put forward at midnight has no midnight, and one that is put back has two, of which
 * PostgreSQL names the second: three hours before it and three hours later is the first, where that is on the same day.
 */
const FIRST_MOMENT = `least(day::timestamp at time zone zone,
  case when ((day::timestamp - interval '3 hours') at time zone zone + interval '3 hours') at time zone zone >= day
    then (day::timestamp - interval '3 hours') at time zone zone + interval '3 hours' end)`

/** A refund that was asked for was given back by hand in the end, as a person says now: until then it was one like any other. */
const CORRECTED = `(${lines.key} like 'refund:%:end' and ${lines.to_account} = 'refunded_by_hand')`
/** By which way a line moves money back; `kept`: none does. */
const WAY = `case when 'reversed' in (${lines.from_account}, ${lines.to_account}) then 'reversal'
  when ${lines.to_account} in ('returned', 'refunded_by_hand') then 'cash_refund'
  when ${lines.to_account} = 'kept' and ${lines.went_back} = '0' then 'kept' else 'refund' end`
/** The correction counts when it is made, as two rows: less was refunded then, and as much more given back by hand. */
const MOVED_BACK = `unnest(case when ${CORRECTED} then array[${lines.amount}::numeric, - ${lines.amount}::numeric]
  else array[${lines.went_back}::numeric] end) as refund, unnest(case when ${CORRECTED} then array[${WAY}, 'refund'] else array[${WAY}] end) as way`
const KEPT = `case when ${lines.to_account} = 'kept' then ${lines.amount}::numeric
  when ${lines.from_account} = 'kept' then - ${lines.amount}::numeric else 0 end as kept`

/** What was first taken for a fee, and is refunded as too much. */
const OF_FEE = `case when ${lines.from_account} = 'fee' then ${lines.amount}::numeric
  when ${lines.to_account} = 'fee' then - ${lines.amount}::numeric else 0 end as of_fee`

/** The rows that takings are made of. */
export class ReceiptRows {
  constructor(protected readonly knex: Knex) {}

  /** @throws a database error of code 22023 when PostgreSQL knows no such time zone */
  async bounds(periods: readonly Period[], { to }: DateRange, timeZone: string): Promise<Bounds> {
    const days = [...periods.map(({ begins }) => begins), addDays(to, 1)]
    const { rows } = await this.knex.raw<{ rows: { at: Date }[] }>(
      `select ${FIRST_MOMENT} as at from unnest(?::date[]) with ordinality as days(day, n), (select ?::text as zone) as place order by n`,
      [days, timeZone]
    )
    return rows.map(({ at }) => new Date(at).toISOString())
  }

  /** What went back, and what the shop keeps of money that it was asked to give back: each move by its kind. */
  protected refundLines(bounds: Bounds) {
    return rowsOf(this.knex, ENTRY)
      .whereNotNull("went_back")
      .whereRaw(
        `${lines.created_at} >= ?::timestamptz and ${lines.created_at} < ?::timestamptz`,
        ends(bounds)
      )
      .select(
        lines.intent_id,
        this.knex.ref(lines.created_at).as("at"),
        this.knex.raw(MOVED_BACK),
        this.knex.raw(`split_part(${lines.key}, ':', 2) as move`),
        this.knex.raw(KEPT),
        this.knex.raw(OF_FEE)
      )
  }

  /**
   * Sums for each period, currency and method, none where there is nothing to sum. Every one of them is a stretch of an index, read in its
   * order: grouped all at once, a year's payments would be hashed or sorted one by one. The stretches are found by stepping from one currency
   * and method to the next, however many payments lie between.
   * @param sums expressions over the rows of a stretch
   */
  protected async summed<T>(
    column: Moment,
    bounds: Bounds,
    { environment, currency_code, provider_id }: ReceiptFilters,
    { sums, groupBy = "" }: { sums: string; groupBy?: string }
  ): Promise<T[]> {
    const { where, apart } = RECEIPT_PARTS[column]
    const names = apart.join(", ")
    const rows = `${INTENT} as intent where ${intents.environment} = :environment and ${where} and ${intents.deleted_at} is null`
    return await this.uncompiled<T>(
      `with recursive stretches as (
         (select ${names} from ${rows} order by ${names} limit 1)
         union all
         select next.* from stretches cross join lateral (
           select ${names} from ${rows} and (${names}) > (${apart.map((name) => `stretches.${name}`).join(", ")})
             order by ${names} limit 1) as next)
       select period::int, stretches.*, sums.* from stretches
         cross join unnest(cast(:since as timestamptz[]), cast(:until as timestamptz[])) with ordinality as periods(since, until, period)
         cross join lateral (
           select ${sums} from ${rows} and ${apart.map((name) => `intent.${name} = stretches.${name}`).join(" and ")}
             and ${column} >= since and ${column} < until ${groupBy} having count(*) > 0) as sums
         where (cast(:currencies as text[]) is null or ${intents.currency_code} = any(:currencies))
           and (cast(:providers as text[]) is null or ${intents.provider_id} = any(:providers))`,
      {
        environment,
        since: bounds.slice(0, -1),
        until: bounds.slice(1),
        currencies: currency_code ?? null,
        providers: provider_id ?? null,
      }
    )
  }

  /** PostgreSQL takes stretches and periods for many more than there are, and would compile such a statement first: longer than it runs. */
  private async uncompiled<T>(sql: string, values: Knex.ValueDict): Promise<T[]> {
    return await this.knex.transaction(async (trx) => {
      await trx.raw("set local jit = off")
      return (await trx.raw<{ rows: T[] }>(sql, values)).rows
    })
  }

  protected within(bounds: Bounds, column: Moment, filters: ReceiptFilters) {
    return this.filtered(filters).whereRaw(
      `${column} >= ?::timestamptz and ${column} < ?::timestamptz`,
      ends(bounds)
    )
  }

  /** The number of its period. */
  protected periodOf(bounds: Bounds, column: typeof intents.created_at | "at") {
    return this.knex.raw(`width_bucket(${column}, ?::timestamptz[]) as period`, [bounds])
  }

  protected filtered({ environment, currency_code, provider_id }: ReceiptFilters) {
    const query = rowsOf(this.knex, INTENT).where({ environment })
    if (currency_code) query.whereIn("currency_code", currency_code)
    if (provider_id) query.whereIn("provider_id", provider_id)
    return query
  }
}

/** First moment, and the one after the last. */
export const ends = (bounds: Bounds): [string, string] => [bounds[0]!, bounds.at(-1)!]
