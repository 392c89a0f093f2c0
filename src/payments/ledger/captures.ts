import { DAY_MS } from "../../service/config"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { INTENT, rowsOf, table } from "../../tables"
import { Statements } from "./rows"

/** Core tells of a capture with the end of its workflow: what it did not tell of by then it never tells. */
export const CAPTURE_TOLD_MS = 5_000
/** No job ran for so long: news of then would be none. */
const OLD_NEWS_MS = 7 * DAY_MS
const MOST_UNTOLD = 50

/** Which captures the subscribers of Medusa heard of. */
export class Captures extends Statements {
  /** Core told of it, or we did. @returns whether it was not told before */
  async noted(reference: string): Promise<boolean> {
    const untold = rowsOf(this.knex, INTENT).where({ merchant_reference: reference, captured_told_at: null })
    return (await untold.update({ captured_told_at: this.date() })) > 0
  }

  /** Before it is told: by one process, once for each time that the money is applied. @returns false also where core took it back */
  async claim(id: string): Promise<boolean> {
    const untold = table(this.knex, INTENT)
      .where({ id, captured_told_at: null })
      .where("applied_at", "<=", this.date(-CAPTURE_TOLD_MS))
    return (await untold.update({ captured_told_at: this.date() })) > 0
  }

  /** It could not be told. */
  async unclaim(id: string): Promise<void> {
    await table(this.knex, INTENT).where({ id }).whereNotNull("applied_at").update({ captured_told_at: null })
  }

  /** Applied a while ago, and never told: their processes are dead. Oldest first. */
  async untold(): Promise<IntentRow[]> {
    return await rowsOf(this.knex, INTENT)
      .where({ captured_told_at: null })
      .where("applied_at", ">", this.date(-OLD_NEWS_MS))
      .where("applied_at", "<=", this.date(-CAPTURE_TOLD_MS))
      .orderBy("applied_at")
      .limit(MOST_UNTOLD)
  }
}
