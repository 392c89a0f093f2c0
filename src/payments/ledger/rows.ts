import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type Clock } from "../../service/config"
import { IS_SENT, type Entry, type Seen } from "./entries"
import { appendEvent, withHistory, type LedgerEvent, type HistoryEvent, type PaidSession } from "./history"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { numbered, withFreeNumber } from "../names"
import { mayNow } from "../phase"
import {
  columns,
  ENTRY,
  EVENT,
  INTENT,
  LINK_COLLECTION,
  type Only,
  SESSION,
  table,
  rowsOf,
} from "../../tables"

const lines = columns(EVENT)
const sessions = columns(SESSION)
const ofIntent = columns(INTENT)
/** By the index of beginnings, which searches look into (`features/payment-list/search.ts`). */
const isCalled = (name: string) => `(lower(${name}) = lower(?) and ${name} = ?)`
const IS_ITS_ID = `(${isCalled(ofIntent.service_intent_id)} or ${ofIntent.transaction_id} = ?)`

export type NewIntent = Pick<
  IntentRow,
  | "merchant_reference"
  | "subject_id"
  | "attempt"
  | "cart_id"
  | "payment_collection_id"
  | "provider_id"
  | "environment"
  | "amount"
  | "currency_code"
  | "exponent"
  | "fee_bearer"
  | "fingerprint"
  | "request"
> &
  Partial<Pick<IntentRow, "contact" | "purchase" | "tax" | "multiple">>
type Bought = Pick<IntentRow, "purchase" | "tax">

/** One line of the history of a refund; `data.amount` in smallest units: what of it is sent. */
type RefundLine = { type: HistoryEvent; data: { amount?: string } | null; created_at: Date }

/** Held while the service is asked. That of advancing is had by {@link LedgerLeases.hold} only. */
export type CallLease = "create_lease_until" | "verify_lease_until"
export type Lease = CallLease | "advance_lease_until"
/**
 * Facts of a payment. When it is looked at again, when its money came and which process works on it is told by verbs of the ledger, and by
 * nothing else.
 */
export type IntentPatch = Partial<Omit<IntentRow, "id" | "created_at" | "next_step_at" | "paid_at" | Lease>>

type IntentMore = Partial<Record<keyof IntentRow, unknown>>
/** More of a change than a patch may say, with values that may be SQL. */
export const more = <Given extends object>(given: Given & Only<Given, IntentRow>) => given as IntentMore

interface Change {
  patch: IntentPatch
  more?: IntentMore
  event?: LedgerEvent
  entries?: readonly Entry[]
  session?: PaidSession
}

/** So much after now, in SQL: by the one clock that every process compares leases with. */
export function leaseTime(knex: Knex, { database }: Clock, offsetMs = 0): Knex.Raw {
  return database
    ? knex.raw("?::timestamptz", [new Date(database() + offsetMs)])
    : knex.raw("date_trunc('milliseconds', clock_timestamp()) + ? * interval '1 millisecond'", [offsetMs])
}

/** Statements on our tables, by the time that the whole module goes by. */
export abstract class Statements {
  constructor(
    protected readonly knex: Knex,
    protected readonly clock: Clock
  ) {}

  protected date(offsetMs = 0): Date {
    return new Date(this.clock.now() + offsetMs)
  }
}

/** The rows of the ledger: looked up, written and changed, each change with its history in one statement. */
export class LedgerRows extends Statements {
  async byId(id: string): Promise<IntentRow> {
    return (await this.intents.where({ id }).first()) as IntentRow
  }

  /** Newest first. */
  async byIds(ids: string[]): Promise<IntentRow[]> {
    return await this.intents.whereIn("id", ids).orderBy("created_at", "desc")
  }

  async byReference(reference: string): Promise<IntentRow | null> {
    return (await this.intents.where({ merchant_reference: reference }).first()) ?? null
  }

  /** By any name a webhook may use (U-07, U-23): our reference, the service's public one, the intent's id or its transaction's. */
  async byAnyReference(reference: string): Promise<IntentRow | null> {
    const own = await this.byReference(reference)
    return (
      own ??
      (await this.intents.whereRaw(isCalled(ofIntent.payment_ref), [reference, reference]).first()) ??
      (await this.intents.whereRaw(isCalled(ofIntent.service_intent_id), [reference, reference]).first()) ??
      (await this.intents.where({ transaction_id: reference }).first()) ??
      null
    )
  }

