import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { CHECK_AGAIN_MS, ADVANCE_RETRY_MS, REVIEW_AGES } from "../schedule"
import { claimDue, type DueRow } from "./due"
import { closeItems, leaveSchedule, noteApplied } from "./item-moves"
import { factsOf, type Source } from "../source"
import { bookedBack } from "../came"
import { cameBy, HELD, forgotten, PLACE, TAKEN_BY, type Entry } from "./entries"
import { withHistory, type LedgerEvent } from "./history"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { mayNow } from "../phase"
import { ShopId } from "../names"
import { LedgerCreates } from "./creates"
import { moveRefund, moveReversed } from "./refund-moves"
import { takeOffOrder } from "./take-off-order"
import { more, type IntentPatch, type NewIntent } from "./rows"
import {
  columns,
  INTENT,
  isTaken,
  LINK,
  LINK_COLLECTION,
  MONEY_OVER,
  rowsOf,
  SESSION,
  table,
} from "../../tables"

const intents = columns(INTENT)

export type { DueRow, IntentPatch, NewIntent }

/** What is written down beside an answer. */
interface AnswerExtras {
  event?: LedgerEvent
  /** the row as it was claimed to ask: its lease ends with the answer */
  question?: IntentRow
}

/**
 * The SQL of the intent ledger. Plain statements on our own tables instead of the generated service: a lease and a guarded change
 * have to be one statement, and so have a change and its line of history.
 */
export class IntentLedger extends LedgerCreates {
  /** whose payments these are, in a word that the service repeats */
  readonly shop = new ShopId(this.knex, this.clock)

  /** What the service said of a payment, or that it said nothing; that it failed is told by the process that writes it first. @param due when to look again; null takes it off the schedule */
  async answered(
    seen: IntentRow,
    patch: IntentPatch,
    due: Date | null,
    extras: AnswerExtras = {}
  ): Promise<IntentRow> {
    const came = await cameBy(this.knex, seen, patch)
    const change = {
      patch: { ...patch, ...(due === null && forgotten(seen, patch)), ...came.balance },
      more: this.moreOfAnswer(due, extras),
      event: extras.event,
      entries: came.entries,
    }
    const isNews = patch.outcome === "failed" && !seen.failed_at
    const failed = isNews && (await this.changed({ ...came.seen, failed_at: null }, change))
    if (failed) this.news.failed?.(failed)
    return failed || (await this.write(came.seen, change))
  }

  /**
   * All attempts of a cart, the one first that its customer was led to last: she may have gone back to an older one. That of money that came stays at its
   * place; the others are the newest first.
   */
  async ofCustomer(subjectId: string): Promise<IntentRow[]> {
    const led = rowsOf(this.knex, SESSION)
      .whereRaw("?? = ??", [`${SESSION}.${columns(SESSION).intent_id}`, `${INTENT}.${intents.id}`])
      .select(this.knex.raw("max(??)", [`${SESSION}.${columns(SESSION).updated_at}`]))
      .as("led_at")
    const rows: (IntentRow & { led_at: Date | null })[] = await this.intents
      .where({ subject_id: subjectId })
      .orderBy("attempt", "desc")
      .select(`${INTENT}.*`, led)
    const ledAt = ({ led_at, created_at }: (typeof rows)[number]) => Math.max(+(led_at ?? 0), +created_at)
    const chosen = rows.find((row) => rows.every((other) => ledAt(row) >= ledAt(other)))
    const hasCome = !chosen || chosen.outcome === "paid" || chosen.outcome === "discrepancy"
    return hasCome ? rows : [chosen, ...rows.filter((row) => row !== chosen)]
  }

  /**
   * The money came, under this id (U-23): nothing is created for this row any more. When it came is what the first of these says.
   * @returns null when the id is recorded for another payment of the same environment; nothing was written then
   */
  async paid(
    seen: IntentRow,
    patch: IntentPatch & Pick<IntentRow, "transaction_id">,
    due: Date | null,
    extras: AnswerExtras = {}
  ): Promise<IntentRow | null> {
    const came = await cameBy(this.knex, seen, patch)
    try {
      const paid_at = this.knex.raw(`coalesce(${intents.paid_at}, ?::timestamptz)`, [this.date()])
      return await this.write(came.seen, {
        patch: { ...patch, request: null, ...came.balance },
        more: more({ ...this.moreOfAnswer(due, extras), paid_at }),
        event: extras.event,
        entries: came.entries,
      })
    } catch (error) {
      if (isTaken(error)) return null
      throw error
    }
  }

