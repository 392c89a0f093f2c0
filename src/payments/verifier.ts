import { PayCollectError, PayCollectRateLimitedError } from "../service/errors"
import { type PayCollectClient } from "../service/client"
import { type VerifiedPayment } from "../service"
import { type Clock, DAY_MS } from "../service/config"
import { ALONE, askableAt, FRESH_MS, NEWS_PAUSE_MS } from "./polling"
import { doubtedSince, factsOf, isTold, newsSince, sourceFor, type Source } from "./source"
import { wouldPay } from "./assess"
import { hasCome, isFresh } from "./came"
import { isAftermath } from "./reversal"
import { type Schedule } from "./schedule"
import { type ActiveConfiguration } from "../settings/active-configuration"
import { type Configuration } from "../settings/configuration"
import { type IntentLedger } from "./ledger/ledger"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { Answers, expectedOf, judge, type Judged } from "./answers"
import { type FairPolling } from "./fair-polling"

/**
 * Writes the row of a payment anew that the service has, and this store lost: with what its records say of it, as money that stands elsewhere.
 * @param taken the row of an attempt that was never seen to be made, which gives way to it
 * @param inMedusa only one that a payment of Medusa has the money of; `foreign`: none has
 */
export type RecoverLost = (
  taken: IntentRow,
  inMedusa?: boolean
) => Promise<"recovered" | "foreign" | "not_found" | "not_asked">

interface Asking {
  source: Source
  /** epoch ms */
  deadline: number
  /** epoch ms; of news: an answer to a question that was asked before is no answer */
  since?: number
  /** epoch ms; money that came is asked about again where it was not since then, however young the answer is */
  newerThan?: number
  /** the store's records are at hand */
  recoverLost?: RecoverLost
}
/** The row as it was before the question was remembered in it, and after. */
interface OpenQuestion {
  before: IntentRow
  claimed: IntentRow
}

/** Longer than a verify with its retries may take, so that a lease ends only by its owner's death. */
const VERIFY_LEASE_MS = 15_000
const DEFAULT_DEADLINE_MS = 12_000
const VERIFY_POLL_MS = 150

/**
 * The only caller of verify about payments that are not applied. Single-flight: within the process by a shared promise, across processes by
 * a lease on the row that is held during the HTTP call and at no other time. How soon it asks again is told by `payments/polling.ts`. That money
 * arrived is final; whether it is still there is asked where the last answer is too old to use it by (`payments/came.ts`).
 */
export class Verifier {
  private readonly inFlight = new Map<string, Promise<Judged>>()
  private readonly answers: Answers

  /** @param crowd without it every customer is taken to wait alone */
  constructor(
    private readonly ledger: IntentLedger,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    schedule?: Schedule,
    private readonly crowd?: FairPolling
  ) {
    this.answers = new Answers(ledger, clock, schedule)
  }

  /**
   * Never throws for a service that is down or silent. When the deadline passes while another process asks, which may be dead, the
   * decision is `waiting` for want of an answer, whatever an older answer said; so it is for money whose evidence is too old. A visit that comes too early, and a question that finds no place in the
   * budget, gets what the ledger knows (`early`). A payment whose create was refused is not asked for, unless the service itself spoke of
   * it, by an event that is taken now or was noted for the job: it failed, as `rejected`.
   * @param deadline epoch ms; when it passes the answer is "still waiting"
   * @param recoverLost looks in the store's records; without it, news of money of an attempt that was never opened is left to the job
   */
  async verify(
    intent: IntentRow,
    source: Source,
    deadline?: number,
    recoverLost?: RecoverLost
  ): Promise<Judged> {
    const now = this.clock.now()
    const asking: Asking = {
      source,
      deadline: deadline ?? now + DEFAULT_DEADLINE_MS,
      since: newsSince(source, now),
      newerThan: doubtedSince(source, now),
      recoverLost,
    }
    for (let row = intent; ;) {
      if (row.status === "rejected" && !isTold(row, source))
        return judge(await this.answers.storeRejected(row))
      const known = await this.known(row, asking)
      if (known) return known
      const running = this.inFlight.get(row.id)
      if (!running) {
        const { id } = row
        const asked = this.refresh(row, asking).finally(() => this.inFlight.delete(id))
        this.inFlight.set(id, asked)
        return await asked
      }
      const judged = await running
      // The question under way may have been asked before the news came.
      if (!asking.since) return judged
      row = judged.intent
    }
  }