  /** Whether the service gave this id to another payment of the same environment, when it was created or when its money came. */
  async isIdOfAnother({ id, environment }: IntentRow, serviceId: string): Promise<boolean> {
    const another = await this.intents
      .where({ environment })
      .whereNot({ id })
      .whereRaw(IS_ITS_ID, [serviceId, serviceId, serviceId])
      .first("id")
    return another !== undefined
  }

  async bySession(sessionId: string): Promise<IntentRow | null> {
    const row = await rowsOf(this.knex, INTENT)
      .join(SESSION, `${SESSION}.${sessions.intent_id}`, `${INTENT}.${ofIntent.id}`)
      .whereRaw("?? = ?", [`${SESSION}.${sessions.id}`, sessionId])
      .first(`${INTENT}.*`)
    return row ?? null
  }

  /** Which payment each of these sessions is paid by: ids by the session's id; one that was never started is left out. */
  async payersOf(sessionIds: string[]): Promise<Record<string, string>> {
    const rows = await table(this.knex, SESSION)
      .whereIn("id", sessionIds)
      .select<{ id: string; intent_id: string }[]>("id", "intent_id")
    return Object.fromEntries(rows.map(({ id, intent_id }) => [id, intent_id]))
  }

  /** What of these payments was refunded and has certainly been sent, in smallest units by the payment's id. */
  async sentBack(ids: string[]): Promise<ReadonlyMap<string, bigint>> {
    if (ids.length === 0) return new Map()
    const rows = await rowsOf(this.knex, ENTRY)
      .whereIn("intent_id", ids)
      .whereRaw(IS_SENT)
      .groupBy("intent_id")
      .select<{ intent_id: string; sum: string }[]>(
        "intent_id",
        this.knex.raw(`sum(${columns(ENTRY).amount}::numeric)::text as sum`)
      )
    return new Map(rows.map(({ intent_id, sum }) => [intent_id, BigInt(sum)]))
  }

  /** All attempts of a cart (or payment collection), newest first. */
  async ofSubject(subjectId: string): Promise<IntentRow[]> {
    return await this.intents.where({ subject_id: subjectId }).orderBy("attempt", "desc")
  }

  /** Carts whose payment was under way at its last question: no more than the request budget has places in that time. */
  async cartsAskedSince(since: Date): Promise<string[]> {
    const underWay = this.intents.where({ outcome: "waiting", status: "processing" }).whereNotNull("cart_id")
    const rows = await underWay
      .where("verified_at", ">=", since)
      .whereNotNull("next_step_at")
      .distinct<{ cart_id: string }[]>("cart_id")
    return rows.map(({ cart_id }) => cart_id)
  }

  /** The same, with the sessions that they pay: ids of intents by the session's id. */
  async attemptsOf(subjectId: string): Promise<{ attempts: IntentRow[]; payers: Record<string, string> }> {
    const paidBy = rowsOf(this.knex, SESSION)
      .whereRaw("?? = ??", [`${SESSION}.${sessions.intent_id}`, `${INTENT}.${ofIntent.id}`])
      .select(this.knex.raw("coalesce(json_agg(??), '[]')", [`${SESSION}.${sessions.id}`]))
      .as("session_ids")
    const rows: (IntentRow & { session_ids: string[] })[] = await this.intents
      .where({ subject_id: subjectId })
      .orderBy("attempt", "desc")
      .select(`${INTENT}.*`, paidBy)
    const payers = rows.flatMap(({ id, session_ids }) => session_ids.map((session) => [session, id]))
    return { attempts: rows.map(({ session_ids: _, ...row }) => row), payers: Object.fromEntries(payers) }
  }

  /** What was written down about one refund of Medusa's, oldest first; `recovered` where the row was written anew after it, and names it. */
  async historyOfRefund(id: string, refund: { id: string }): Promise<RefundLine[]> {
    return await rowsOf(this.knex, EVENT)
      .where({ intent_id: id })
      .whereRaw(
        `(${lines.data}->>'refund_id' = ? or ${lines.type} = 'recovered' and ${lines.data}->'refund_ids' @> to_jsonb(?::text))`,
        [refund.id, refund.id]
      )
      .orderBy([{ column: "created_at" }, { column: "id" }])
      .select<RefundLine[]>("type", "data", "created_at")
  }

