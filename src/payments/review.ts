import { feeLeft } from "./came"
import { PayCollectError, PayCollectNotFoundError } from "../service/errors"
import { type PayCollectClient } from "../service/client"
import { type VerifiedPayment } from "../service"
import { isMinorAmount } from "../service/wire/shape"
import { factsOf, type Source } from "./source"
import { type Verified } from "./assess"
import {
  goneAgain,
  goneBy,
  isAftermath,
  nextReview,
  judgeReversal,
  type ReversalVerdict,
  wonBack,
  writtenOff,
} from "./reversal"
import { type Clock, HOUR_MS } from "../service/config"
import { type Configuration } from "../settings/configuration"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"

const REVIEW_DEADLINE_MS = 10_000

export interface Question {
  /** epoch ms */
  deadline: number
  source: Source
}

export type Answered = VerifiedPayment | "not_found" | "no_answer"

/** One verify about a payment that the schedule does not watch. Never throws for a service that is down or silent. */
export async function askOnce(
  client: PayCollectClient,
  reference: string,
  { deadline, source }: Question
): Promise<Answered> {
  const priority = factsOf(source).budget
  try {
    // Not tried again at once: an event comes again, the job looks again, and a person may.
    return await client.verifyPayment(reference, { deadline, priority, retryPauseMs: Infinity })
  } catch (error) {
    if (error instanceof PayCollectNotFoundError) return "not_found"
    if (error instanceof PayCollectError) return "no_answer"
    throw error
  }
}

interface Books {
  ledger: IntentLedger
  clock: Clock
}

/**
 * What an answer about money that came means. What went back without the store is counted; the rest of the answer is for a person, also what
 * is there again of what was written off. It is the money's evidence from now on, unless it may be older than that money.
 * @param asked epoch ms
 * @returns the verdict, and the row as it is now; `unclear` where nothing was written
 */
export async function hear(
  { ledger, clock }: Books,
  intent: IntentRow,
  { said, asked }: { said: Verified; asked: number }
): Promise<{ verdict: ReversalVerdict; row: IntentRow; isEvidence: boolean }> {
  const id_of_another = said.id !== undefined && (await ledger.isIdOfAnother(intent, said.id))
  const answer = { ...said, id_of_another }
  const anHourAgo = clock.now() - HOUR_MS
  const sent = intent.reversed === "0" ? 0n : await ledger.refundsSent(intent.id, anHourAgo)
  const counted = await countGone(ledger, intent, { answer, mayFall: sent !== null })
  const [payment, off] = [taken(intent), writtenOff(intent)]
  const refunded = (BigInt(intent.refunded) + off).toString()
  const verdict = judgeReversal(answer, { ...payment, amount: intent.came, refunded })
  if (verdict.kind === "stands" && off > 0n && sent !== null) {
    verdict.facts = wonBack(answer, payment, { off, sent })
    if (!verdict.facts) verdict.again = goneAgain(answer, payment)
  }
  const isEvidence = verdict.kind !== "unclear" && isAftermath(said.status!)
  return { verdict, isEvidence, row: isEvidence ? await ledger.confirmed(counted, asked) : counted }
}

/**
 * What is gone is known from now on, whatever a person does about its item. It rises at once; it falls only by an answer that no refund of
 * the store's can have been in flight for, and never below what was written off.
 */
async function countGone(
  ledger: IntentLedger,
  intent: IntentRow,
  { answer, mayFall }: { answer: Verified; mayFall: boolean }
): Promise<IntentRow> {
  const gone = goneBy(answer, taken(intent))
  const [reversed, off] = [BigInt(intent.reversed), writtenOff(intent)]
  if (gone === null || gone === reversed) return intent
  if (gone > reversed) return await ledger.reversedTo(intent, gone)
  const left = gone > off ? gone : off
  return mayFall && left < reversed ? await ledger.reversedTo(intent, left) : intent
}

export class Review {
  constructor(
    readonly ledger: IntentLedger,
    private readonly reviews: Reviews,
    private readonly configuration: Configuration,
    readonly clock: Clock
  ) {}

  /** @returns null when the service gave no answer: the look is made up for */
  async ask(intent: IntentRow, source: Source): Promise<ReversalVerdict | null> {
    const active = await this.configuration.current()
    const client = active.clientOrNull(intent.environment)
    if (!client) return null
    const asked = this.clock.now()
    const question = { deadline: asked + REVIEW_DEADLINE_MS, source }
    const answer = await askOnce(client, intent.merchant_reference, question)
    if (answer === "no_answer") return null
    if (answer === "not_found") return { kind: "unclear" }
    const said: Verified = { ...answer, environment: intent.environment }
    return (await hear(this, intent, { said, asked })).verdict
  }

  /** After the look, and after a person was told: a process that dies before leaves it due. */
  async done(intent: IntentRow, { answered }: { answered: boolean }): Promise<void> {
    const appliedAt = new Date((intent.applied_at ?? intent.closed_at)!).getTime()
    await this.reviews.reviewed(intent, nextReview({ appliedAt, now: this.clock.now() }, answered))
  }
}

/**
 * The answer by which money came that was not what was asked for may be overwritten, by one that leaves out what was refunded before it: all
 * that came is never less than the journal has.
 */
function taken({ verified, ...intent }: IntentRow) {
  const { outcome, came } = intent
  if (outcome !== "paid") return { ...intent, amount: came, verified: { amount: came } }
  const { amount: said } = (verified ?? {}) as { amount?: unknown }
  const all = (BigInt(came) + feeLeft(intent)).toString()
  return { ...intent, verified: { amount: isMinorAmount(said) && BigInt(said) > BigInt(all) ? said : all } }
}
