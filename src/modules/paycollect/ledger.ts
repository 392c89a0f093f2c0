import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type HistoryEvent } from "../../domain/events"
import { LOOK_AGAIN_MS, SETTLE_RETRY_MS } from "../../domain/ladder"
import { closeItems } from "./attention"
import { type Clock } from "./clock"
import { appendEvent, type LedgerEvent } from "./history"
import { type IntentRow } from "./models/intent"
import { EVENT, INTENT, OFF_LADDER, SESSION } from "./tables"

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
>
export type Lease = "create_lease_until" | "verify_lease_until" | "settle_lease_until"
/** Facts of a payment. When it is looked at again and which process works on it is told by verbs of the ledger, and by nothing else. */
export type IntentPatch = Partial<Omit<IntentRow, "id" | "created_at" | "due_at" | Lease>>

const UNIQUE_VIOLATION = "23505"

/**
 * The SQL of the intent ledger. Plain statements on our own tables instead of the generated service: a lease and a guarded change
 * have to be one statement, and a change and its history entry one transaction.
 */
export class IntentLedger {
  constructor(
    private readonly knex: Knex,
    private readonly clock: Clock
  ) {}

  async byReference(reference: string): Promise<IntentRow | null> {
    return (await this.intents.where({ merchant_reference: reference }).first()) ?? null
  }

  /** By any name a webhook may use (U-07): our reference, the service's public one, or the intent's id. */
  async byAnyReference(reference: string): Promise<IntentRow | null> {
    const own = await this.byReference(reference)
    return (
      own ??
      (await this.intents.where({ payment_ref: reference }).first()) ??
      (await this.intents.where({ intent_id: reference }).first()) ??
      null
    )
  }

  async bySession(sessionId: string): Promise<IntentRow | null> {
    const row = await this.knex(INTENT)
      .join(SESSION, `${SESSION}.intent_id`, `${INTENT}.id`)
      .where(`${SESSION}.id`, sessionId)
      .first(`${INTENT}.*`)
    return row ?? null
  }

  /** All attempts of a cart (or payment collection), newest first. */
  async ofSubject(subjectId: string): Promise<IntentRow[]> {
    return await this.intents.where({ subject_id: subjectId }).orderBy("attempt", "desc")
  }

  /** @returns null when another process took the same attempt first: re-read and decide again. */
  async insert(values: NewIntent, leaseMs: number): Promise<IntentRow | null> {
    const id = generateEntityId("", "pcint")
    const now = this.date()
    const row = {
      ...values,
      id,
      request: JSON.stringify(values.request),
      status: "creating",
      outcome: "none",
      create_lease_until: this.date(leaseMs),
      due_at: this.date(leaseMs),
      created_at: now,
      updated_at: now,
    }
    try {
      return await this.knex.transaction(async (trx) => {
        const [inserted] = await trx(INTENT).insert(row).returning("*")
        await appendEvent(trx, this.date(), id, {
          type: "created",
          data: { attempt: values.attempt, environment: values.environment },
        })
        return inserted as IntentRow
      })
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null
      throw error
    }
  }

  /**
   * Changes a row and writes its history in one transaction. A row that is paid stays paid: a slower, older answer must not undo
   * the knowledge that money arrived, so a patch that says anything else about status or outcome leaves such a row alone. A row that
   * was opened stays open: a customer may pay at its address, whatever another send of the same create was answered.
   */
  async change(id: string, patch: IntentPatch, event?: LedgerEvent): Promise<IntentRow> {
    return await this.write(id, { patch, event })
  }

  /** What the service said of a payment, or that it said nothing. @param due when to look again; null takes it off the ladder */
  async answered(id: string, patch: IntentPatch, due: Date | null, event?: LedgerEvent): Promise<IntentRow> {
    const served = due === null || patch.outcome === "paid"
    return await this.write(id, {
      patch: served ? { ...patch, request: null } : patch,
      more: { due_at: this.unlessOver(due) },
      event,
    })
  }

  /**
   * A create came to its end, and its lease with it.
   * @param due when to look again; null takes it off the ladder, undefined leaves it as it is
   */
  async createEnded(
    id: string,
    patch: IntentPatch,
    event: LedgerEvent,
    due?: Date | null
  ): Promise<IntentRow> {
    const more = { create_lease_until: null, ...(due !== undefined && { due_at: this.unlessOver(due) }) }
    return await this.write(id, { patch, more, event })
  }

  /** Due by then (epoch ms) at the latest, also when its ladder is over; money that is settled or was released never is. */
  async lookAgainBy(id: string, at = this.clock.now() + LOOK_AGAIN_MS): Promise<void> {
    await this.knex(INTENT)
      .where({ id, settled_at: null, released_at: null })
      .update({ due_at: this.knex.raw("least(due_at, ?::timestamptz)", [new Date(at)]) })
  }

