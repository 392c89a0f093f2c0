import {
  PayCollectError,
  PayCollectNotFoundError,
  type PayCollectClient,
  type Priority,
  type VerifiedPayment,
} from "../../../client"
import { decide, type Decision, type Expected, type Verified } from "../../../domain/decide"
import {
  dueAfterAnswer,
  dueUnanswered,
  LADDER,
  type Ladder,
  type Moment,
  type Unanswered,
} from "../../../domain/ladder"
import { minorAmount } from "../../../domain/money"
import { isServiceStatus } from "../../../domain/status"
import { type Clock } from "../clock"
import { type ActiveConfiguration } from "../active-configuration"
import { type Configuration } from "../configuration"
import { type LedgerEvent } from "../ledger/history"
import { type IntentLedger } from "../ledger/ledger"
import { type IntentRow } from "../models/intent"

export interface VerifyOptions {
  /** epoch ms; when it passes the answer is "still waiting" */
  deadline?: number
  priority?: Priority
  /** why we ask; kept in the history */
  cause?: string
  /** epoch ms; the service said something then: an answer to a question that was asked before is no answer */
  since?: number
}

/** The judgement of one intent: the ledger's row as it stands, and what it means. */
export interface Judged {
  intent: IntentRow
  decision: Decision
  /** nobody got to ask in time: the row says nothing about now */
  unheard?: true
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

  constructor(
    private readonly ledger: IntentLedger,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly ladder: Ladder = LADDER
  ) {}

  /**
   * Never throws for a service that is down or silent. When the deadline passes while somebody else asks, who may be dead, the decision is
   * `waiting` for want of an answer, whatever an older answer said.
   */
  async verify(intent: IntentRow, options: VerifyOptions = {}): Promise<Judged> {
    const deadline = options.deadline ?? this.clock.now() + DEFAULT_DEADLINE_MS
    for (let row = intent; ;) {
      if (this.isCurrent(row, options.since)) return this.judge(row)
      const running = this.inFlight.get(row.id)
      if (!running) return await this.share(row, { ...options, deadline })
      const judged = await running
      // Whoever is under way may have asked before the news came.
      if (!options.since) return judged
      row = judged.intent
    }
  }

  private share(intent: IntentRow, options: VerifyOptions & { deadline: number }): Promise<Judged> {
    const running = this.refresh(intent, options).finally(() => this.inFlight.delete(intent.id))
    this.inFlight.set(intent.id, running)
    return running
  }

  /** What the stored answer means, without asking anybody. */
  judge(intent: IntentRow): Judged {
    return { intent, decision: decide(storedAnswer(intent), this.expected(intent)) }
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
        try {
          return this.judge(
            this.isCurrent(claimed, options.since) ? claimed : await this.ask(claimed, options)
          )
        } finally {
          await this.ledger.release(claimed, "verify_lease_until")
        }
      }
      await this.clock.sleep(POLL_MS)
      const current = await this.ledger.byReference(intent.merchant_reference)
      if (current && this.isCurrent(current, options.since)) return this.judge(current)
    }
    const row = (await this.ledger.byReference(intent.merchant_reference)) ?? intent
    return this.isCurrent(row, options.since)
      ? this.judge(row)
      : { intent: row, decision: { kind: "waiting", reason: "no_answer" }, unheard: true }
  }

  private async ask(intent: IntentRow, options: VerifyOptions & { deadline: number }): Promise<IntentRow> {
    const { deadline, priority = "customer", cause } = options
    const active = await this.configuration.current()
    const client = active.clientOrNull(intent.environment)
    if (!client) {
      const event = { type: "verify_failed" as const, cause, data: { error: "no_key" } }
      return await this.unanswered(intent, "no_answer", event)
    }
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
      return await this.store(intent, { ...answer, environment: intent.environment }, { asked, cause })
    } catch (error) {
      return await this.noAnswer(intent, error, cause)
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

  /** `asked`: when the question was sent, which the answer is no younger than */
  private async store(
    intent: IntentRow,
    verified: Verified,
    { asked, cause }: { asked: number; cause?: string }
  ): Promise<IntentRow> {
    const decision = decide(verified, this.expected(intent))
    const outcome = decision.kind
    const reason = "reason" in decision ? decision.reason : null
    const changed =
      outcome !== intent.outcome ||
      reason !== intent.outcome_reason ||
      verified.status !== storedAnswer(intent)?.status
    return await this.ledger.answered(
      intent.id,
      {
        verified: pickAnswer(verified),
        verified_at: new Date(asked),
        outcome,
        outcome_reason: reason,
        ...(isServiceStatus(verified.status) && { status: verified.status }),
        ...(decision.kind === "paid" && { fee: decision.fee }),
      },
      dueAfterAnswer(intent, decision, this.moment()),
      changed ? { type: "verified", cause, data: { status: verified.status, outcome, reason } } : undefined
    )
  }

  /** A failed call says nothing about the money: only the history and the ladder learn of it, and `verified_at` stays as it is. */
  private async noAnswer(intent: IntentRow, error: unknown, cause?: string): Promise<IntentRow> {
    if (!(error instanceof PayCollectError)) throw error
    const data = { error: error.code, request_id: error.requestId, status_code: error.statusCode }
    return error instanceof PayCollectNotFoundError
      ? await this.unanswered(intent, "not_found", { type: "verify_not_found", cause, data })
      : await this.unanswered(intent, "no_answer", { type: "verify_failed", cause, data })
  }

  private async unanswered(intent: IntentRow, reason: Unanswered, event: LedgerEvent): Promise<IntentRow> {
    return await this.ledger.answered(
      intent.id,
      { outcome_reason: reason },
      dueUnanswered(intent, reason, this.moment()),
      // One line per silence: a storefront that polls during an outage must not fill the history.
      intent.outcome_reason === reason ? undefined : event
    )
  }

  private moment(): Moment {
    return { now: this.clock.now(), ladder: this.ladder }
  }

  private expected(intent: IntentRow): Expected {
    return {
      environment: intent.environment,
      merchant_reference: intent.merchant_reference,
      payment_ref: intent.payment_ref,
      intent_id: intent.intent_id,
      amount: minorAmount(intent.amount),
      currency: intent.currency_code,
      fee_bearer: intent.fee_bearer,
    }
  }
}

function storedAnswer(intent: IntentRow): Verified | null {
  return intent.verified as Verified | null
}

/** Only the fields `decide` reads are kept: a verify answer may carry the customer's name and phone. */
function pickAnswer({
  environment,
  status,
  amount,
  currency,
  merchant_reference,
  payment_ref,
  id,
}: Verified) {
  return { environment, status, amount, currency, merchant_reference, payment_ref, id }
}

/** Manual confirmation (U-13): the customer has agreed, and the service waits for us. Only money we asked for is confirmed. */
function awaitsConfirmation(
  intent: IntentRow,
  answer: VerifiedPayment,
  { options }: ActiveConfiguration
): boolean {
  const sameMoney = answer.amount === intent.amount && answer.currency?.toLowerCase() === intent.currency_code
  const asked = options.confirmationMethod === "manual" && !!intent.intent_id
  return asked && answer.status === "processing" && sameMoney
}
