import { type IntentRow } from "../../modules/paycollect/models/intent"
import { pagesAfter, pagesByMoment } from "../reading"
import { type PayCollectBackKind, type PayCollectCameKind } from "../../types/http"
import { ends, ReceiptRows, type Bounds, type ReceiptFilters } from "./rows"
import { ATTENTION, columns, ENTRY, INTENT, rowsOf } from "../../tables"

const intents = columns(INTENT)
const lines = columns(ENTRY)

/** Money that went back within a range; below zero where it did not after all. */
export interface MoneyBack {
  kind: PayCollectBackKind
  at: Date
  amount: bigint
  /** what of it was first taken for a fee, and is money that came from then on */
  ofFee: bigint
}

/** One payment with what it brought and gave back within a range. */
export interface ReceiptEntry {
  intent: IntentRow
  /** of `amount` */
  kind: PayCollectCameKind
  /** smallest units; 0 where the money came before the range */
  amount: bigint
  fee: bigint
  refunded: bigint
  /** the same one by one, by when it was asked for */
  back: MoneyBack[]
}

interface BackRow {
  intent_id: string
  way: PayCollectBackKind
  at: Date
  sum: string
  of_fee: string
}

const ENTRIES_PAGE = 500
const SUMS_BACK = "min(at) as at, sum(refund)::text as sum, sum(of_fee)::text as of_fee"

/** Takings payment by payment. */
export class ReceiptEntries extends ReceiptRows {
  /**
   * Every payment that brought money or gave some back, one by one: first those whose money came within the bounds, by the moment it did,
   * then those that came before and of which something went back. Their sums are those of {@link ReceiptSums.of}, in each period, too.
   */
  async *pages(bounds: Bounds, filters: ReceiptFilters): AsyncGenerator<ReceiptEntry[]> {
    for await (const rows of this.paidRows(bounds, filters)) yield await this.entriesOf(bounds, rows, true)
    for await (const rows of this.refundedRows(bounds, filters))
      yield await this.entriesOf(bounds, rows, false)
  }

  private async entriesOf(bounds: Bounds, rows: IntentRow[], came: boolean): Promise<ReceiptEntry[]> {
    const ids = rows.map(({ id }) => id)
    const [back, reasons] = await Promise.all([this.backOf(bounds, ids), this.reasonsOf(ids)])
    return rows.map((intent) => {
      const mine = back.get(intent.id) ?? []
      return {
        intent,
        kind: cameKind(intent, reasons.get(intent.id)),
        amount: came ? BigInt(intent.amount) : 0n,
        fee: came ? BigInt(intent.fee ?? 0) : 0n,
        refunded: mine.reduce((sum, { amount }) => sum + amount, 0n),
        back: mine,
      }
    })
  }

  private paidRows(bounds: Bounds, filters: ReceiptFilters) {
    const paid = () => this.within(bounds, intents.paid_at, filters).whereNotNull("paid_at")
    const paging = { moment: intents.paid_at, descending: false, size: ENTRIES_PAGE }
    return pagesByMoment(this.knex, paid, paging)
  }

  private refundedRows(bounds: Bounds, filters: ReceiptFilters) {
    const outside = `(${intents.paid_at} < ?::timestamptz or ${intents.paid_at} >= ?::timestamptz)`
    const moved = this.knex
      .from(this.refundLines(bounds).as("line"))
      .groupBy(lines.intent_id)
      .select(lines.intent_id)
      .havingRaw("bool_or(refund <> 0)")
      .as("moved")
    return pagesAfter<IntentRow>(ENTRIES_PAGE, (last) => {
      const page = this.filtered(filters)
        .join(moved, `moved.${lines.intent_id}`, `${INTENT}.${intents.id}`)
        .whereRaw(outside, ends(bounds))
      if (last) page.where(`${INTENT}.id`, ">", last.id)
      return page.orderBy(`${INTENT}.id`).limit(ENTRIES_PAGE).select(`${INTENT}.*`)
    })
  }

  /** A refund that was not sent after all is none, where both lie in one period. */
  private async backOf(bounds: Bounds, ids: string[]): Promise<Map<string, MoneyBack[]>> {
    const rows: BackRow[] = await this.knex
      .from(this.refundLines(bounds).whereIn("intent_id", ids).as("line"))
      .groupBy(lines.intent_id, "way", "move", "period")
      .havingRaw("sum(refund) <> 0")
      .orderByRaw("min(at)")
      .select(lines.intent_id, "way", this.periodOf(bounds, "at"), this.knex.raw(SUMS_BACK))
    return byIntent(rows, ({ way, at, sum, of_fee }) => ({
      ...{ kind: way, at, amount: BigInt(sum), ofFee: BigInt(of_fee) },
    }))
  }

  /** Why a person was asked about their money, last. */
  private async reasonsOf(ids: string[]): Promise<Map<string, string[]>> {
    const rows = await rowsOf(this.knex, ATTENTION)
      .where({ category: "money" })
      .whereIn("intent_id", ids)
      .orderBy("created_at", "desc")
      .select<{ intent_id: string; reason: string }[]>("intent_id", "reason")
    return byIntent(rows, ({ reason }) => reason)
  }
}

function byIntent<Row extends { intent_id: string }, Value>(
  rows: Row[],
  valueOf: (row: Row) => Value
): Map<string, Value[]> {
  const found = new Map<string, Value[]>()
  for (const row of rows) found.set(row.intent_id, [...(found.get(row.intent_id) ?? []), valueOf(row)])
  return found
}

const KIND_BY_REASON: Record<string, PayCollectCameKind> = {
  duplicate_payment: "second_payment",
  late_payment: "late",
}

/** @param reasons why a person was asked about its money, the last first */
export function cameKind(
  { applied_at, closed_as }: IntentRow,
  [reason = ""]: string[] = []
): PayCollectCameKind {
  if (applied_at) return "order"
  return closed_as === "kept" ? "kept" : (KIND_BY_REASON[reason] ?? "unassigned")
}
