import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { type EntryRow } from "../../modules/paycollect/models/entry"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { REVERSED_KEY } from "../../orders/went-back"
import { ATTENTION, columns, ENTRY, INTENT, REFUND, rowsOf } from "../../tables"
import { type AdminPayCollectListedRefund, type PayCollectBackKind } from "../../types/http"
import { cameKind } from "./entries"

const lines = columns(ENTRY)

const ENDED_BY_HAND = `exists (select from ${ENTRY} as ended where ended.${lines.intent_id} = ${ENTRY}.${lines.intent_id}
  and ended.${lines.key} = ${ENTRY}.${lines.key} || ':end' and ended.${lines.to_account} = 'refunded_by_hand')`
/** By which way a line moved money back, as far as is known by now. */
const BACK_KIND = `case when 'reversed' in (${lines.from_account}, ${lines.to_account}) then 'reversal'
  when ${lines.to_account} in ('returned', 'refunded_by_hand') or ${ENDED_BY_HAND} then 'cash_refund' else 'refund' end as way`

/** One time that money went back, or was to; `by` is not known yet of a refund that was asked for in Medusa. */
interface WentBackMove extends Pick<
  AdminPayCollectListedRefund,
  "id" | "kind" | "state" | "amount" | "currency_code" | "by" | "came_as"
> {
  at: Date
  intent: IntentRow
}

type MoveRow = EntryRow & { way: PayCollectBackKind; move: string }

/** Each refund, reversal and sum that was given back by hand, as the journal has it, the last first. */
export class WentBackList {
  constructor(private readonly knex: Knex) {}

  async page(
    kind: PayCollectBackKind | undefined,
    { limit, offset }: { limit: number; offset: number }
  ): Promise<{ moves: WentBackMove[]; count: number }> {
    const [rows, [counted]] = await Promise.all([
      this.moves(kind).orderByRaw(`${lines.created_at} desc, ${lines.key}`).limit(limit).offset(offset),
      this.moves(kind).count("* as count"),
    ])
    return { moves: await this.described(rows as MoveRow[]), count: Number(counted!.count) }
  }

  /** The line by which each began: how it ended is another one. */
  private moves(kind: PayCollectBackKind | undefined) {
    const began = rowsOf(this.knex, ENTRY)
      .whereNotNull("went_back")
      .whereRaw(`${lines.went_back} <> '0' and ${lines.key} not like '%:end'`)
      .select("*", this.knex.raw(`${BACK_KIND}, split_part(${lines.key}, ':', 2) as move`))
    return this.knex.from(began.as("move")).where(kind ? { way: kind } : {})
  }

  private async described(rows: MoveRow[]): Promise<WentBackMove[]> {
    const ids = rows.map(({ intent_id }) => intent_id)
    const [payments, items, ends, refunds] = await Promise.all([
      rowsOf(this.knex, INTENT).whereIn("id", ids),
      rowsOf(this.knex, ATTENTION).whereIn("intent_id", ids).orderBy("created_at", "desc"),
      rowsOf(this.knex, ENTRY).whereIn("intent_id", ids).whereRaw(`${lines.key} like 'refund:%:end'`),
      rowsOf(this.knex, REFUND).whereIn("intent_id", ids),
    ])
    return rows.map((row) => {
      const { intent_id, key, move: id, way: kind, went_back, currency_code, created_at: at } = row
      const intent = payments.find((payment) => payment.id === intent_id)!
      const about = items.filter((item) => item.intent_id === intent_id)
      const money = about.flatMap(({ category, reason }) => (category === "money" ? reason : []))
      const end = ends.find((line) => line.intent_id === intent_id && line.key === `${key}:end`)
      const asked = refunds.find((refund) => refund.id === id)?.created_by
      return {
        ...{ id, kind, amount: went_back!, currency_code, at, intent },
        state: stateOfMove(row, intent, about, end),
        by: asked ?? about.find((item) => item.id === id)?.resolved_by ?? null,
        came_as: cameKind(
          { isApplied: intent.applied_at !== null, isKept: intent.closed_as === "kept" },
          money
        ),
      }
    })
  }
}

const STATE_BY_REASON: Record<string, WentBackMove["state"]> = {
  refund_due: "due",
  refund_pending: "pending",
  refund_unknown: "unknown",
}

/** @param items of its payment, the last first @param end how it ended, where it did */
function stateOfMove(
  { key, move, way, went_back, to_account }: MoveRow,
  payment: IntentRow,
  items: readonly AttentionRow[],
  end: EntryRow | undefined
): WentBackMove["state"] {
  if (way === "reversal") return went_back!.startsWith("-") || isThere(payment, items) ? "won_back" : "done"
  if (!key.startsWith("refund:")) return "done"
  if (end) return end.went_back?.startsWith("-") ? "not_sent" : "done"
  const open = items.find((item) => item.key === move && item.status === "open")
  return STATE_BY_REASON[open?.reason ?? ""] ?? (to_account === "refunded" ? "done" : "begun")
}

/** The books have all of it as gone, and a person is to say what becomes of it: all of that is there again. */
function isThere({ reversed }: IntentRow, items: readonly AttentionRow[]): boolean {
  const told = items.find(({ key, status }) => key === REVERSED_KEY && status === "open")
  const { won } = (told?.data ?? {}) as { won?: string }
  return told?.reason === "won_back" && won?.split(" ")[0] === reversed
}
