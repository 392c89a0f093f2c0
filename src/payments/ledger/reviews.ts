import { mayNow } from "../phase"
import { HOUR_MS } from "../../service/config"
import { REVIEW_PAUSE_MS } from "../reversal"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { ATTENTION, columns, INTENT, table, rowsOf } from "../../tables"
import { HELD } from "./entries"
import { Statements } from "./rows"

const intents = columns(INTENT)

const items = columns(ATTENTION)
/** A person has still to send some of it: it may be gone before. */
const IS_DUE = `exists (select 1 from ${ATTENTION} where ${items.intent_id} = ${INTENT}.${intents.id} and ${items.deleted_at} is null and ${items.status} = 'open' and ${items.reason} = 'refund_due')`
/** Of closed money: it was kept, or was gone as a person was told, be it a part. What else was done with it by hand the service's answers do not tell. */
const MAY_CHANGE = `(${intents.closed_at} is null or ${intents.closed_as} = 'kept' or (${intents.reversed} <> '0' and (${HELD.sql} = '0' or ${intents.closed_as} = 'returned')) or ${IS_DUE})`
/** Since when nothing was heard of it. */
const HEARD_AT = `coalesce(${intents.reviewed_at}, ${intents.applied_at}, ${intents.closed_at})`

/** Longer than a question with its retries may take. */
const REVIEW_LEASE_MS = 5 * 60_000

/** When money that is applied or closed is asked about again. Of its money nothing is written here: that it came is final. */
export class Reviews extends Statements {
  /** Rows whose look is due, each handed to one process; one that dies over it gives it back by itself. */
  async claimDue(limit: number): Promise<IntentRow[]> {
    const due = this.over()
      .where("review_at", "<=", this.date())
      .orderBy("review_at")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .select("id")
    return await table(this.knex, INTENT).whereIn("id", due).update(this.taken()).returning("*")
  }

  /**
   * The service spoke of this payment. @returns the row, for a look at once; null where it was looked at, or applied, just before: the job
   * looks a moment later
   */
  async claimNews(id: string): Promise<IntentRow | null> {
    const [row] = await this.over()
      .where({ id })
      .whereRaw(`${HEARD_AT} <= ?`, [this.date(-REVIEW_PAUSE_MS)])
      .update(this.taken())
      .returning("*")
    if (row) return row
    const soon = this.knex.raw(`least(${intents.review_at}, ${HEARD_AT} + ? * interval '1 ms')`, [
      REVIEW_PAUSE_MS,
    ])
    await this.over().where({ id }).update({ review_at: soon })
    return null
  }

  /** Core takes back what stands for this money, or tried to: its process may die over it. It is looked at once that must be over. */
  async lookSoon(id: string): Promise<void> {
    const soon = this.knex.raw(`least(${intents.review_at}, ?::timestamptz)`, [this.date(REVIEW_PAUSE_MS)])
    await this.over().where({ id }).update({ review_at: soon })
  }

  /**
   * News that came while the service was asked is not in its answer: the look that it called for stays.
   * @param taken the row as it was handed out
   * @param next null: no more looks
   */
  async reviewed({ id, review_at }: IntentRow, next: number | null): Promise<void> {
    await table(this.knex, INTENT)
      .where({ id, review_at })
      .update({
        review_at: next === null ? null : new Date(next),
        // Core takes no order back that stood so long; news may call for a look a minute after it was made.
        purchase: this.knex.raw(
          `case when ${intents.applied_at} <= ? then null else ${intents.purchase} end`,
          [this.date(-HOUR_MS)]
        ),
      })
  }

  private taken() {
    return { reviewed_at: this.date(), review_at: this.date(REVIEW_LEASE_MS) }
  }

  /** Money that core voided since is looked at by the schedule. */
  private over() {
    return rowsOf(this.knex, INTENT).whereRaw(mayNow("review")).whereRaw(MAY_CHANGE)
  }
}
