import { type Priority } from "../service"
import { type Verified } from "./assess"
import { nextReview, judgeReversal, type ReversalVerdict } from "./reversal"
import { type Clock } from "../service/config"
import { type Configuration } from "../settings/configuration"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { askOnce } from "./ask"

const REVIEW_DEADLINE_MS = 10_000

/** Asks about money that an order stands for already. What the ledger knows of it stays as it is: the answer is for a person. */
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
    const verified: Verified = { ...answer, environment: intent.environment }
    return judgeReversal(
      { ...verified, id_of_another: await this.isOfAnother(intent, verified) },
      taken(intent)
    )
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
