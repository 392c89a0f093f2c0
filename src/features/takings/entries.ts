import { type EntryRow } from "../../modules/paycollect/models/entry"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { pagesAfter, pagesByMoment } from "../reading"
import { type PayCollectBackKind, type PayCollectCameKind } from "../../types/http"
import { ends, ReceiptRows, type Bounds, type ReceiptFilters } from "./rows"
import { ATTENTION, columns, ENTRY, INTENT, rowsOf } from "../../tables"

const intents = columns(INTENT)
const lines = columns(ENTRY)

/** Money that went back within a range; below zero where it did not after all. Or that a person closed as kept, of which nothing did. */
export interface MoneyBack {
  kind: PayCollectBackKind | "kept"
  at: Date
  amount: bigint
  kept: bigint
  /** goes back with the last of the goods, and not before: which goods a part is for is not known */
  tax: bigint | null
  /** what of it was first taken for a fee, and is money that came from then on */
  ofFee: bigint
}

/** One payment with what it brought and gave back within a range. */
export interface ReceiptEntry {
  intent: IntentRow
  /** of `amount`, as it was when the range ended: what is done later changes nothing of a month that is over */
  kind: PayCollectCameKind
  /** of its own order, be it that this was canceled since */
  tax: bigint | null
  /** smallest units; 0 where the money came before the range */
  amount: bigint
  fee: bigint
  refunded: bigint
  /** the same one by one, by when it was asked for */
  back: MoneyBack[]
}

interface BackRow {
  intent_id: string
  way: MoneyBack["kind"]
  at: Date
  sum: string
  of_fee: string
  kept: string
}

/** What the journal says of one payment by the end of a range. */
interface Stood {
  isApplied: boolean
  /** of an order that an employee gave it to */
  isReserved: boolean
  /** the last order that it stood for is that of its own cart */
  isOwn: boolean
  /** of the goods, before the range */
  gone: bigint
}

const ENTRIES_PAGE = 500
const SUMS_BACK =
  "min(at) as at, sum(refund)::text as sum, sum(of_fee)::text as of_fee, sum(kept)::text as kept"
const PLACES = /^(unapplied|closed|returned|kept|session:|reserved:|order:|collection:)/

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
    const [, until] = ends(bounds)
    const [moved, reasons, stood] = await Promise.all([
      this.backOf(bounds, ids),
      this.reasonsOf(ids, until),
      this.stoodBy(bounds, ids),
    ])
    return rows.map((intent) => {
      const { isApplied, isOwn, gone } = stood.get(intent.id) ?? NOWHERE
      const tax = isOwn && intent.tax !== null ? BigInt(intent.tax) : null
      const back = taxed(moved.get(intent.id) ?? [], { gone, tax, goods: BigInt(intent.amount) })
      return {
        intent,
        ...{ tax, back },
        kind: cameKind({ isApplied }, reasons.get(intent.id)),
        amount: came ? BigInt(intent.amount) : 0n,
        fee: came ? BigInt(intent.fee ?? 0) : 0n,
        refunded: back.reduce((sum, { amount }) => sum + amount, 0n),
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
      .havingRaw("bool_or(refund <> 0 or kept <> 0)")
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
      .havingRaw("sum(refund) <> 0 or sum(kept) <> 0")
      .orderByRaw("min(at)")
      .select(lines.intent_id, "way", this.periodOf(bounds, "at"), this.knex.raw(SUMS_BACK))
    return byIntent(rows, ({ way, at, sum, of_fee, kept }) => ({
      ...{ kind: way, at, amount: BigInt(sum), ofFee: BigInt(of_fee), kept: BigInt(kept), tax: null },
    }))
  }

  private async stoodBy(bounds: Bounds, ids: string[]): Promise<Map<string, Stood>> {
    const [since, until] = ends(bounds)
    const moves = await rowsOf(this.knex, ENTRY)
      .whereIn("intent_id", ids)
      .where("created_at", "<", until)
      .whereRaw(`(${lines.to_account} ~ ? or ${lines.went_back} is not null)`, [PLACES.source])
      .orderBy("created_at")
    const stood = new Map<string, Stood>()
    for (const move of moves)
      stood.set(move.intent_id, movedBy(stood.get(move.intent_id) ?? NOWHERE, move, since))
    return stood
  }

  /** Why a person was asked about their money, last. */
  private async reasonsOf(ids: string[], until: string): Promise<Map<string, string[]>> {
    const rows = await rowsOf(this.knex, ATTENTION)
      .where({ category: "money" })
      .whereIn("intent_id", ids)
      .where("created_at", "<", until)
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
  { isApplied, isKept = false }: { isApplied: boolean; isKept?: boolean },
  [reason = ""]: string[] = []
): PayCollectCameKind {
  if (isApplied) return "order"
  return isKept ? "kept" : (KIND_BY_REASON[reason] ?? "unassigned")
}

const NOWHERE: Stood = { isApplied: false, isReserved: false, isOwn: false, gone: 0n }

function movedBy(stood: Stood, move: EntryRow, since: string): Stood {
  const { from_account, to_account: to, went_back, created_at } = move
  const isOfFee = from_account === "fee" || to === "fee"
  const isBefore = went_back !== null && !isOfFee && new Date(created_at) < new Date(since)
  const gone = isBefore ? stood.gone + BigInt(went_back) : stood.gone
  if (!PLACES.test(to)) return { ...stood, gone }
  const isApplied = /^(order|collection):/.test(to)
  const isReserved = to.startsWith("reserved:") || (isApplied && stood.isReserved)
  return { isApplied, isReserved, isOwn: isApplied ? !isReserved : stood.isOwn, gone }
}

/** @param gone of its goods, before */
function taxed(
  back: MoneyBack[],
  { gone, tax, goods }: { gone: bigint; tax: bigint | null; goods: bigint }
): MoneyBack[] {
  if (tax === null) return back
  const left = (sum: bigint) => (sum >= goods ? 0n : tax)
  return back.map((move) => {
    const before = left(gone)
    gone += move.amount - move.ofFee
    const more = left(gone) - before
    return { ...move, tax: more === 0n ? null : more }
  })
}
