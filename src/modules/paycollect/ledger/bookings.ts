import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { SETTLE_RETRY_MS } from "../../../domain/ladder"
import { type Clock } from "../clock"
import { type IntentRow } from "../models/intent"
import { withHistory } from "./history"
import { INTENT, isTaken, table } from "./tables"

/** Core holds a cart for at most 120 s while it makes a payment of what it consumed: until then the old cart may still come by the money. */
const CONSUMED_MS = 3 * 60_000

/**
 * Money that an employee gave to an order of another cart. Two columns of the payment's own row, so that binding and consuming are guarded
 * by one row's lock: whichever comes first, the other one sees. A binding is over when the row is settled, or undone.
 */
export class Bookings {
  constructor(
    private readonly knex: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * From now on this money pays for that order or for nothing. Due soon: a process that dies over it leaves it to the job.
   * @returns null when it is settled, released, given back, bound or being settled by now, when a cart took it a moment ago, or when other
   * money is being booked on the order
   */
  async bind(id: string, orderId: string, by: string): Promise<IntentRow | null> {
    const now = this.date()
    const bound = table(this.knex, INTENT)
      .where({ id, outcome: "paid", refunded: "0" })
      .where({ settled_at: null, released_at: null, booking_order_id: null, due_at: null })
      .andWhere((free) =>
        free.whereNull("consumed_session_id").orWhere("updated_at", "<", this.date(-CONSUMED_MS))
      )
      .update({
        booking_order_id: orderId,
        booking_collection_id: null,
        settle_attempts: 0,
        due_at: this.date(SETTLE_RETRY_MS),
        updated_at: now,
      })
    const data = { order_id: orderId, by }
    try {
      return (
        (await withHistory(this.knex, now, bound, { type: "booking_begun", cause: "admin", data })) ?? null
      )
    } catch (error) {
      if (isTaken(error)) return null
      throw error
    }
  }

  /** Written before any session is made in the collection: one is started in it with this money, and never with a new charge. */
  async bindCollection(id: string, collectionId: string): Promise<void> {
    await this.open(id).update({ booking_collection_id: collectionId, updated_at: this.date() })
  }

  /** The money is its merchant's to decide about again, as it was before. It stays due: the look goes on. */
  async undo(id: string, data: { order_id: string | null; reason: Undone }): Promise<void> {
    const now = this.date()
    const undone = this.open(id).update({
      booking_order_id: null,
      booking_collection_id: null,
      settle_attempts: 0,
      updated_at: now,
    })
    await withHistory(this.knex, now, undone, { type: "booking_undone", data })
  }

  /** Money that is being booked in this payment collection; what was booked there before is like any other payment's. */
  async inCollection(collectionId: string): Promise<IntentRow | null> {
    return await this.unfinished({ booking_collection_id: collectionId })
  }

  /** Money that is being booked on this order. */
  async onOrder(orderId: string): Promise<IntentRow | null> {
    return await this.unfinished({ booking_order_id: orderId })
  }

  private async unfinished(
    place: Pick<IntentRow, "booking_collection_id"> | Pick<IntentRow, "booking_order_id">
  ) {
    const row = await table(this.knex, INTENT)
      .whereNull("deleted_at")
      // Named for the partial index.
      .whereNotNull("booking_order_id")
      .where({ ...place, settled_at: null })
      .first()
    return row ?? null
  }

  private open(id: string) {
    return table(this.knex, INTENT).where({ id, settled_at: null }).whereNotNull("booking_order_id")
  }

  private date(offsetMs = 0): Date {
    return new Date(this.clock.now() + offsetMs)
  }
}

/** Why money that an employee gave to an order was not booked there after all: what the row of the table is called. */
export type Undone =
  "spent" | "gone" | "order_canceled" | "test_money" | "owes_less" | "collection_changed" | "failed"
