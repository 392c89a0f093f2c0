import { type Period } from "./periods"
import { ends, exactSum, HISTOGRAM, ReceiptRows, type Bounds, type ReceiptFilters } from "./rows"
import { columns, ENTRY, INTENT } from "../../tables"
import { openItems } from "../reading"
import { mayNow } from "../../payments/phase"

const intents = columns(INTENT)

/** What came and went in one period, in one currency, by one method. Amounts in smallest units of `exponent`. */
export interface ReceiptPeriod {
  period: string
  currency_code: string
  provider_id: string
  exponent: number
  /** of the payments that were started in the period: */
  started: number
  succeeded: number
  waiting: number
  attention: number
  /** of the money that came, and that went back, in the period: */
  paid: number
  amount: bigint
  fees: bigint
  refunded: bigint
  /** of it, or of a refund before: another way than by the service */
  returned: bigint
  /** what a person closed as the shop's, whenever it came */
  kept: bigint
}

export type ReceiptTotals = Omit<ReceiptPeriod, "period">

/** How many payments of a currency and method took so many seconds from their start to the money. */
export interface Speed {
  currency_code: string
  provider_id: string
  value: number
  count: number
}

type SumsKey = Pick<ReceiptPeriod, "currency_code" | "provider_id"> & { period: number; exponent?: number }
type Counted = SumsKey & Partial<Record<"started" | "succeeded" | "waiting" | "attention" | "paid", number>>
type Summed = Counted & Partial<Record<(typeof MONEY)[number], string>>

/**
 * What came in, as sums of the ledger. A payment counts as started when its row was written, unless the service refused it; its money on the
 * day the store heard of it, in full; a refund on the day of its own, so that a month that is over stays as it was. What is refunded of a fee
 * that was too high is a fee no more from that day on, but money that came. Money of another amount
 * or currency than was asked for is none here, and neither are its refunds: a person has to look at it first.
 */
export class ReceiptSums extends ReceiptRows {
  /** Periods in which nothing happened are left out. */
  async of(bounds: Bounds, periods: readonly Period[], filters: ReceiptFilters): Promise<ReceiptPeriod[]> {
    const found = await Promise.all([
      this.started(bounds, filters),
      this.waiting(bounds, filters),
      this.attention(bounds, filters),
      this.paid(bounds, filters),
      this.refunded(bounds, filters),
    ])
    return merged(found.flat(), periods)
  }

  /** Of the payments whose money came then. */
  async speeds(bounds: Bounds, filters: ReceiptFilters): Promise<Speed[]> {
    return await this.summed("paid_at", ends(bounds), filters, HISTOGRAM)
  }

  private async started(bounds: Bounds, filters: ReceiptFilters): Promise<Counted[]> {
    const sums = `count(*)::int as started, count(${intents.paid_at})::int as succeeded`
    return await this.summed("created_at", bounds, filters, { sums })
  }

  /** Of those that are looked at again, which are few. */
  private async waiting(bounds: Bounds, filters: ReceiptFilters): Promise<Counted[]> {
    return await this.startedCount(bounds, filters, "waiting").whereRaw(
      `${intents.next_step_at} is not null and ${mayNow("watch")} and ${intents.status} <> 'rejected'`
    )
  }

  private async attention(bounds: Bounds, filters: ReceiptFilters): Promise<Counted[]> {
    const open = openItems(this.knex).select("intent_id")
    return await this.startedCount(bounds, filters, "attention").whereIn("id", open)
  }

  private startedCount(bounds: Bounds, filters: ReceiptFilters, name: "waiting" | "attention") {
    return this.within(bounds, intents.created_at, filters)
      .groupByRaw("1, 2, 3")
      .select<Counted[]>(
        ...[this.periodOf(bounds, intents.created_at), intents.currency_code, intents.provider_id],
        this.knex.raw(`count(*)::int as ${name}`)
      )
  }

  private async paid(bounds: Bounds, filters: ReceiptFilters): Promise<Summed[]> {
    const sums = `count(*)::int as paid, ${exactSum(intents.amount)} as amount, ${exactSum(intents.fee)} as fees`
    return await this.summed("paid_at", bounds, filters, { sums })
  }

  private async refunded(bounds: Bounds, filters: ReceiptFilters): Promise<Summed[]> {
    return await this.knex
      .from(this.refundLines(bounds).as("line"))
      .join(
        this.filtered(filters).whereNotNull("paid_at").as("intent"),
        `intent.${intents.id}`,
        `line.${columns(ENTRY).intent_id}`
      )
      .groupByRaw("1, 2, 3, 4")
      .select(this.periodOf(bounds, "at"), intents.currency_code, intents.provider_id, intents.exponent)
      .select(
        this.knex.raw("sum(refund)::text as refunded"),
        this.knex.raw("coalesce(sum(refund) filter (where way = 'cash_refund'), 0)::text as returned"),
        this.knex.raw("sum(kept)::text as kept"),
        this.knex.raw("sum(of_fee)::text as amount, (- sum(of_fee))::text as fees")
      )
  }
}

/** Two sums of the same currency and method as one. */
export function addReceipts(one: ReceiptTotals, other: ReceiptTotals): ReceiptTotals {
  const sum = { ...one }
  for (const count of COUNTS) sum[count] += other[count]
  for (const money of MONEY) sum[money] += other[money]
  return sum
}

function merged(found: Summed[], periods: readonly Period[]): ReceiptPeriod[] {
  const exponents = new Map<string, number>()
  for (const { currency_code, exponent = 0 } of found) {
    exponents.set(currency_code, Math.max(exponents.get(currency_code) ?? 0, exponent))
  }
  const sums = new Map<string, ReceiptPeriod>()
  for (const { period, currency_code, provider_id, ...counted } of found) {
    const key = `${period} ${currency_code} ${provider_id}`
    const exponent = exponents.get(currency_code)!
    const name = periods[period - 1]!.name
    const sum = sums.get(key) ?? { period: name, currency_code, provider_id, exponent, ...NO_SUMS }
    for (const count of COUNTS) sum[count] += counted[count] ?? 0
    const scale = 10n ** BigInt(exponent - (counted.exponent ?? exponent))
    for (const money of MONEY) sum[money] += BigInt(counted[money] ?? 0) * scale
    sums.set(key, sum)
  }
  const order = (sum: ReceiptPeriod) => `${sum.period} ${sum.currency_code} ${sum.provider_id}`
  return [...sums.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

const COUNTS = ["started", "succeeded", "waiting", "attention", "paid"] as const
const MONEY = ["amount", "fees", "refunded", "returned", "kept"] as const
const NO_SUMS = {
  ...{ started: 0, succeeded: 0, waiting: 0, attention: 0, paid: 0 },
  ...{ amount: 0n, fees: 0n, refunded: 0n, returned: 0n, kept: 0n },
}
