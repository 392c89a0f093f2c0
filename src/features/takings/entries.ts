import { type IntentRow } from "../../modules/paycollect/models/intent"
import { ends, ReceiptRows, type Bounds, type ReceiptFilters } from "./rows"
import { columns, ENTRY, INTENT } from "../../tables"

const intents = columns(INTENT)
const lines = columns(ENTRY)

/** One payment with what it brought and gave back within a range. */
export interface ReceiptEntry {
  intent: IntentRow
  /** smallest units; 0 where the money came before the range */
  amount: bigint
  fee: bigint
  refunded: bigint
}

const ENTRIES_PAGE = 500

/** Takings payment by payment. */
export class ReceiptEntries extends ReceiptRows {
  /**
   * Every payment that brought money or gave some back, one by one: first those whose money came within the bounds, by the moment it did,
   * then those that came before and of which something went back. Their sums are those of {@link ReceiptSums.of}.
   */
  async *pages(bounds: Bounds, filters: ReceiptFilters): AsyncGenerator<ReceiptEntry[]> {
    for await (const rows of this.paidRows(bounds, filters)) {
      const refunds = await this.refundsOf(bounds, rows)
      yield rows.map((intent) => ({
        intent,
        amount: BigInt(intent.amount),
        fee: BigInt(intent.fee ?? 0),
        refunded: refunds.get(intent.id) ?? 0n,
      }))
    }
    for await (const rows of this.refundedRows(bounds, filters)) {
      yield rows.map(({ refunded_then, ...intent }) => ({
        intent,
        amount: 0n,
        fee: 0n,
        refunded: BigInt(refunded_then),
      }))
    }
  }

  private async *paidRows(bounds: Bounds, filters: ReceiptFilters): AsyncGenerator<IntentRow[]> {
    let last: { id: string; cursor: string } | undefined
    do {
      const page = this.within(bounds, "paid_at", filters).whereNotNull("paid_at")
      if (last)
        page.whereRaw(`(${intents.paid_at}, ${intents.id}) > (?::timestamptz, ?)`, [last.cursor, last.id])
      // As text: a Date has milliseconds, and the column may have more.
      const rows: (IntentRow & { cursor: string })[] = await page
        .orderByRaw(`${intents.paid_at}, ${intents.id}`)
        .limit(ENTRIES_PAGE)
        .select("*", this.knex.raw(`${intents.paid_at}::text as cursor`))
      if (rows.length > 0) yield rows
      last = rows.length === ENTRIES_PAGE ? rows.at(-1) : undefined
    } while (last)
  }

  private async *refundedRows(
    bounds: Bounds,
    filters: ReceiptFilters
  ): AsyncGenerator<(IntentRow & { refunded_then: string })[]> {
    let last: string | undefined
    do {
      const sums = this.knex
        .from(this.refundLines(bounds).as("line"))
        .groupBy(lines.intent_id)
        .havingRaw("sum(refund) <> 0")
        .select(lines.intent_id, this.knex.raw("sum(refund)::text as refunded_then"))
      const page = this.filtered(filters)
        .join(sums.as("sums"), `sums.${lines.intent_id}`, `${INTENT}.${intents.id}`)
        .whereRaw(
          `(${intents.paid_at} < ?::timestamptz or ${intents.paid_at} >= ?::timestamptz)`,
          ends(bounds)
        )
      if (last) page.where(`${INTENT}.id`, ">", last)
      const rows: (IntentRow & { refunded_then: string })[] = await page
        .orderBy(`${INTENT}.id`)
        .limit(ENTRIES_PAGE)
        .select(`${INTENT}.*`, this.knex.ref("refunded_then"))
      if (rows.length > 0) yield rows
      last = rows.length === ENTRIES_PAGE ? rows.at(-1)?.id : undefined
    } while (last)
  }

  private async refundsOf(bounds: Bounds, intents: IntentRow[]): Promise<Map<string, bigint>> {
    const ids = intents.map(({ id }) => id)
    const sums: { intent_id: string; sum: string }[] = await this.knex
      .from(this.refundLines(bounds).whereIn("intent_id", ids).as("line"))
      .groupBy(lines.intent_id)
      .select(lines.intent_id, this.knex.raw("sum(refund)::text as sum"))
    return new Map(sums.map(({ intent_id, sum }) => [intent_id, BigInt(sum)]))
  }
}
