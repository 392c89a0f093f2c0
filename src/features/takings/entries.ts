import { type IntentRow } from "../../modules/paycollect/models/intent"
import { pagesAfter, pagesByMoment } from "../reading"
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

interface RefundedThen {
  intent_id: string
  refunded_then: string
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

  private paidRows(bounds: Bounds, filters: ReceiptFilters) {
    const paid = () => this.within(bounds, intents.paid_at, filters).whereNotNull("paid_at")
    const paging = { moment: intents.paid_at, descending: false, size: ENTRIES_PAGE }
    return pagesByMoment(this.knex, paid, paging)
  }

  private refundedRows(bounds: Bounds, filters: ReceiptFilters) {
    const outside = `(${intents.paid_at} < ?::timestamptz or ${intents.paid_at} >= ?::timestamptz)`
    const refunds = this.refundsBy(this.refundLines(bounds)).havingRaw("sum(refund) <> 0").as("refunds")
    return pagesAfter<IntentRow & RefundedThen>(ENTRIES_PAGE, (last) => {
      const page = this.filtered(filters)
        .join(refunds, `refunds.${lines.intent_id}`, `${INTENT}.${intents.id}`)
        .whereRaw(outside, ends(bounds))
      if (last) page.where(`${INTENT}.id`, ">", last.id)
      return page
        .orderBy(`${INTENT}.id`)
        .limit(ENTRIES_PAGE)
        .select(`${INTENT}.*`, this.knex.ref("refunded_then"))
    })
  }

  private async refundsOf(bounds: Bounds, intents: IntentRow[]): Promise<Map<string, bigint>> {
    const ids = intents.map(({ id }) => id)
    const sums: RefundedThen[] = await this.refundsBy(this.refundLines(bounds).whereIn("intent_id", ids))
    return new Map(sums.map(({ intent_id, refunded_then }) => [intent_id, BigInt(refunded_then)]))
  }

  private refundsBy(refundLines: ReturnType<ReceiptRows["refundLines"]>) {
    return this.knex
      .from(refundLines.as("line"))
      .groupBy(lines.intent_id)
      .select(lines.intent_id, this.knex.raw("sum(refund)::text as refunded_then"))
  }
}
