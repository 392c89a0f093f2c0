import { cameForGoods, feeLeft } from "./came"
import { PayCollectError, PayCollectNotFoundError } from "../service/errors"
import { type PayCollectClient } from "../service/client"
import { type VerifiedPayment } from "../service"
import { isMinorAmount } from "../service/wire/shape"
import { factsOf, type Source } from "./source"
import { type Verified } from "./assess"
import {
  factsOfGone,
  goneAgain,
  goneBy,
  isAftermath,
  judgeReversal,
  leastGone,
  leftBy,
  nextReview,
  REVIEW_PAUSE_MS,
  type ReversalVerdict,
  wonBack,
  writtenOff,
} from "./reversal"
import { type Clock, HOUR_MS } from "../service/config"
import { type Configuration } from "../settings/configuration"
import { type EndedRefunds } from "./ledger/entries"
import { type IntentLedger } from "./ledger/ledger"
import { type Reviews } from "./ledger/reviews"
import { type IntentRow } from "../modules/paycollect/models/intent"

const REVIEW_DEADLINE_MS = 10_000

export interface Question {
  /** epoch ms */
  deadline: number
  source: Source
}

type Answered = VerifiedPayment | "not_found" | "no_answer"

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

/** What an answer about money that came means. */
interface Heard {
  verdict: ReversalVerdict
  /** the row as it is now; unchanged where the verdict is `unclear` */
  row: IntentRow
  isEvidence: boolean
  /** this answer was the first to say that so much is gone */
  rose: boolean
  /**
   * how much less the service has of it, fee and all, than what is certainly gone explains, in smallest units: refunds under way may be in it; null where
   * it does not say
   */
  missing: bigint | null
}

/**
 * What an answer about money that came means. What went back without the store is counted; the rest of the answer is for a person, also what
 * is there again of what was written off. It is the money's evidence from now on, unless it may be older than that money.
 * @param asked epoch ms
 */
export async function hear(
  { ledger, clock }: Books,
  intent: IntentRow,
  { said, asked }: { said: Verified; asked: number }
): Promise<Heard> {
  const id_of_another = said.id !== undefined && (await ledger.isIdOfAnother(intent, said.id))
  const answer = { ...said, id_of_another }
  const anHourAgo = clock.now() - HOUR_MS
  const isAllHere = intent.refunded === "0" && intent.reversed === "0"
  const ended = isAllHere ? NO_REFUNDS : await ledger.endedRefunds(intent.id, anHourAgo)
  const [payment, off] = [taken(intent, ended), writtenOff(intent)]
  const refunded = (BigInt(payment.refunded) + off).toString()
  const judged = judgeReversal(answer, { ...payment, amount: intent.came, refunded })
  const isSent = BigInt(payment.refunded) === ended.sent
  const least = judged.kind === "stands" && isSent ? leastGone(answer, payment, ended.each) : 0n
  const verdict: ReversalVerdict =
    least > off ? { kind: "reversed", facts: factsOfGone(answer, { ...payment, refunded }) } : judged
  const gone = verdict.kind === "unclear" ? null : (goneBy(answer, payment) ?? (least > off ? least : null))
  const counted = await countGone(ledger, intent, {
    gone,
    mayRise: verdict.kind === "reversed",
    mayFall: ended.isSettled,
  })
  const row = counted ?? intent
  if (verdict.kind === "stands" && off > 0n && ended.isSettled) {
    verdict.facts = wonBack(answer, payment, { off, sent: ended.sent })
    if (!verdict.facts) verdict.again = goneAgain(answer, payment)
  }
  const left = leftBy(answer, payment)
  const known = ended.sent + BigInt(row.reversed)
  const missing = left === null ? null : BigInt(payment.verified.amount) - known - left
  await noteDue(ledger, row, { payment, ended, missing })
  const isEvidence = verdict.kind !== "unclear" && isAftermath(said.status!)
  const rose = counted !== null && BigInt(counted.reversed) > BigInt(intent.reversed)
  return { verdict, row: isEvidence ? await ledger.confirmed(row, asked) : row, isEvidence, missing, rose }
}

