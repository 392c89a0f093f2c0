import { REUSE_MS } from "../../payments/attempts"
import { mayNow } from "../../payments/phase"
import { type Environment } from "../../service/config"
import { columns, INTENT, rowsOf } from "../../tables"
import { type PayCollectFailureCounts } from "../../types/http"
import { ends, ReceiptRows, type Bounds } from "./rows"
import { addReceipts, type ReceiptPeriod, type ReceiptTotals } from "./sums"

const intents = columns(INTENT)

/** Why a payment brought no money; why an operator declined, the service does not say. */
const WHY = `case ${intents.status} when 'failed' then 'declined' when 'canceled' then 'canceled'
  when 'requires_action' then 'expired' else 'not_started' end`

/** What takings do not count of a day. */
export class DayFacts extends ReceiptRows {
  /** A week before, when the clocks there show the same time. */
  async weekBefore(moment: string, timeZone: string): Promise<string> {
    const then = "(?::timestamptz at time zone ? - interval '7 days') at time zone ?"
    const { rows } = await this.knex.raw<{ rows: { at: Date }[] }>(`select ${then} as at`, [
      ...[moment, timeZone, timeZone],
    ])
    return new Date(rows[0]!.at).toISOString()
  }

  /** Of payments that were started within the bounds; those that were left open ran out when they could be paid by no more. */
  async failed(bounds: Bounds, environment: Environment): Promise<PayCollectFailureCounts> {
    const [since, until] = ends(bounds)
    const before = (moment: string) => new Date(Date.parse(moment) - REUSE_MS).toISOString()
    const started = `${intents.created_at} >= ?::timestamptz and ${intents.created_at} < ?::timestamptz`
    const paidAfter = `exists (select from ${INTENT} as other where other.${intents.subject_id} = ${INTENT}.${intents.subject_id}
      and other.${intents.paid_at} > ${INTENT}.${intents.created_at} and other.${intents.deleted_at} is null)`
    const rows = await rowsOf(this.knex, INTENT)
      .where({ environment })
      .whereRaw(
        `(${started} and (${intents.outcome} = 'failed' or ${intents.status} = 'rejected')
          or ${started} and ${intents.status} = 'requires_action' and ${mayNow("watch")})`,
        [since, until, before(since), before(until)]
      )
      .groupByRaw("1")
      .select<{ why: keyof PayCollectFailureCounts; many: number; paid: number }[]>(
        this.knex.raw(
          `${WHY} as why, count(*)::int as many, (count(*) filter (where ${paidAfter}))::int as paid`
        )
      )
    const counts = { declined: 0, canceled: 0, expired: 0, not_started: 0, paid_after: 0 }
    for (const { why, many, paid } of rows) {
      counts[why] += many
      counts.paid_after += paid
    }
    return counts
  }

  /** May still be paid, in whatever day they were started: as long as they are open, which is a day. */
  async waiting(until: string, environment: Environment): Promise<WaitingOfCurrency[]> {
    return await rowsOf(this.knex, INTENT)
      .where({ environment })
      .whereNotNull("next_step_at")
      .where("created_at", ">=", new Date(Date.parse(until) - REUSE_MS))
      .whereRaw(`${mayNow("watch")} and ${intents.status} <> 'rejected'`)
      .groupBy("currency_code")
      .select(
        "currency_code",
        this.knex.raw(`max(${intents.exponent}) as exponent, count(*)::int as waiting`)
      )
  }

  /** Of which there are payments. */
  async environments(): Promise<Environment[]> {
    const of = (environment: Environment) =>
      rowsOf(this.knex, INTENT).where({ environment }).first("environment")
    return (await Promise.all([of("test"), of("live")])).flatMap((row) => row?.environment ?? [])
  }
}

interface WaitingOfCurrency {
  currency_code: string
  exponent: number
  waiting: number
}

/** What one currency brought in a day so far, and by the same time a week before; absent where nothing happened. */
export interface DayOfCurrency extends WaitingOfCurrency {
  today?: ReceiptTotals
  before?: ReceiptTotals
}

/** All methods of a currency together, the most used one first. @param sums of periods that are called `today`, `before` and otherwise */
export function byCurrency(
  sums: readonly ReceiptPeriod[],
  waiting: readonly WaitingOfCurrency[]
): DayOfCurrency[] {
  const days = new Map<string, DayOfCurrency>(waiting.map((each) => [each.currency_code, each]))
  for (const { period, ...sum } of sums) {
    if (period !== "today" && period !== "before") continue
    const { currency_code, exponent } = sum
    const day = days.get(currency_code) ?? { currency_code, exponent, waiting: 0 }
    const others = day[period]
    // The merchant may have said since how many decimals the currency has: what waits is counted only.
    const isMoney = sum.amount !== 0n || sum.refunded !== 0n
    const shown = isMoney ? exponent : day.exponent
    days.set(currency_code, { ...day, exponent: shown, [period]: others ? addReceipts(others, sum) : sum })
  }
  const used = ({ today, before }: DayOfCurrency) => (today?.started ?? 0) + (before?.started ?? 0)
  return [...days.values()].sort((one, other) => used(other) - used(one))
}