  /**
   * Gives the payment its number, which its create body says, too.
   * @returns null when another process took the same attempt first: re-read and decide again.
   */
  async insert(values: NewIntent, leaseMs: number): Promise<IntentRow | null> {
    const now = this.date()
    const row = {
      ...values,
      purchase: values.purchase ? JSON.stringify(values.purchase) : null,
      id: generateEntityId("", "pcint"),
      status: "creating",
      outcome: "none",
      create_lease_until: leaseTime(this.knex, this.clock, leaseMs),
      next_step_at: this.date(leaseMs),
      created_at: now,
      updated_at: now,
    }
    const { attempt, environment } = values
    const created: LedgerEvent = { type: "created", data: { attempt, environment } }
    return await withFreeNumber(async (payment_number) => {
      const request = JSON.stringify(numbered(values.request, payment_number))
      const insert = table(this.knex, INTENT).insert({ ...row, payment_number, request })
      return (await withHistory(this.knex, now, insert, created))!
    })
  }

  /**
   * The service never made this attempt: its reference is another payment's. No other row is ever deleted. @returns false where another process asked about it, or is to, by an event
   */
  async withdraw({ id }: IntentRow): Promise<boolean> {
    return await this.knex.transaction(async (trx) => {
      const never = { id, status: "creating", outcome: "none", asked_at: null, told_at: null } as const
      if (!(await table(trx, INTENT).where(never).forUpdate().first("id"))) return false
      await rowsOf(trx, EVENT).where({ intent_id: id }).delete()
      await table(trx, INTENT).where({ id }).delete()
      return true
    })
  }

  /**
   * Changes a row and writes its history in one statement. A row that is paid stays paid: a slower, older answer must not undo
   * the knowledge that money arrived, so a patch that says anything else about status or outcome leaves such a row alone. A row that
   * was opened stays open: a customer may pay at its address, whatever another send of the same create was answered.
   */
  async change(id: string, patch: IntentPatch, event?: LedgerEvent): Promise<IntentRow> {
    return await this.write({ id }, { patch, event })
  }

  async record(id: string, event: LedgerEvent): Promise<void> {
    await appendEvent(this.knex, this.date(), id, event)
  }

  /**
   * From now on the session is paid by this intent, and by no other.
   * @param storefronts the collection, where it was started at the storefront: who pays in it goes back there, and to no payment link
   * @param bought as it is now: written where it changed, unless money came meanwhile
   */
  async linkSession(id: string, intentId: string, storefronts?: string, bought?: Bought): Promise<void> {
    const now = this.date()
    const linked = table(this.knex, SESSION)
      .insert({ id, intent_id: intentId, created_at: now, updated_at: now })
      .onConflict("id")
      .merge({ intent_id: intentId, updated_at: now })
    const all = storefronts
      ? table(this.knex, LINK_COLLECTION).with("linked", linked).where({ id: storefronts }).delete()
      : linked
    if (bought) {
      const unpaid = table(this.knex, INTENT).where({ id: intentId }).whereRaw(mayNow("watch"))
      const isOther = `(${ofIntent.purchase}, ${ofIntent.tax}) is distinct from (?::jsonb, ?::text)`
      unpaid.whereRaw(isOther, [bought.purchase, bought.tax])
      all.with("bought", unpaid.update({ ...bought, updated_at: now }))
    }
    await all
  }

  protected async write(seen: Seen, change: Change): Promise<IntentRow> {
    return (await this.changed(seen, change)) ?? (await this.byId(seen.id))
  }

  /** @returns undefined where the row is not as it was seen any more; nothing was written */
  protected async changed(seen: Seen, { patch, more, event, entries, session }: Change) {
    const now = this.date()
    const update = table(this.knex, INTENT)
      .where(seen)
      .update({ ...patch, ...more, updated_at: now })
    if (saysUnpaid(patch)) update.whereNot({ outcome: "paid" })
    if (saysNotOpened(patch)) update.whereNull("checkout_url")
    return await withHistory(this.knex, now, update, event, { entries, session })
  }

  /** Named in every look-up although nothing is ever deleted: the indexes that Medusa generates cover only rows that are not. */
  protected get intents() {
    return rowsOf(this.knex, INTENT)
  }
}

function saysUnpaid(patch: IntentPatch): boolean {
  return patch.outcome !== "paid" && ("outcome" in patch || "outcome_reason" in patch || "status" in patch)
}

function saysNotOpened({ status }: IntentPatch): boolean {
  return status === "rejected" || status === "unknown"
}