  /**
   * Off the ladder, after a look that was over before this: money that another process saw meanwhile, or that core booked back, stays due.
   */
  async stopLooking(id: string): Promise<void> {
    await this.knex(INTENT)
      .where({ id })
      .andWhere((done) =>
        done.whereNot({ outcome: "paid" }).orWhereNotNull("settled_at").orWhereNotNull("released_at")
      )
      .update({ ...OFF_LADDER, updated_at: this.date() })
  }

  /** A person was told of money that no order can be made of: the job does not try any more. Money that became an order is left alone. */
  async giveUp(id: string): Promise<void> {
    await this.knex(INTENT)
      .where({ id, outcome: "paid", settled_at: null, released_at: null })
      .update({ ...OFF_LADDER, updated_at: this.date() })
  }

  /** An attempt to make an order threw: the next one is due exactly then (epoch ms), unless it was settled or released meanwhile. */
  async retryAt(
    id: string,
    at: number,
    patch: Pick<IntentRow, "settle_attempts">,
    event: LedgerEvent
  ): Promise<IntentRow> {
    return await this.write(id, { patch, more: { due_at: this.unlessOver(new Date(at)) }, event })
  }

  /**
   * Core took back the payment and the order it had made of this money, which itself did not move: it pays for nothing now and is due at
   * once. A process that looked in while core was still at it may have taken the order for one that stands.
   */
  async bookedBack(id: string): Promise<IntentRow> {
    const due = this.knex.raw("case when released_at is null then ?::timestamptz end", [this.date()])
    return await this.write(id, {
      patch: { consumed_session_id: null, settled_at: null, order_id: null },
      more: { due_at: due },
      event: {
        type: "booked_back",
        cause: "compensation",
        data: { meaning: "completion failed; the money was kept and stays usable" },
      },
    })
  }

  /** Adds to the sum of refunds in one statement: two partial refunds at once must not lose one. Negative to take one back. */
  async addRefund(id: string, amount: bigint, event: LedgerEvent): Promise<IntentRow> {
    return await this.knex.transaction(async (trx) => {
      const sum = trx.raw("((refunded::numeric + ?::numeric)::numeric(40,0))::text", [amount.toString()])
      const [changed] = await trx(INTENT)
        .where({ id })
        .update({ refunded: sum, updated_at: this.date() })
        .returning("*")
      await appendEvent(trx, this.date(), id, event)
      return changed as IntentRow
    })
  }

  /** What was written down about one refund of Medusa's, oldest first. */
  async historyOfRefund(id: string, refundId: string): Promise<HistoryEvent[]> {
    const rows = await this.knex(EVENT)
      .where({ intent_id: id })
      .whereRaw("data->>'refund_id' = ?", [refundId])
      .orderBy([{ column: "created_at" }, { column: "id" }])
      .select<{ type: HistoryEvent }[]>("type")
    return rows.map(({ type }) => type)
  }

  async record(id: string, event: LedgerEvent): Promise<void> {
    await appendEvent(this.knex, this.date(), id, event)
  }

  /** From now on the session is paid by this intent, and by no other. */
  async linkSession(sessionId: string, intentId: string): Promise<void> {
    const now = this.date()
    await this.knex(SESSION)
      .insert({ id: sessionId, intent_id: intentId, created_at: now, updated_at: now })
      .onConflict("id")
      .merge({ intent_id: intentId, updated_at: now })
  }

  /**
   * A lease is a column of the row: taken only when nobody's is running, freed by time when its owner dies. No transaction stays
   * open while the owner works.
   * @returns the row, or null while somebody else holds the lease
   */
  async claim(id: string, lease: Lease, leaseMs: number): Promise<IntentRow | null> {
    const [row] = await this.knex(INTENT)
      .where({ id })
      .andWhere((free) => free.whereNull(lease).orWhere(lease, "<=", this.date()))
      .update({ [lease]: this.date(leaseMs) })
      .returning("*")
    return row ?? null
  }

  /**
   * The one lease of everything that happens to a cart's money (or, without a cart, a payment collection's): held on the row of its
   * first attempt. Two attempts that were both paid must not make two orders, whatever locks the store's own completion.
   */
  async claimSubject(subjectId: string, leaseMs: number): Promise<IntentRow | null> {
    const first = await this.intents.where({ subject_id: subjectId }).orderBy("attempt").first("id")
    return first ? await this.claim(first.id, "settle_lease_until", leaseMs) : null
  }