const NO_REFUNDS: EndedRefunds = { sent: 0n, each: [], byHand: 0n, isSettled: true }

/** Refunds that were counted and may not have been sent yet: the service's answer says whether so much is there at all. */
async function noteDue(
  ledger: IntentLedger,
  { id }: IntentRow,
  {
    payment,
    ended,
    missing,
  }: { payment: ReturnType<typeof taken>; ended: EndedRefunds; missing: bigint | null }
): Promise<void> {
  const due = BigInt(payment.refunded) - ended.sent
  if (due <= 0n || missing === null) return
  const gone = missing < due ? missing : due
  const sum = gone > 0n ? `${gone} ${payment.currency_code.toUpperCase()}` : null
  await ledger.noteGone(id, sum)
}

/**
 * What is gone is known from now on, whatever a person does about its item. It rises at once, by what a person is told; it falls only by an answer
 * that no refund of the store's can have been in flight for, and never below what was written off.
 * @returns the row as this process wrote it; null where it wrote nothing
 */
async function countGone(
  ledger: IntentLedger,
  intent: IntentRow,
  { gone: said, mayRise, mayFall }: { gone: bigint | null; mayRise: boolean; mayFall: boolean }
): Promise<IntentRow | null> {
  const most = BigInt(intent.came) - BigInt(intent.refunded)
  const gone = said !== null && said > most ? most : said
  const [reversed, off] = [BigInt(intent.reversed), writtenOff(intent)]
  if (gone === null) return null
  if (gone > reversed) return mayRise ? await ledger.reversedTo(intent, gone) : null
  const left = gone > off ? gone : off
  return mayFall && left < reversed ? await ledger.reversedTo(intent, left) : null
}

export class Review {
  constructor(
    readonly ledger: IntentLedger,
    private readonly reviews: Reviews,
    private readonly configuration: Configuration,
    readonly clock: Clock
  ) {}

  /** @returns null when the service gave no answer: the look is made up for */
  async ask(intent: IntentRow, source: Source): Promise<Heard | null> {
    const active = await this.configuration.current()
    const client = active.clientOrNull(intent.environment)
    if (!client) return null
    const asked = this.clock.now()
    const question = { deadline: asked + REVIEW_DEADLINE_MS, source }
    const answer = await askOnce(client, intent.merchant_reference, question)
    if (answer === "no_answer") return null
    if (answer === "not_found")
      return { verdict: { kind: "unclear" }, row: intent, isEvidence: false, rose: false, missing: null }
    const said: Verified = { ...answer, environment: intent.environment }
    return await hear(this, intent, { said, asked })
  }

  /**
   * After the look, and after a person was told: a process that dies before leaves it due.
   * @param soon what called for it is not in the answer, which may lag: once more in a minute
   */
  async done(
    intent: IntentRow,
    { answered, soon = false }: { answered: boolean; soon?: boolean }
  ): Promise<void> {
    const [now, appliedAt] = [this.clock.now(), new Date((intent.applied_at ?? intent.closed_at)!).getTime()]
    const next = nextReview({ appliedAt, now }, answered)
    await this.reviews.reviewed(intent, soon ? Math.min(next ?? Infinity, now + REVIEW_PAUSE_MS) : next)
  }
}

/**
 * As the service may know it: in the currency that came, and without what was given back another way. The answer by which money came that was not
 * what was asked for may be overwritten, by one that leaves out what was refunded before it: all that came is never less than the journal has.
 */
function taken({ verified, ...row }: IntentRow, { byHand }: EndedRefunds) {
  const { outcome, came } = row
  const refunded = (BigInt(row.refunded) - byHand).toString()
  const currency_code = cameForGoods({ ...row, verified })?.currency_code ?? row.currency_code
  const intent = { ...row, refunded, currency_code }
  if (outcome !== "paid") return { ...intent, amount: came, verified: { amount: came } }
  const { amount: said } = (verified ?? {}) as { amount?: unknown }
  const all = (BigInt(came) + feeLeft(intent)).toString()
  return { ...intent, verified: { amount: isMinorAmount(said) && BigInt(said) > BigInt(all) ? said : all } }
}
