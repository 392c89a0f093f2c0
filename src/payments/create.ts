import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectError,
  PayCollectInvalidRequestError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
} from "../service/errors"
import { type CreatePaymentIntentRequest, type PaymentIntent } from "../service"
import { type Clock } from "../service/config"
import { askableAt, FRESH_MS } from "./polling"
import { factsOf, type Source } from "./source"
import { type Judged } from "./answers"
import { isRoundedUp, meaningOf } from "./assess"
import { isAftermath } from "./reversal"
import { type RecoverLost, type Verifier } from "./verifier"
import { isClearAnswer, SCHEDULE, LAST_CHECK_MS } from "./schedule"
import { paymentMoved } from "../service/telemetry"
import { type Configuration } from "../settings/configuration"
import { type PaidSession } from "./ledger/history"
import { type IntentLedger, type IntentPatch, type NewIntent } from "./ledger/ledger"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { isOpenAttempt } from "./attempts"

/** The whole create with its recovery (U-03): a create, a verify and a second create of 8 s each, within core's patience. */
export const CREATE_DEADLINE_MS = 25_000
const CREATE_LEASE_MS = CREATE_DEADLINE_MS + 5_000
const CREATE_POLL_MS = 150
/** How long a customer waits to hear what stands under a reference that the service calls used; then she gets the next one. */
const CLEAR_WITHIN_MS = 10_000

/** Its first send is under way: what the service has under its reference may be a payment whose row was lost. */
export function isBeingMade({ status, created_at }: IntentRow, now: number): boolean {
  return status === "creating" && now - new Date(created_at).getTime() < CREATE_LEASE_MS
}

export interface Sending {
  /** epoch ms */
  deadline: number
  /** no send of this row was without an answer before */
  first: boolean
  recoverLost?: RecoverLost
  /** what is started; `paid_by` is written here by the very statement that opens the payment */
  session?: PaidSession & { paid_by?: string }
}

/**
 * Brings one attempt to the service. First its place in the request budget, so that one that cannot be sent leaves no row; then row and
 * body; then the request, so that a create of unknown outcome is looked for and repeated under its own reference, and never becomes a
 * second intent (U-03).
 */
export class CreateIntent {
  /** by reference: of many tabs of one customer only one takes a place */
  private readonly begun = new Map<string, Promise<IntentRow | null>>()

