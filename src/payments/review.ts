import { type Priority } from "../service"
import { type Verified } from "./assess"
import { goneBy, nextReview, judgeReversal, type ReversalVerdict } from "./reversal"
import { type Clock, HOUR_MS } from "../service/config"
import { type Configuration } from "../settings/configuration"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { askOnce } from "./ask"

const REVIEW_DEADLINE_MS = 10_000

/** Asks about money that came. What went back without the store is counted; the rest of the answer is for a person. */
export class Review {
  constructor(
    private readonly ledger: IntentLedger,
    private readonly reviews: Reviews,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {}

  /** @returns null when the service gave no answer: the look is made up for */
  async ask(intent: IntentRow, priority: Priority): Promise<ReversalVerdict | null> {
    const active = await this.configuration.current()
    const client = active.clientOrNull(intent.environment)
    if (!client) return null
    const question = { deadline: this.clock.now() + REVIEW_DEADLINE_MS, priority }
    const answer = await askOnce(client, intent.merchant_reference, question)
    if (answer === "no_answer") return null
    if (answer === "not_found") return { kind: "unclear" }
    const said: Verified = { ...answer, environment: intent.environment }
    const verified = { ...said, id_of_another: await this.isOfAnother(intent, said) }
    await this.count(intent, verified)
    const { refunded, reversed_booked } = intent
    const counted = BigInt(refunded) + BigInt(reversed_booked)
    return judgeReversal(verified, { ...taken(intent), refunded: counted.toString() })
  }

  /**
   * What is gone is known from now on, whatever a person does about its item. It rises at once; it falls only by an answer that no refund of
   * the store's can have been in flight for, and never below what was booked.
   */
  private async count(intent: IntentRow, answer: Verified): Promise<void> {
    const gone = goneBy(answer, taken(intent))
    const { id, reversed, reversed_booked } = intent
    if (gone === null || gone === BigInt(reversed)) return
    if (gone > BigInt(reversed)) return void (await this.ledger.reversedTo(intent, gone))
    const booked = BigInt(reversed_booked)
    const lastRefund = await this.ledger.lastRefundEnd(id)
    if (lastRefund !== null && this.clock.now() - lastRefund < HOUR_MS) return
    await this.ledger.reversedTo(intent, gone > booked ? gone : booked)
  }

  /** After the look, and after a person was told: a process that dies before leaves it due. */
  async done(intent: IntentRow, { answered }: { answered: boolean }): Promise<void> {
    const appliedAt = new Date(intent.applied_at!).getTime()
    await this.reviews.reviewed(intent, nextReview({ appliedAt, now: this.clock.now() }, answered))
  }

  private async isOfAnother(intent: IntentRow, { id }: Verified): Promise<boolean> {
    return id !== undefined && (await this.ledger.isIdOfAnother(intent, id))
  }
}

function taken({ verified, ...intent }: IntentRow) {
  return { ...intent, verified: verified as { amount?: string } | null }
}
