import { randomUUID } from "node:crypto"
import { ADVANCE_RETRY_MS } from "../schedule"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { mayNow } from "../phase"
import { HELD, PLACE, TAKEN_BEFORE } from "./entries"
import { withHistory } from "./history"
import { INTENT, isTaken, table, rowsOf } from "../../tables"
import { Statements } from "./rows"

/** Core holds a cart for at most 120 s while it makes a payment of what it used: until then the old cart may still come by the money. */
const USED_MS = 3 * 60_000

/**
 * Money that an employee gave to an order of another cart. Two columns of the payment's own row, so that assigning and using are guarded
 * by one row's lock: whichever comes first, the other one sees. An assignment is over when the row is applied or closed, or undone.
 */
export class Assignments extends Statements {
  /**
   * From now on this money pays for that order or for nothing. Due soon: a process that dies over it leaves it to the job.
   * @returns null when it is applied, closed, refunded, assigned or being applied by now, when a cart took it a moment ago, or when other
   * money is being booked on the order
   */
  async begin(id: string, orderId: string, by: string): Promise<IntentRow | null> {
    const now = this.date()
    const begun = table(this.knex, INTENT)
      .where({ id, refunded: "0", reversed: "0" })
      .whereRaw(mayNow("assign"))
      .andWhere((unused) =>
        unused.whereNull("used_by_session_id").orWhere("updated_at", "<", this.date(-USED_MS))
      )
      .update({
        assigned_order_id: orderId,
        assigned_collection_id: null,
        advance_attempts: 0,
        next_step_at: this.date(ADVANCE_RETRY_MS),
        updated_at: now,
      })
    const data = { order_id: orderId, by }
    const event = { type: "assignment_begun", cause: "admin", data } as const
    const to = `reserved:${orderId}` as const
    const entry = { key: `reserved:${randomUUID()}`, from: TAKEN_BEFORE, to, amount: HELD }
    try {
      return (await withHistory(this.knex, now, begun, event, { entries: [entry] })) ?? null
    } catch (error) {
      if (isTaken(error)) return null
      throw error
    }
  }

  /** {@link begin} refuses it yet. */
  isTakenLately({ used_by_session_id, updated_at }: IntentRow): boolean {
    return used_by_session_id !== null && new Date(updated_at) >= this.date(-USED_MS)
  }

  /** Written before any session is made in the collection: one is started in it with this money, and never with a new charge. */
  async assignCollection(id: string, collectionId: string): Promise<void> {
    await this.open(id).update({ assigned_collection_id: collectionId, updated_at: this.date() })
  }

  /** The money is its merchant's to decide about again, as it was before. It stays due: the look goes on. */
  async undo(id: string, data: { order_id: string | null; reason: Undone }): Promise<void> {
    const now = this.date()
    const undone = this.open(id).update({
      assigned_order_id: null,
      assigned_collection_id: null,
      advance_attempts: 0,
      updated_at: now,
    })
    const from = `reserved:${data.order_id}` as const
    const entry = { key: `unreserved:${randomUUID()}`, from, to: PLACE, amount: HELD }
    await withHistory(this.knex, now, undone, { type: "assignment_undone", data }, { entries: [entry] })
  }

  /** Money that is being booked in this payment collection; what was booked there before is like any other payment's. */
  async inCollection(collectionId: string): Promise<IntentRow | null> {
    return await this.unfinished({ assigned_collection_id: collectionId })
  }

  async onOrder(orderId: string): Promise<IntentRow | null> {
    return await this.unfinished({ assigned_order_id: orderId })
  }

  private async unfinished(
    place: Pick<IntentRow, "assigned_collection_id"> | Pick<IntentRow, "assigned_order_id">
  ) {
    const row = await rowsOf(this.knex, INTENT)
      // Named for the partial index.
      .whereNotNull("assigned_order_id")
      .where({ ...place, applied_at: null, closed_at: null })
      .first()
    return row ?? null
  }

  private open(id: string) {
    return table(this.knex, INTENT)
      .where({ id })
      .whereNotNull("assigned_order_id")
      .whereRaw(mayNow("unassign"))
  }
}

/** Why money that an employee gave to an order was not booked there after all: what the row of the table is called. */
export type Undone =
  | "spent"
  | "reversed"
  | "gone"
  | "order_canceled"
  | "test_money"
  | "owes_less"
  | "collection_changed"
  | "unheard"
  | "failed"