  constructor(
    private readonly ledger: IntentLedger,
    private readonly verifier: Verifier,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {}

  /**
   * @returns null when another request, or a payment whose row was lost, was first with this attempt
   * @throws PayCollectError also where nothing can be sent; nothing was written then
   */
  async begin(values: NewIntent, sending: Omit<Sending, "first">): Promise<IntentRow | null> {
    const { merchant_reference: reference } = values
    const running = this.begun.get(reference)
    if (running) return await running.then(() => null)
    const begun = this.beginAlone(values, sending).finally(() => this.begun.delete(reference))
    this.begun.set(reference, begun)
    return await begun
  }

  private async beginAlone(values: NewIntent, sending: Omit<Sending, "first">): Promise<IntentRow | null> {
    const client = (await this.configuration.current()).client(values.environment)
    await client.admitPaymentIntent(bodyOf(values), { deadline: sending.deadline })
    const row = await this.ledger.insert(values, CREATE_LEASE_MS)
    return row && (await this.create(row, { ...sending, first: true }))
  }

  /**
   * Waits for a create that is under way elsewhere, or finishes an interrupted one under its own reference.
   * @param isHeard whether this very request had it asked for a moment ago
   * @returns null when the deadline came first
   */
  async resume(
    row: IntentRow,
    { isHeard = false, ...sending }: Omit<Sending, "first"> & { isHeard?: boolean }
  ): Promise<IntentRow | null> {
    const { deadline } = sending
    while (this.clock.now() < deadline) {
      const claimed = await this.ledger.claim(row.id, "create_lease_until", CREATE_LEASE_MS)
      if (claimed?.request)
        return claimed.status === "creating"
          ? await this.create(claimed, { ...sending, first: false })
          : await this.recover(claimed, { ...sending, source: { by: isHeard ? "create" : "retry" } })
      if (claimed) {
        await this.ledger.release(claimed, "create_lease_until")
        return claimed
      }
      await this.clock.sleep(CREATE_POLL_MS)
      const current = await this.ledger.byReference(row.merchant_reference)
      if (!current || current.checkout_url || !isOpenAttempt(current)) return current
    }
    return null
  }

  private async create(row: IntentRow, sending: Sending): Promise<IntentRow | null> {
    let answer: PaymentIntent
    try {
      answer = await this.send(row, sending.deadline, sending.first)
    } catch (error) {
      if (!(error instanceof PayCollectAmbiguousError)) return await this.refused(row, error, sending)
      const unknown = await this.becameUnknown(row, error)
      if (unknown.request && !unknown.checkout_url)
        return await this.recover(unknown, { ...sending, source: { by: "create" } })
      // Another process was answered meanwhile, or the job gave the attempt up: it is never sent again.
      await this.ledger.release(row, "create_lease_until")
      return unknown
    }
    // What is thrown from here on is of a payment that the service has: its row is never closed as rejected.
    return await this.created(row, answer, sending)
  }

  /**
   * After an ambiguous create: ask by our reference first, then send the identical body once more (U-03). Never a second intent. A customer
   * who tries again sooner than a visit may have it asked for has to wait: neither is repeated as often as she likes.
   */
  private async recover(
    row: IntentRow,
    { source, ...given }: Omit<Sending, "first"> & { source: Source }
  ): Promise<IntentRow | null> {
    const { deadline, recoverLost } = given
    const { intent, early } = await this.verifier.verify(row, source, deadline, recoverLost)
    if (intent.recovered) throw tryCreateLater(FRESH_MS)
    if (intent.outcome === "paid") return await this.finish(intent, { request: null })
    if (early) {
      await this.ledger.release(row, "create_lease_until")
      throw tryCreateLater(askableAt(intent, factsOf(source).pause) - this.clock.now())
    }
    const sending = { ...given, first: false }
    try {
      return await this.created(intent, await this.send(row, deadline), sending)
    } catch (error) {
      if (error instanceof PayCollectAmbiguousError) {
        await this.finish(row, { status: "unknown" }, { error })
        throw error
      }
      return await this.refused(intent, error, sending)
    }
  }

  private async send(row: IntentRow, deadline: number, isAdmitted = false): Promise<PaymentIntent> {
    const client = (await this.configuration.current()).client(row.environment)
    return await client.createPaymentIntent(bodyOf(row), { deadline, ...(isAdmitted && { admitted: true }) })
  }

  /** The service may answer a reused reference with an older intent; one of another amount or currency is not ours to use (U-03). */
  private async created(row: IntentRow, answer: PaymentIntent, sending: Sending): Promise<IntentRow | null> {
    const sameMoney = isRoundedUp(answer.amount, row) && answer.currency.toLowerCase() === row.currency_code
    const sameReference = !answer.merchant_reference || answer.merchant_reference === row.merchant_reference
    const hasCome = isAftermath(answer.status) && meaningOf(answer.status) !== "failed"
    const isPaidBefore = hasCome && !!sending.recoverLost && !row.checkout_url
    if (!sameMoney || !sameReference || isPaidBefore) return await this.usedAlready(row, sending)
    const opened = {
      status: toStatus(answer.status),
      service_intent_id: answer.id,
      payment_ref: answer.payment_ref ?? null,
      checkout_url: answer.checkout_url,
    }
    const begun = await this.ledger.opened(row.id, opened, this.later(SCHEDULE.waiting[0]!), sending.session)
    if (!begun) return await this.ledger.byId(row.id)
    if (sending.session) sending.session.paid_by = row.id
    paymentMoved("started", row.environment)
    return begun
  }

  /**
   * A used reference leads to the next attempt; a request the service does not take is over for good. Everything else surely had no
   * effect: the first send is over with it, and keeps its number. Only its cart is looked at once more: a completion that began before may
   * have committed an order without money. Where an earlier send was without an answer it may have made an intent all the same, which is
   * looked for on the schedule (U-15), whatever this send was answered.
   */
  private async refused(row: IntentRow, error: unknown, sending: Sending): Promise<IntentRow | null> {
    const { first } = sending
    if (error instanceof PayCollectConflictError) return await this.usedAlready(row, sending, error)
    const final =
      error instanceof PayCollectInvalidRequestError || error instanceof PayCollectUnauthorizedError
    if (first && error instanceof PayCollectError) {
      const due = final || row.cart_id ? this.later(LAST_CHECK_MS) : null
      const data = { ...createdFacts(error), status: "rejected" }
      await this.ledger.rejected(row, error.code, { type: "create_failed", data }, due)
    } else if (final) await this.leaveUnknown(row, error)
    else await this.finish(row, {}, { error })
    throw error
  }

  /**
   * The service has a payment under our reference that it does not give us: one whose row was lost, of another database of this shop, or of an
   * earlier send. The first is written down anew, with what its money pays for already. Any other may be paid, so it is asked for and looked
   * after like any unknown outcome; the customer waits for a clear answer, and not for long.
   * @throws PayCollectUnavailableError when the service does not say what the lost one is: taken for this attempt, its money could pay twice. And where a lost
   * one was found instead of an attempt that was cut off: the next try sees what it is
   */
  private async usedAlready(
    row: IntentRow,
    { deadline, first, recoverLost }: Sending,
    error?: unknown
  ): Promise<IntentRow | null> {
    const isUntouched = row.status === "creating" && row.asked_at === null
    const found = recoverLost && isUntouched ? await recoverLost(row) : "not_found"
    if (found === "recovered" && first) return null
    // An earlier send of this very row may have made what is there: only a row that was sent once gives way.
    if (found === "not_asked" && !(first && (await this.ledger.withdraw(row))))
      await this.ledger.release(row, "create_lease_until")
    if (found === "recovered" || found === "not_asked") throw tryCreateLater(FRESH_MS)
    const unknown = await this.becameUnknown(row, error)
    if (unknown.checkout_url) return unknown
    const until = Math.min(deadline, this.clock.now() + CLEAR_WITHIN_MS)
    const { intent } = await this.whatStands(unknown, until, recoverLost)
    if (intent.recovered) throw tryCreateLater(FRESH_MS)
    if (intent.outcome === "paid") return await this.finish(intent, { request: null })
    return await this.leaveUnknown(intent)
  }

  private async whatStands(row: IntentRow, deadline: number, recoverLost?: RecoverLost): Promise<Judged> {
    for (;;) {
      const judged = await this.verifier.verify(row, { by: "create" }, deadline, recoverLost)
      if (isClearAnswer(judged) || this.clock.now() + FRESH_MS >= deadline) return judged
      await this.clock.sleep(FRESH_MS)
    }
  }

  /** The lease stays: this process goes on with it. @param error none where an answer that could be read names a payment of other money */
  private async becameUnknown(row: IntentRow, error?: unknown): Promise<IntentRow> {
    const facts = error ? createdFacts(error) : { error: "conflict" }
    return await this.ledger.change(row.id, unknown(row), {
      type: "create_failed",
      data: { ...facts, status: "unknown" },
    })
  }

  /** Never sent again, and looked after (U-15). */
  private async leaveUnknown(row: IntentRow, error?: unknown): Promise<IntentRow> {
    const due = this.later(SCHEDULE.unknown[0]!)
    return await this.finish(row, { ...unknown(row), request: null }, { error, due })
  }

  private later(ms: number): Date {
    return new Date(this.clock.now() + ms)
  }

  private async finish(
    row: IntentRow,
    patch: IntentPatch,
    { due, error }: { due?: Date; error?: unknown } = {}
  ): Promise<IntentRow> {
    const type = error ? "create_failed" : "create_ended"
    const data = {
      ...(error !== undefined && createdFacts(error)),
      ...(patch.status && { status: patch.status }),
    }
    return await this.ledger.createEnded(row.id, patch, { type, data }, due)
  }
}

function tryCreateLater(waitMs: number): PayCollectUnavailableError {
  return new PayCollectUnavailableError({
    operation: "create_payment_intent",
    retryAfterMs: Math.max(1_000, waitMs),
    message:
      "create_payment_intent: the payment service gave no clear answer a moment ago. Nothing was sent again and no money moved; try again in a few seconds.",
  })
}

/** What verify has found meanwhile says more. */
function unknown({ status }: IntentRow): IntentPatch {
  return status === "creating" ? { status: "unknown" } : {}
}

const bodyOf = ({ request }: Pick<IntentRow, "request">) => request as unknown as CreatePaymentIntentRequest

function createdFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof PayCollectError)) return {}
  return { error: error.code, request_id: error.requestId, status_code: error.statusCode }
}

/** U-20: a state we do not know is still waiting. */
function toStatus(status: string): IntentRow["status"] {
  return status === "processing" || status === "failed" || status === "canceled" ? status : "requires_action"
}