  /** Those that a visit may have asked for now. */
  async askable(rows: IntentRow[], source: Source): Promise<IntentRow[]> {
    const now = this.clock.now()
    const { pause } = factsOf(source)
    const surroundings = (await this.crowd?.surroundings()) ?? ALONE
    return rows.filter((row) => askableAt(row, pause, surroundings) <= now)
  }

  /** What the row says, where that is enough; null where the service has to be asked, or is being asked at this moment. */
  private async known(row: IntentRow, asking: Asking): Promise<Judged | null> {
    const now = this.clock.now()
    if (row.outcome === "paid" && isFresh(row, now, asking.newerThan)) return judge(row)
    const { asked_at, verify_lease_until } = row
    const source = sourceFor(row, asking.source)
    const { pause, isNews, isRepeatable } = factsOf(source)
    if (!asked_at) return askableAt(row, pause) > now ? { ...this.say(row, asking), early: true } : null
    if (verify_lease_until && +new Date(verify_lease_until) > now) return null
    const asked = new Date(asked_at).getTime()
    if (isNews) return asked >= asking.since! ? this.say(row, asking) : null
    if (!isRepeatable) return now - asked < FRESH_MS ? this.say(row, asking) : null
    if (now - asked >= FRESH_MS) {
      if ((await this.askable([row], source)).length > 0) return null
      if (pause === "visit") await this.crowd?.note(row)
    }
    return { ...this.say(row, asking), early: true }
  }

  /** What the row says; nothing of now where it is about money and too old. */
  private say(row: IntentRow, { newerThan }: Asking): Judged {
    const isKnown = row.outcome !== "paid" || isFresh(row, this.clock.now(), newerThan)
    return isKnown ? judge(row) : unheard(row)
  }

  private async refresh(intent: IntentRow, asking: Asking): Promise<Judged> {
    let row = intent
    while (this.clock.now() < asking.deadline) {
      const claimed = await this.claim(row, asking)
      if (claimed) return await this.asked({ before: row, claimed }, asking)
      await this.clock.sleep(VERIFY_POLL_MS)
      row = (await this.ledger.byReference(intent.merchant_reference)) ?? row
      const known = await this.known(row, asking)
      if (known) return known
    }
    row = (await this.ledger.byReference(intent.merchant_reference)) ?? row
    const known = await this.known(row, asking)
    return known ?? unheard(row)
  }

  private async claim(row: IntentRow, asking: Asking): Promise<IntentRow | null> {
    const source = sourceFor(row, asking.source)
    const { pause, isNews } = factsOf(source)
    const rest = isNews ? askableAt(row, pause) - this.clock.now() : 0
    if (rest > 0) await this.clock.sleep(rest)
    return await this.ledger.claimToAsk(row, source, VERIFY_LEASE_MS)
  }

  private async asked(question: OpenQuestion, asking: Asking): Promise<Judged> {
    let row = question.claimed
    try {
      const judged = await this.ask(question, asking)
      row = judged.intent
      return judged
    } finally {
      // An answer that was written down has freed it.
      if (row.verify_lease_until) await this.ledger.release(question.claimed, "verify_lease_until")
    }
  }