  /** Only by its owner: a lease that ended while its owner was slow may be somebody else's now. */
  async release(claimed: IntentRow, lease: Lease): Promise<void> {
    await this.knex(INTENT)
      .where({ id: claimed.id, [lease]: claimed[lease] })
      .update({ [lease]: null })
  }

  /**
   * The rows that are due, oldest first, each handed to one caller only: taking a row moves its due time on by `leaseMs`, so a caller
   * that dies gives it back by itself. Costs what is due, not what is stored.
   */
  async claimDue(limit: number, leaseMs: number): Promise<IntentRow[]> {
    const due = this.intents
      .where("due_at", "<=", this.date())
      .orderByRaw("(outcome = 'paid') desc, due_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .select("id")
    return await this.knex(INTENT)
      .whereIn("id", due)
      .update({ due_at: this.date(leaseMs) })
      .returning("*")
  }

  /**
   * The row is due from now on: whoever called core, settling has to hear of the payment that core makes next.
   * @param insteadOf a session that took this money before and is gone without leaving a payment; the statement still names it, so that
   * of two heirs only one inherits
   * @returns false when another session already turned this intent into a payment, or the merchant dealt with its money by hand
   */
  async consume(id: string, sessionId: string, insteadOf: string | null = null): Promise<boolean> {
    const own = [sessionId, ...(insteadOf ? [insteadOf] : [])]
    const changed = await this.knex(INTENT)
      .where({ id, outcome: "paid", released_at: null })
      .andWhere((free) => free.whereNull("consumed_session_id").orWhereIn("consumed_session_id", own))
      .update({
        consumed_session_id: sessionId,
        due_at: this.knex.raw("case when settled_at is null then coalesce(due_at, ?::timestamptz) end", [
          this.date(SETTLE_RETRY_MS),
        ]),
        updated_at: this.date(),
      })
    return changed === 1
  }

  /**
   * The money became this order (or, without a cart, a captured payment). Items about money without order, or order without money,
   * are closed in the same transaction: a payment is never both an order and an open item.
   * @returns null when core booked it back meanwhile: what was seen as an order's payment is one no more
   */
  async settled(id: string, orderId: string | null, cause: string): Promise<IntentRow | null> {
    const now = this.date()
    return await this.knex.transaction(async (trx) => {
      const [row] = await trx(INTENT)
        .where({ id })
        .whereNotNull("consumed_session_id")
        .update({ ...OFF_LADDER, settled_at: now, order_id: orderId, updated_at: now })
        .returning("*")
      if (row) {
        await appendEvent(trx, now, id, { type: "settled", cause, data: { order_id: orderId } })
        await closeItems(trx, now, {
          intent_id: id,
          note: orderId ? "The order was made." : "The payment was captured.",
        })
      }
      return (row as IntentRow | undefined) ?? null
    })
  }

  private async write(
    id: string,
    { patch, more, event }: { patch: IntentPatch; more?: Record<string, unknown>; event?: LedgerEvent }
  ): Promise<IntentRow> {
    return await this.knex.transaction(async (trx) => {
      const update = trx(INTENT)
        .where({ id })
        .update({ ...columns(patch), ...more, updated_at: this.date() })
      if (saysUnpaid(patch)) update.whereNot({ outcome: "paid" })
      if (saysNotOpened(patch)) update.whereNull("checkout_url")
      const [changed] = await update.returning("*")
      if (changed && event) await appendEvent(trx, this.date(), id, event)
      return (changed ?? (await trx(INTENT).where({ id }).first())) as IntentRow
    })
  }

  /** Settled and released rows stay off the ladder, whatever another process meant to look at. */
  private unlessOver(due: Date | null) {
    return (
      due &&
      this.knex.raw("case when settled_at is null and released_at is null then ?::timestamptz end", [due])
    )
  }

  /** Named in every look-up although nothing is ever deleted: the indexes that Medusa generates cover only rows that are not. */
  private get intents() {
    return this.knex(INTENT).whereNull("deleted_at")
  }

  private date(offsetMs = 0): Date {
    return new Date(this.clock.now() + offsetMs)
  }
}

function saysUnpaid(patch: IntentPatch): boolean {
  return patch.outcome !== "paid" && ("outcome" in patch || "outcome_reason" in patch || "status" in patch)
}

function saysNotOpened({ status }: IntentPatch): boolean {
  return status === "rejected" || status === "unknown"
}

/** JSON columns are written as text; knex would turn an array into a PostgreSQL array. */
function columns(patch: IntentPatch): Record<string, unknown> {
  const json = (value: unknown) => (value == null ? value : JSON.stringify(value))
  return {
    ...patch,
    ...("request" in patch && { request: json(patch.request) }),
    ...("verified" in patch && { verified: json(patch.verified) }),
  }
}
