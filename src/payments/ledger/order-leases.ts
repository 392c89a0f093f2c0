import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Clock } from "../../service/clock"
import { columns, STATE, table } from "../../tables"

const facts = columns(STATE)

export type Release = () => Promise<void>

/**
 * The lease of an order, as other leases are: had when no other process's is running, freed by time. In a row of the shared state, since an
 * order that money of another cart is booked on may have no payment of its own.
 */
export class OrderLeases {
  constructor(
    private readonly knex: Knex,
    private readonly clock: Clock
  ) {}

  /** @returns what frees it, its owner's only; null while another process holds it */
  async take(orderId: string, leaseMs: number): Promise<Release | null> {
    const now = this.clock.now()
    const until = now + leaseMs
    const at = new Date(now)
    const id = `settling_${orderId}`
    const taken = await table(this.knex, STATE)
      .insert({ id, value: JSON.stringify({ until }), created_at: at, updated_at: at })
      .onConflict("id")
      .merge(["value", "updated_at"])
      .whereRaw(`(${STATE}.${facts.value}->>'until')::float8 <= ?`, [now])
      .returning("id")
    if (taken.length === 0) return null
    return async () => {
      await table(this.knex, STATE)
        .where({ id })
        .whereRaw(`${facts.value}->>'until' = ?`, [String(until)])
        .delete()
    }
  }
}
