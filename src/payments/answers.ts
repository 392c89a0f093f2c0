import { PayCollectError, PayCollectNotFoundError } from "../service/errors"
import { type Clock } from "../service/config"
import { decide, type Decision, type Expected, type Verified, isServiceStatus } from "./assess"
import {
  nextStepAfterAnswer,
  nextStepRejected,
  nextStepUnanswered,
  SCHEDULE,
  type Schedule,
  type ScheduleMoment,
  type Unanswered,
} from "./schedule"
import { hear } from "./review"
import { type ReversalVerdict } from "./reversal"
import { minorAmount } from "../service/wire/shape"
import { paymentMoved } from "../service/telemetry"
import { type LedgerEvent } from "./ledger/history"
import { type IntentLedger, type IntentPatch } from "./ledger/ledger"
import { type IntentRow } from "../modules/paycollect/models/intent"

/** The judgement of one intent: the ledger's row as it stands, and what it means. */
export interface Judged {
  intent: IntentRow
  decision: Decision
  /** the question could not be asked in time: the row says nothing about now */
  unheard?: true
  /** nothing was asked: a visit came too early, or, `unheard` too, there was no place. The row says what was answered a while ago */
  early?: true
  /** what a person is told of money that this question found gone */
  gone?: Extract<ReversalVerdict, { kind: "reversed" }>["facts"]
}

interface AskedAt {
  /** epoch ms at which the question was sent: the answer is no younger; null: it is no evidence of what is there now */
  asked: number | null
  cause?: string
}

/**
 * Writes down what the service answered to a verify, and that it did not answer; `decide` says what an answer means. Each method but
 * `storeRejected` gets the row as it was claimed to ask, and ends its lease.
 */
export class Answers {
  constructor(
    private readonly ledger: IntentLedger,
    private readonly clock: Clock,
    private readonly schedule: Schedule = SCHEDULE
  ) {}

  async store(intent: IntentRow, answer: Verified, asked: AskedAt & { asked: number }): Promise<IntentRow> {
    const verified = { ...pickAnswer(answer), id_of_another: await this.isIdOfAnother(intent, answer) }
    if (!wasTaken(intent)) return await this.judged(intent, verified, asked)
    // Of a process that dies before it hears the rest, the next look asks again.
    const taken = await this.judged(intent, takenBy(intent, verified), { ...asked, asked: null })
    return (await this.confirm(taken, verified, asked)).intent
  }

  private async judged(intent: IntentRow, verified: Verified, asked: AskedAt): Promise<IntentRow> {
    const stored = await this.write(intent, verified, asked)
    // Two payments that were answered with the same id at once: the first one has it.
    return stored ?? (await this.write(intent, { ...verified, id_of_another: true }, asked))!
  }

  /**
   * Money that came, asked about once more. What is gone of it is due: the store or a person has to hear of it, whatever process asked. An answer that
   * lags, or is about another payment, says no more of it than silence.
   */
  async confirm(
    intent: IntentRow,
    answer: Verified,
    { asked, cause }: AskedAt & { asked: number }
  ): Promise<Pick<Judged, "intent" | "gone">> {
    const { ledger, clock } = this
    const { verdict, row, isEvidence } = await hear({ ledger, clock }, intent, { said: answer, asked })
    if (!isEvidence) await this.inVain(row, { type: "verify_failed", cause, data: { error: "unclear" } })
    if (verdict.kind !== "reversed" || !isEvidence) return { intent: row }
    await ledger.scheduleBy(row.id)
    return { intent: row, gone: verdict.facts }
  }

  /** A failed call says nothing about the money: only the history and the schedule learn of it, and `verified_at` stays as it is. */
  async storeFailure(intent: IntentRow, error: unknown, cause?: string): Promise<IntentRow> {
    if (!(error instanceof PayCollectError)) throw error
    const data = { error: error.code, request_id: error.requestId, status_code: error.statusCode }
    return error instanceof PayCollectNotFoundError
      ? await this.unanswered(intent, "not_found", { type: "verify_not_found", cause, data })
      : await this.unanswered(intent, "no_answer", { type: "verify_failed", cause, data })
  }

  /** Its environment has no key any more: the service could not even be asked. */
  async storeNoKey(intent: IntentRow, cause?: string): Promise<IntentRow> {
    return await this.unanswered(intent, "no_answer", {
      type: "verify_failed",
      cause,
      data: { error: "no_key" },
    })
  }

  /** Nothing was asked: the service refused the create. Only the schedule goes on, which ends with a look at the store. */
  async storeRejected(intent: IntentRow): Promise<IntentRow> {
    if (intent.next_step_at === null) return intent
    return await this.ledger.answered(intent, {}, nextStepRejected(intent, this.moment()))
  }