  /** When the first payment was begun, epoch milliseconds; null before there is one. */
  async beganAt(): Promise<number | null> {
    const first = await this.intents.orderBy("created_at").first("created_at")
    return first ? new Date(first.created_at).getTime() : null
  }

  /** Due by then (epoch ms) at the latest, also when its schedule is over; money that is applied or closed never is. */
  async scheduleBy(id: string, at = this.clock.now() + CHECK_AGAIN_MS): Promise<void> {
    await table(this.knex, INTENT)
      .where({ id })
      .whereRaw(mayNow("schedule"))
      .update({
        next_step_at: this.knex.raw(`least(${intents.next_step_at}, ?::timestamptz)`, [new Date(at)]),
      })
  }

  /**
   * Off the schedule, after a look that was over before this: money that another process saw meanwhile, or that core voided, stays due.
   */
  async unschedule(id: string): Promise<void> {
    await leaveSchedule(this.knex, this.date(), id, "end")
  }

  /** An attempt to make an order threw: the next one is due exactly then (epoch ms), unless it was applied or closed meanwhile. */
  async retryAt(
    id: string,
    at: number,
    patch: Pick<IntentRow, "advance_attempts">,
    event: LedgerEvent
  ): Promise<IntentRow> {
    const next_step_at = this.unlessOver(new Date(at))
    return await this.write({ id }, { patch, more: more({ next_step_at }), event })
  }

  /**
   * Core took back the payment and the order it had made of this money, which itself did not move: it pays for nothing now and is due at
   * once. A process that looked in while core was still at it may have taken the order for one that stands.
   */
  async voidedByCore(id: string): Promise<IntentRow> {
    return await takeOffOrder(this.knex, this.date(), id, {
      // What an employee gave to another order since is that order's.
      isMeant: ({ assigned_order_id }) => !assigned_order_id,
      meaning: "completion failed; the money was kept and stays usable",
    })
  }

  /** The order of a session's payment was canceled without booking all of it as gone: it is due, be it reversed, or given to it and not written down. */
  async leftByOrder(id: string, sessionId: string): Promise<void> {
    await takeOffOrder(this.knex, this.date(), id, {
      isMeant: (row) =>
        (!!row.applied_at || (!!row.assigned_order_id && !row.closed_at)) &&
        row.used_by_session_id === sessionId &&
        BigInt(row.came) > bookedBack(row),
      meaning: "its order was canceled, and nothing was sent back",
    })
  }

  /** Core took back the order of a session's payment, and its process died over it: the payment waits for an order, as one that core only began. */
  async orderLost({ id, used_by_session_id, captured_told_at }: IntentRow): Promise<void> {
    await takeOffOrder(this.knex, this.date(), id, {
      isMeant: (row) =>
        !!row.applied_at && !row.assigned_order_id && row.used_by_session_id === used_by_session_id,
      meaning: "its order is gone; the money was kept",
      kept: { used_by_session_id, captured_told_at },
    })
  }

  /** A step of a refund that Medusa records. @returns null where its sum is not there; nothing was written */
  async refund(
    id: string,
    move: Parameters<typeof moveRefund>[3],
    event: LedgerEvent
  ): Promise<IntentRow | null> {
    return await moveRefund(this.knex, this.date(), id, move, event)
  }

  /**
   * What the service says is gone without the store, in smallest units: as long as nothing else was counted since the row was read.
   * @returns null where something was; nothing was written
   */
  async reversedTo(seen: IntentRow, gone: bigint): Promise<IntentRow | null> {
    return await moveReversed(this.knex, this.date(), seen, gone)
  }

  /** Rows that are due, as {@link claimDue} hands them out. */
  async claimDue(limit: number, leaseMs: number): Promise<DueRow[]> {
    return await claimDue(this.knex, { now: this.date(), until: this.date(leaseMs), limit })
  }