  private async ask({ before, claimed }: OpenQuestion, asking: Asking): Promise<Judged> {
    const { deadline } = asking
    const source = sourceFor(before, asking.source)
    const { budget, said: cause, isNews, isRepeatable } = factsOf(source)
    const priority = isRepeatable && before.asked_at !== null ? "repeat" : budget
    // Tried again at once only for news: any other question comes again by itself.
    const call = { deadline, priority, retryPauseMs: isNews ? NEWS_PAUSE_MS : Infinity } as const
    const active = await this.configuration.current()
    const client = active.clientOrNull(claimed.environment)
    if (!client) {
      // Visits have to wait as if it had been asked: else it would stay the next one.
      const row = isRepeatable ? claimed : await this.ledger.notAsked(claimed, before, source)
      return this.say(await this.answers.storeNoKey(row, cause), asking)
    }
    let isHeard = false
    try {
      let asked = this.clock.now()
      let answer = await client.verifyPayment(claimed.merchant_reference, call)
      isHeard = true
      const other =
        isAftermath(answer.status ?? "pending") && (await this.ofLost({ before, claimed }, asking, answer))
      if (other) return other
      if (hasCome(claimed)) {
        const { intent, gone } = await this.answers.confirm(
          claimed,
          { ...answer, environment: claimed.environment },
          { asked, cause }
        )
        const said = this.say(intent, asking)
        return said.unheard
          ? { intent, decision: { kind: "waiting", reason: "incomplete_answer" } }
          : { ...said, gone }
      }
      if (awaitsConfirmation(claimed, answer, active)) {
        await this.confirm(claimed, client, { deadline, cause })
        await this.clock.sleep(Math.max(0, asked + NEWS_PAUSE_MS - this.clock.now()))
        asked = this.clock.now()
        answer = await client.verifyPayment(claimed.merchant_reference, call)
      }
      const verified = { ...answer, environment: claimed.environment }
      return judge(await this.answers.store(claimed, verified, { asked, cause }))
    } catch (error) {
      if (isHeard || !isUnsent(error))
        return this.say(await this.answers.storeFailure(claimed, error, cause), asking)
      // Not asked is not "no answer": the payment, and when it is looked at, stay as they were.
      const row = await this.ledger.notAsked(claimed, before, source)
      if (priority === "repeat") this.crowd?.full(error.retryAfterMs ?? 0)
      return { ...this.say(row, asking), early: true, ...(!isRepeatable && { unheard: true }) }
    }
  }

  /**
   * No customer was given what it was to be paid by: what the service tells of it may be about a payment whose row was lost, and whose reference it
   * got. Where this process cannot look whether Medusa has that one's money, the job does. @returns null where it is about this attempt
   */
  private async ofLost(
    { before, claimed }: OpenQuestion,
    { source, recoverLost }: Asking,
    { created_at: made = Infinity }: VerifiedPayment
  ): Promise<Judged | null> {
    const { id, merchant_reference, checkout_url, recovered, outcome, created_at } = claimed
    if (checkout_url || recovered || outcome === "paid" || outcome === "discrepancy") return null
    if (!recoverLost) {
      await this.ledger.scheduleBy(id, this.clock.now())
      return unheard(claimed)
    }
    // Made long before the attempt was it is another one's, wherever its money is.
    const found = await recoverLost(claimed, made * 1_000 > +new Date(created_at) - DAY_MS)
    if (found === "foreign") return null
    if (found === "recovered") return judge((await this.ledger.byReference(merchant_reference))!)
    return { ...unheard(await this.ledger.notAsked(claimed, before, source)), early: true }
  }

  /** What the confirmation answers proves nothing (interface 4.3), lost answers included: the verify after it decides. */
  private async confirm(
    intent: IntentRow,
    client: PayCollectClient,
    { deadline, cause }: { deadline: number; cause: string }
  ): Promise<void> {
    let outcome = "ok"
    try {
      await client.confirmPaymentIntent(intent.service_intent_id!, { deadline })
    } catch (error) {
      if (!(error instanceof PayCollectError)) throw error
      outcome = error.code
    }
    await this.ledger.record(intent.id, { type: "confirmed", cause, data: { outcome } })
  }
}

function unheard(intent: IntentRow): Judged {
  return { intent, decision: { kind: "waiting", reason: "no_answer" }, unheard: true }
}

/** Our own budget had no place for it; the service's 429 has a status. */
function isUnsent(error: unknown): error is PayCollectRateLimitedError {
  return error instanceof PayCollectRateLimitedError && error.statusCode === undefined
}

/** Manual confirmation (U-13): the customer has agreed, and the service waits for us. Only money that would pay is confirmed. */
function awaitsConfirmation(
  intent: IntentRow,
  answer: VerifiedPayment,
  { options }: ActiveConfiguration
): boolean {
  if (options.confirmationMethod !== "manual" || !intent.service_intent_id) return false
  const verified = { ...answer, environment: intent.environment }
  return answer.status === "processing" && wouldPay(verified, expectedOf(intent))
}
