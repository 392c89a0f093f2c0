import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import {
  columns,
  EVENT,
  INTENT,
  LINK_COLLECTION,
  type Query,
  REFUND,
  type Rows,
  rowsOf,
  SESSION,
  table,
} from "../../tables"
import { entriesOf, lastReserved, type Entry } from "./entries"

/** Everything that a payment's history may say. The dashboard has a text for each. */
export const HISTORY_EVENTS = [
  "created",
  "recovered",
  "opened",
  "create_failed",
  "create_ended",
  "verified",
  "verify_failed",
  "verify_not_found",
  "confirmed",
  "applied",
  "advance_failed",
  "order_canceled",
  "attention_opened",
  "attention_resolved",
  "store_canceled",
  "voided_by_core",
  "order_made",
  "assignment_begun",
  "assignment_undone",
  "refund_sending",
  "refund_not_sent",
  "refund_sent",
  "refund_pending",
  "refund_unknown",
  "refund_recorded",
] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

export interface LedgerEvent {
  type: HistoryEvent
  cause?: string
  /** facts for the merchant's timeline; never names, phones, e-mails, addresses or secrets */
  data?: Record<string, unknown>
}

/** A session of core's that is paid by an intent, and by no other. */
export interface PaidSession {
  id: string
  /** the collection, where it was started at the storefront: who pays in it goes back there, and to no payment link */
  storefronts?: string
}

/** One line of an intent's history; part of the caller's transaction where there is one. */
export async function appendEvent(knex: Knex, at: Date, intentId: string, event: LedgerEvent): Promise<void> {
  await table(knex, EVENT).insert({ ...historyLine(event, at), intent_id: intentId })
}

/** When the service was first asked about it in vain since its last answer, and since it was last given to an order; else now. Epoch ms. */
export async function silentSince(
  knex: Knex,
  { id, verified_at }: Pick<IntentRow, "id" | "verified_at">,
  now: number
): Promise<number> {
  const first = await rowsOf(knex, EVENT)
    .where({ intent_id: id })
    .whereIn("type", ["verify_failed", "verify_not_found"])
    .where("created_at", ">=", verified_at ?? new Date(0))
    .orderBy("created_at")
    .first("created_at")
  const asked = first ? new Date(first.created_at).getTime() : now
  return Math.max(asked, (await lastReserved(knex, id)) ?? 0)
}

/**
 * A change of one intent's row together with its line of history and what it moves of the money, as one statement: all or nothing, without a
 * transaction's BEGIN and COMMIT. Nothing is written where the change met no row.
 * @param change an insert or a guarded update of intents
 * @param beside what belongs to the change: entries of the journal, a refund without its `intent_id`, and the session that is paid by it from now on
 * @returns the row as it was written; undefined where there was none
 */
export async function withHistory(
  knex: Knex,
  at: Date,
  change: Query<IntentRow, number>,
  event?: LedgerEvent,
  beside: { entries?: readonly Entry[]; refund?: Partial<Rows[typeof REFUND]>; session?: PaidSession } = {}
): Promise<IntentRow | undefined> {
  const written = knex.with("changed", change.returning("*") as unknown as Knex.QueryBuilder)
  const { entries = [], refund, session } = beside
  const said = event && { table: EVENT, row: historyLine(event, at) }
  for (const [name, line] of Object.entries({
    told: said,
    refund: refund && { table: REFUND, row: refund },
    session: session && { table: SESSION, row: { id: session.id, created_at: at, updated_at: at } },
  })) {
    if (!line) continue
    const names = [columns(EVENT).intent_id, ...Object.keys(line.row)]
    const into = knex.raw(`?? (${names.map(() => "??").join(", ")})`, [line.table, ...names])
    const values = Object.values(line.row).map((value) => knex.raw("?", [value as Knex.Value]))
    const inserted = knex(into).insert(knex.from("changed").select(columns(INTENT).id, ...values))
    // A session may have been paid by another before; the other lines are new.
    const isSession = line.table === SESSION
    written.with(name, isSession ? inserted.onConflict("id").merge(["intent_id", "updated_at"]) : inserted)
  }
  if (session?.storefronts) {
    const left = table(knex, LINK_COLLECTION).where({ id: session.storefronts })
    written.with("left", left.whereRaw("exists (select from changed)").delete() as never)
  }
  if (entries.length > 0) written.with("moved", entriesOf(knex, at, entries, event?.cause))
  const [row] = await written.from("changed").select<IntentRow[]>("*")
  return row
}

function historyLine({ type, cause, data }: LedgerEvent, at: Date) {
  return {
    id: generateEntityId("", "pcevt"),
    type,
    cause: cause ?? null,
    data: data ? JSON.stringify(data) : null,
    created_at: at,
    updated_at: at,
  } satisfies Partial<Record<keyof Rows[typeof EVENT], unknown>>
}
