import { PayCollectError, type PayCollectClient, type Priority, type VerifiedPayment } from "../../../client"
import { wouldPay } from "../../../domain/decide"
import { type Ladder } from "../../../domain/ladder"
import { type ActiveConfiguration } from "../active-configuration"
import { type Clock } from "../clock"
import { type Configuration } from "../configuration"
import { type IntentLedger } from "../ledger/ledger"
import { type IntentRow } from "../models/intent"
import { Answers, expectedOf, judge, type Judged } from "./answers"

export type { Judged }

export interface VerifyOptions {
  /** epoch ms; when it passes the answer is "still waiting" */
  deadline?: number
  priority?: Priority
  /** why we ask; kept in the history */
  cause?: string
  /** epoch ms; the service said something then: an answer to a question that was asked before is no answer */
  since?: number
}

/** An answer this fresh is reused, unless there is news: one verify per reference and 3 s (design, decision 10). */
export const FRESH_MS = 3_000
/** News, which only a signed event brings, is asked about at most this often per reference. */
const NEWS_MS = 1_000
/** Longer than a verify with its retries may take, so that a lease ends only by its owner's death. */
const LEASE_MS = 15_000
const DEFAULT_DEADLINE_MS = 12_000
const POLL_MS = 150

/**
 * The only caller of verify. Single-flight: within the process by a shared promise, across processes by a lease on the row that is
 * held during the HTTP call and at no other time. Money that arrived is final and is never asked for again.
 */
export class Verifier {
  private readonly inFlight = new Map<string, Promise<Judged>>()
  private readonly answers: Answers

  constructor(
    private readonly ledger: IntentLedger,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    ladder?: Ladder
  ) {
    this.answers = new Answers(ledger, clock, ladder)
  }

  /**
   * Never throws for a service that is down or silent. When the deadline passes while another process asks, which may be dead, the
   * decision is `waiting` for want of an answer, whatever an older answer said. A payment whose create was refused is not asked for, unless
   * the service itself spoke of it (`since`): it failed, as `rejected`.
   */
  async verify(intent: IntentRow, options: VerifyOptions = {}): Promise<Judged> {
    const deadline = options.deadline ?? this.clock.now() + DEFAULT_DEADLINE_MS
    for (let row = intent; ;) {
      if (row.status === "rejected" && !options.since) return judge(await this.answers.storeRejected(row))
      if (this.isCurrent(row, options.since)) return judge(row)
      const running = this.inFlight.get(row.id)
      if (!running) return await this.share(row, { ...options, deadline })
      const judged = await running
      // The question under way may have been asked before the news came.
      if (!options.since) return judged
      row = judged.intent
    }
  }

  private share(intent: IntentRow, options: VerifyOptions & { deadline: number }): Promise<Judged> {
    const running = this.refresh(intent, options).finally(() => this.inFlight.delete(intent.id))
    this.inFlight.set(intent.id, running)
    return running
  }

  private isCurrent({ outcome, verified_at }: IntentRow, since?: number): boolean {
    if (outcome === "paid") return true
    const asked = verified_at ? new Date(verified_at).getTime() : -Infinity
    return since ? asked >= since : this.clock.now() - asked < FRESH_MS
  }

  private async refresh(intent: IntentRow, options: VerifyOptions & { deadline: number }): Promise<Judged> {
    while (this.clock.now() < options.deadline) {
      const claimed = await this.ledger.claim(intent.id, "verify_lease_until", LEASE_MS)
      if (claimed) {
        let row = claimed
        try {
          if (!this.isCurrent(claimed, options.since)) row = await this.ask(claimed, options)
          return judge(row)
        } finally {
          // An answer that was written down has freed it.
          if (row.verify_lease_until) await this.ledger.release(claimed, "verify_lease_until")
        }
      }
      await this.clock.sleep(POLL_MS)
      const current = await this.ledger.byReference(intent.merchant_reference)
      if (current && this.isCurrent(current, options.since)) return judge(current)
    }
    const row = (await this.ledger.byReference(intent.merchant_reference)) ?? intent
    return this.isCurrent(row, options.since)
      ? judge(row)
      : { intent: row, decision: { kind: "waiting", reason: "no_answer" }, unheard: true }
  }

  private async ask(intent: IntentRow, options: VerifyOptions & { deadline: number }): Promise<IntentRow> {
    const { deadline, priority = "customer", cause } = options
    const active = await this.configuration.current()
    const client = active.clientOrNull(intent.environment)
    if (!client) return await this.answers.storeNoKey(intent, cause)
    const pause = intent.verified_at ? new Date(intent.verified_at).getTime() + NEWS_MS - this.clock.now() : 0
    if (pause > 0) await this.clock.sleep(pause)
    try {
      let asked = this.clock.now()
      let answer = await client.verifyPayment(intent.merchant_reference, { deadline, priority })
      if (awaitsConfirmation(intent, answer, active)) {
        await this.confirm(intent, client, { deadline, cause })
        asked = this.clock.now()
        answer = await client.verifyPayment(intent.merchant_reference, { deadline, priority })
      }
      const verified = { ...answer, environment: intent.environment }
      return await this.answers.store(intent, verified, { asked, cause })
    } catch (error) {
      return await this.answers.storeFailure(intent, error, cause)
    }
  }

  /** What the confirmation answers proves nothing (interface 4.3), lost answers included: the verify after it decides. */
  private async confirm(
    intent: IntentRow,
    client: PayCollectClient,
    { deadline, cause }: { deadline: number; cause?: string }
  ): Promise<void> {
    let outcome = "ok"
    try {
      await client.confirmPaymentIntent(intent.intent_id!, { deadline })
    } catch (error) {
      if (!(error instanceof PayCollectError)) throw error
      outcome = error.code
    }
    await this.ledger.record(intent.id, { type: "confirmed", cause, data: { outcome } })
  }
}

/** Manual confirmation (U-13): the customer has agreed, and the service waits for us. Only money that would pay is confirmed. */
function awaitsConfirmation(
  intent: IntentRow,
  answer: VerifiedPayment,
  { options }: ActiveConfiguration
): boolean {
  if (options.confirmationMethod !== "manual" || !intent.intent_id) return false
  const verified = { ...answer, environment: intent.environment }
  return answer.status === "processing" && wouldPay(verified, expectedOf(intent))
}
