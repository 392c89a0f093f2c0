import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectError,
  PayCollectInvalidRequestError,
  PayCollectUnauthorizedError,
  type CreatePaymentIntentRequest,
  type PaymentIntent,
} from "../../../client"
import { LADDER } from "../../../domain/ladder"
import { type Clock } from "../clock"
import { type Configuration } from "../configuration"
import { type LedgerEvent } from "../ledger/history"
import { type IntentLedger, type IntentPatch, type NewIntent } from "../ledger/ledger"
import { type IntentRow } from "../models/intent"
import { isOpen } from "./attempts"
import { type Verifier } from "./verifier"

/** The whole create with its recovery (U-03): a create, a verify and a second create of 8 s each, within core's patience. */
export const CREATE_DEADLINE_MS = 25_000
const CREATE_LEASE_MS = CREATE_DEADLINE_MS + 5_000
const POLL_MS = 150

/** Nothing exists at the service under this reference that is ours: nothing to pay, nothing to look after. */
const REJECTED = { status: "rejected", request: null } as const
const REFERENCE_USED = { ...REJECTED, outcome_reason: "reference_used" } as const

/**
 * Brings one attempt to the service: its row and body are written before the request is sent, so that a create of unknown outcome is
 * looked for and repeated under its own reference, and never becomes a second intent (U-03).
 */
export class CreateIntent {
  constructor(
    private readonly ledger: IntentLedger,
    private readonly verifier: Verifier,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {}

  /** @returns null when another process was first with this attempt */
  async begin(values: NewIntent, deadline: number): Promise<IntentRow | null> {
    const row = await this.ledger.insert(values, CREATE_LEASE_MS)
    return row && (await this.create(row, { deadline, first: true }))
  }

  /**
   * Waits for a create that is under way elsewhere, or finishes an interrupted one under its own reference.
   * @returns null when the deadline came first
   */
  async resume(row: IntentRow, deadline: number): Promise<IntentRow | null> {
    while (this.clock.now() < deadline) {
      const claimed = await this.ledger.claim(row.id, "create_lease_until", CREATE_LEASE_MS)
      if (claimed?.request)
        return claimed.status === "creating"
          ? await this.create(claimed, { deadline, first: false })
          : await this.recover(claimed, deadline)
      if (claimed) return claimed
      await this.clock.sleep(POLL_MS)
      const current = await this.ledger.byReference(row.merchant_reference)
      if (!current || current.checkout_url || !isOpen(current)) return current
    }
    return null
  }

  private async create(
    row: IntentRow,
    { deadline, first }: { deadline: number; first: boolean }
  ): Promise<IntentRow> {
    try {
      return await this.created(row, await this.send(row, deadline), first)
    } catch (error) {
      if (error instanceof PayCollectAmbiguousError) {
        const unknown = await this.ledger.change(
          row.id,
          { status: "unknown" },
          event({ status: "unknown" }, error)
        )
        // A slow send of another process was answered meanwhile.
        if (unknown.checkout_url) return unknown
        return await this.recover(unknown, deadline)
      }
      return await this.refused(row, error, first)
    }
  }

  /** After an ambiguous create: ask by our reference first, then send the identical body once more (U-03). Never a second intent. */
  private async recover(row: IntentRow, deadline: number): Promise<IntentRow> {
    const { intent } = await this.verifier.verify(row, { deadline, priority: "create", cause: "create" })
    if (intent.outcome === "paid") return await this.finish(intent, { request: null })
    try {
      return await this.created(intent, await this.send(row, deadline), false)
    } catch (error) {
      if (error instanceof PayCollectAmbiguousError) {
        await this.finish(row, { status: "unknown" }, { error })
        throw error
      }
      return await this.refused(intent, error, false)
    }
  }

  private async send(row: IntentRow, deadline: number): Promise<PaymentIntent> {
    const body = row.request as unknown as CreatePaymentIntentRequest
    const active = await this.configuration.current()
    return await active.client(row.environment).createPaymentIntent(body, { deadline, priority: "create" })
  }

  /** The service may answer a reused reference with an older intent; one of another amount or currency is not ours to use (U-03). */
  private async created(row: IntentRow, answer: PaymentIntent, first: boolean): Promise<IntentRow> {
    const sameMoney = answer.amount === row.amount && answer.currency.toLowerCase() === row.currency_code
    const sameReference = !answer.merchant_reference || answer.merchant_reference === row.merchant_reference
    if (!sameMoney || !sameReference) {
      return await this.finish(row, REFERENCE_USED, { due: this.watched(first) })
    }
    const opened: IntentPatch = {
      status: toStatus(answer.status),
      outcome: row.outcome === "none" ? "waiting" : row.outcome,
      intent_id: answer.id,
      payment_ref: answer.payment_ref ?? null,
      checkout_url: answer.checkout_url,
      request: null,
    }
    return await this.finish(row, opened, { due: new Date(this.clock.now() + LADDER.waiting[0]!) })
  }

  /**
   * A used reference leads to the next attempt; a request the service does not take is over for good. Everything else surely had no
   * effect: the row stays as it is, and the next try uses the same reference and body.
   */
  private async refused(row: IntentRow, error: unknown, first: boolean): Promise<IntentRow> {
    const watched = this.watched(first)
    if (error instanceof PayCollectConflictError) {
      return await this.finish(row, REFERENCE_USED, { due: watched, error })
    }
    const final =
      error instanceof PayCollectInvalidRequestError || error instanceof PayCollectUnauthorizedError
    if (final) await this.finish(row, { ...REJECTED, outcome_reason: error.code }, { due: watched, error })
    else await this.finish(row, {}, { error })
    throw error
  }

  /**
   * An earlier, unanswered send of the same row may have made an intent all the same, and verify may have found it: it is looked after on
   * the ladder (U-15), whatever this send was answered.
   */
  private watched(first: boolean): Date | null {
    return first ? null : new Date(this.clock.now() + LADDER.unknown[0]!)
  }

  private async finish(
    row: IntentRow,
    patch: IntentPatch,
    { due, error }: { due?: Date | null; error?: unknown } = {}
  ): Promise<IntentRow> {
    return await this.ledger.createEnded(row.id, patch, event(patch, error), due)
  }
}

function event(patch: IntentPatch, error: unknown): LedgerEvent {
  const type = error ? "create_failed" : patch.checkout_url ? "opened" : "create_ended"
  const facts =
    error instanceof PayCollectError
      ? { error: error.code, request_id: error.requestId, status_code: error.statusCode }
      : {}
  return { type, data: { ...facts, ...(patch.status && { status: patch.status }) } }
}

/** U-20: a state we do not know is still waiting. */
function toStatus(status: string): IntentRow["status"] {
  return status === "processing" || status === "failed" || status === "canceled" ? status : "requires_action"
}