  /**
   * The row is due from now on: whichever process called core, advancing has to hear of the payment that core makes next. Money of which a part
   * went back pays for nothing.
   * @param insteadOf a session that took this money before and is gone without leaving a payment; the statement still names it, so that
   * of two successors only one gets the money
   * @param collectionId of the session: money that an employee gave to an order is used in that assignment's collection alone
   * @returns false when another session already turned this intent into a payment, or the merchant dealt with its money by hand or sends it back
   */
  async markUsed(
    id: string,
    sessionId: string,
    insteadOf: string | null = null,
    collectionId = ""
  ): Promise<boolean> {
    const own = [sessionId, ...(insteadOf ? [insteadOf] : [])]
    const used = table(this.knex, INTENT)
      .where({ id, refunded: "0", reversed: "0" })
      .whereRaw(mayNow("use"))
      .andWhere((its) => its.whereNull("assigned_order_id").orWhere({ assigned_collection_id: collectionId }))
      .andWhere((unused) => unused.whereNull("used_by_session_id").orWhereIn("used_by_session_id", own))
      .update({
        used_by_session_id: sessionId,
        next_step_at: this.knex.raw(
          `case when ${mayNow("schedule")} then coalesce(${intents.next_step_at}, ?::timestamptz) end`,
          [this.date(ADVANCE_RETRY_MS)]
        ),
        updated_at: this.date(),
      })
    const entry: Entry = {
      ...{ key: `used:${sessionId}`, eachTurn: true, ifWithNoOrder: true },
      ...{ from: insteadOf ? `session:${insteadOf}` : "unapplied", to: `session:${sessionId}`, amount: HELD },
    }
    return (await withHistory(this.knex, this.date(), used, undefined, { entries: [entry] })) !== undefined
  }

  /**
   * The money became this order (or, without a cart, a captured payment). Items about money without order, or order without money,
   * are closed in the same transaction: a payment is never both an order and an open item. In a statement of their own, which sees what a
   * process that held the row just before has opened.
   * @returns null when core voided it meanwhile: what was seen as an order's payment is one no more; and where it was applied before
   */
  async applied(id: string, orderId: string | null, source: Source): Promise<IntentRow | null> {
    const now = this.date()
    return await this.knex.transaction(async (trx) => {
      const recorded = table(trx, INTENT)
        .where({ id, applied_at: null })
        .whereNotNull("used_by_session_id")
        .update({
          ...MONEY_OVER,
          applied_at: now,
          order_id: orderId,
          // What of it is gone already is told by the job's next look.
          review_at: this.knex.raw(
            `case when ${intents.reversed} <> '0' then ?::timestamptz else ?::timestamptz end`,
            [now, this.date(REVIEW_AGES[0])]
          ),
          updated_at: now,
        })
      const event: LedgerEvent = { type: "applied", cause: factsOf(source).said, data: { order_id: orderId } }
      const entry = { key: "applied", eachTurn: true, from: TAKEN_BY, to: PLACE, amount: HELD }
      const row = await withHistory(trx, now, recorded, event, { entries: [entry] })
      if (row) {
        await closeItems(trx, now, { intent_id: id, note: noteApplied(row) })
        if (!row.assigned_order_id) await noteLinkPaid(trx, now, row.payment_collection_id)
      }
      return row ?? null
    })
  }

  /** A customer was deleted: of what she was buying its lines stay, and not who she is. @param carts hers */
  async forgetBuyer(customerId: string, carts: string[]): Promise<void> {
    const { purchase, cart_id } = intents
    const hers = `${purchase} is not null and (${cart_id} = any(?) or ${purchase}->>'customer_id' = ?)`
    const lines = `jsonb_build_object('lines', ${purchase}->'lines', 'delivery', ${purchase}->'delivery')`
    const forgotten = { purchase: this.knex.raw(lines), updated_at: this.date() }
    await this.intents.whereRaw(hers, [carts, customerId]).update(forgotten)
  }

  private moreOfAnswer(due: Date | null, { question }: AnswerExtras) {
    const lease = question?.verify_lease_until
    return more({
      next_step_at: this.unlessOver(due),
      // The lease of a question goes with its answer, in one statement; only its owner's, as in `release`.
      ...(lease && {
        verify_lease_until: this.knex.raw(`nullif(${intents.verify_lease_until}, ?::timestamptz)`, [lease]),
      }),
    })
  }
}

/** Money came by the link that its collection was paid in by, if any. */
async function noteLinkPaid(trx: Knex, now: Date, collectionId: string): Promise<void> {
  const paidIn = table(trx, LINK_COLLECTION).where({ id: collectionId }).select("link_id")
  await table(trx, LINK)
    .whereIn("id", paidIn)
    .where({ paid_at: null })
    .update({ paid_at: now, updated_at: now })
}
