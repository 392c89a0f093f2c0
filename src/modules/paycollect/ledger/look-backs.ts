import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { LOOK_BACK_PAUSE_MS } from "../../../domain/reversal"
import { type Clock } from "../clock"
import { type IntentRow } from "../models/intent"
import { columns, INTENT, table } from "./tables"

const intents = columns(INTENT)

/** Longer than a question with its retries may take. */
const LEASE_MS = 5 * 60_000

/** When settled money is asked about again. Nothing else of a settled row is written here: that its money came is final. */
export class LookBacks {
  constructor(
    private readonly knex: Knex,
    private readonly clock: Clock
  ) {}

  /** Rows whose look is due, each handed to one process; one that dies over it gives it back by itself. */
  async claimDue(limit: number): Promise<IntentRow[]> {
    const due = this.settled()
      .where("look_back_at", "<=", this.date())
      .orderBy("look_back_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .select("id")
    return await table(this.knex, INTENT).whereIn("id", due).update(this.taken()).returning("*")
  }

  /**
   * The service spoke of this payment. @returns the row, for a look at once; null where it was looked at, or settled, just before: the job
   * looks a moment later
   */
  async claimNews(id: string): Promise<IntentRow | null> {
    const [row] = await this.settled()
      .where({ id })
      .whereRaw(`coalesce(${intents.looked_back_at}, ${intents.settled_at}) <= ?`, [
        this.date(-LOOK_BACK_PAUSE_MS),
      ])
      .update(this.taken())
      .returning("*")
    if (row) return row
    const soon = this.knex.raw(
      `least(${intents.look_back_at}, coalesce(${intents.looked_back_at}, ${intents.settled_at}) + ? * interval '1 ms')`,
      [LOOK_BACK_PAUSE_MS]
    )
    await this.settled().where({ id }).update({ look_back_at: soon })
    return null
  }

  /**
   * News that came while the service was asked is not in its answer: the look that it called for stays.
   * @param taken the row as it was handed out
   * @param next null: no more looks
   */
  async looked({ id, look_back_at }: IntentRow, next: number | null): Promise<void> {
    await table(this.knex, INTENT)
      .where({ id, look_back_at })
      .update({ look_back_at: next === null ? null : new Date(next) })
  }

  private taken() {
    return { looked_back_at: this.date(), look_back_at: this.date(LEASE_MS) }
  }

  /** Money that core booked back since is looked at by the ladder, and money that a person dealt with by hand not at all. */
  private settled() {
    return table(this.knex, INTENT)
      .whereNull("deleted_at")
      .whereNotNull("settled_at")
      .whereNull("released_at")
  }

  private date(offsetMs = 0): Date {
    return new Date(this.clock.now() + offsetMs)
  }
}