  private async isIdOfAnother(intent: IntentRow, { id }: Verified): Promise<boolean> {
    if (id === undefined || id === intent.service_intent_id || id === intent.transaction_id) return false
    return await this.ledger.isIdOfAnother(intent, id)
  }

  /** @returns null when the id was recorded for another payment meanwhile */
  private async write(
    intent: IntentRow,
    verified: Verified,
    { asked, cause }: AskedAt
  ): Promise<IntentRow | null> {
    const decision = decide(verified, expectedOf(intent))
    const outcome = decision.kind
    const reason = "reason" in decision ? decision.reason : null
    const isMoved = verified.status !== (intent.verified as Verified | null)?.status
    const changed = isMoved || outcome !== intent.outcome || reason !== intent.outcome_reason
    const at = asked === null ? null : new Date(asked)
    const patch: IntentPatch = {
      verified: { ...verified },
      verified_at: at,
      // The customer went on, or the payment did: the questions about what comes next begin anew.
      ...(isMoved && { asks: 1 }),
      outcome,
      outcome_reason: reason,
      failed_at: outcome === "failed" ? (intent.failed_at ?? at) : null,
      ...(isServiceStatus(verified.status) && { status: verified.status }),
      // One whose create was refused is asked about no more: the service knows this one all the same, as of a row that was lost before.
      ...(!isServiceStatus(verified.status) && intent.status === "rejected" && { status: "processing" }),
    }
    const due = nextStepAfterAnswer(intent, decision, this.moment())
    const data = { status: verified.status, outcome, reason }
    const event = changed ? { type: "verified" as const, cause, data } : undefined
    const told = { event, question: intent }
    const written =
      decision.kind === "paid"
        ? await this.ledger.paid(
            intent,
            { ...patch, fee: decision.fee, transaction_id: verified.id ?? null },
            due,
            told
          )
        : await this.ledger.answered(intent, patch, due, told)
    if (written && outcome !== "waiting" && outcome !== intent.outcome)
      paymentMoved(outcome, intent.environment)
    return written
  }

  private async unanswered(intent: IntentRow, reason: Unanswered, event: LedgerEvent): Promise<IntentRow> {
    if (intent.outcome === "paid") {
      await this.inVain(intent, event)
      return intent
    }
    return await this.ledger.answered(
      intent,
      { outcome_reason: reason },
      nextStepUnanswered(intent, reason, this.moment()),
      // One line per silence: a storefront that polls during an outage must not fill the history.
      { event: intent.outcome_reason === reason ? undefined : event, question: intent }
    )
  }

  /** Money that came stays as it is, and on its schedule; since when it is asked about in vain is read in its history. */
  private async inVain(intent: IntentRow, event: LedgerEvent): Promise<void> {
    const now = this.clock.now()
    if ((await this.ledger.silentSince(intent)) >= now) await this.ledger.record(intent.id, event)
  }

  private moment(): ScheduleMoment {
    return { now: this.clock.now(), schedule: this.schedule }
  }
}

/** What the stored answer means, without asking. A refused create left nothing at the service that could be asked for. */
export function judge(intent: IntentRow): Judged {
  if (intent.status === "rejected") return { intent, decision: { kind: "failed", reason: "rejected" } }
  return { intent, decision: decide(intent.verified as Verified | null, expectedOf(intent)) }
}

export function expectedOf(intent: IntentRow): Expected {
  return {
    environment: intent.environment,
    merchant_reference: intent.merchant_reference,
    payment_ref: intent.payment_ref,
    amount: minorAmount(intent.amount),
    currency: intent.currency_code,
    fee_bearer: intent.fee_bearer,
    multiple: intent.multiple,
  }
}

/** Medusa's payment of this money stands, and the row that knew was lost: only money that came is used. The process that wrote it anew may have died since. */
const wasTaken = ({ used_by_session_id, outcome }: IntentRow) =>
  used_by_session_id !== null && outcome !== "paid"

/**
 * The answer by which Medusa's payment was made: the one that was had now, where it would be taken again. One that names less, another sum or
 * another payment is news of money that came, and undoes nothing.
 */
function takenBy(intent: IntentRow, verified: Verified): Verified {
  const expected = expectedOf(intent)
  if (decide(verified, expected).kind === "paid") return verified
  const { environment, amount, currency } = expected
  return { environment, status: "succeeded", amount, currency }
}

/**
 * Only the fields `decide` reads are kept, the id for refunds, and how it was paid for receipts: a verify answer may carry the customer's
 * name and phone.
 */
function pickAnswer({
  environment,
  status,
  amount,
  currency,
  merchant_reference,
  payment_ref,
  id,
  method,
  operator,
}: Verified) {
  return { environment, status, amount, currency, merchant_reference, payment_ref, id, method, operator }
}
