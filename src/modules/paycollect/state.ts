import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { STATE } from "./ledger/tables"

/** Small facts that all processes share, by name. */
export class SharedState {
  constructor(private readonly knex: Knex) {}

  async get<T>(id: string): Promise<T | null> {
    const row = await this.knex(STATE).where({ id }).first("value")
    return (row?.value as T | undefined) ?? null
  }

  /** The last writer wins. */
  async set(id: string, value: object): Promise<void> {
    const now = new Date()
    await this.knex(STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .merge(["value", "updated_at"])
  }

  /** The value that stays for ever: of several processes that come with one of their own, the first one's. */
  async once<T extends object>(id: string, value: T): Promise<T> {
    const now = new Date()
    await this.knex(STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .ignore()
    return (await this.get<T>(id))!
  }

  /** Of two times (epoch ms) that any processes set, the later one stays. */
  async extend(id: string, value: { until: number }): Promise<void> {
    const now = new Date()
    await this.knex(STATE)
      .insert({ id, value: JSON.stringify(value), created_at: now, updated_at: now })
      .onConflict("id")
      .merge(["value", "updated_at"])
      .whereRaw(`coalesce((${STATE}.value->>'until')::float8, 0) < (excluded.value->>'until')::float8`)
  }
}
