import { createHash } from "node:crypto"
import { MedusaError } from "@medusajs/framework/utils"
import { type CreatePaymentIntentRequest } from "../../client"
import { type Environment } from "../../domain/decide"
import { LADDER } from "../../domain/ladder"
import { type MinorAmount } from "../../domain/money"
import { merchantReference } from "../../domain/reference"
import { type Clock } from "./clock"
import { type ActiveConfiguration } from "./active-configuration"
import { type Configuration } from "./configuration"
import { CREATE_DEADLINE_MS, CreateIntent, isOpen } from "./create-intent"
import { type IntentLedger, type NewIntent } from "./ledger"
import { type IntentRow } from "./models/intent"
import { type VerifyOnce } from "./verify-once"

/** What is to be paid, read on the server. `amount` in the smallest unit. */
export interface AskedMoney {
  session_id: string
  cart_id: string | null
  payment_collection_id: string
  provider_id: string
  amount: MinorAmount
  currency_code: string
  exponent: number
  /** sessions that really became a payment which still stands; a paid intent consumed by another one may be adopted */
  paid_session_ids: string[]
  /** references of payments that still stand: their money is spent, whatever became of their sessions */
  paid_references?: string[]
}

export interface OpenIntentInput extends AskedMoney {
  /** the create body without what this service adds: amount, currency, reference, return address, metadata */
  request: Omit<
    CreatePaymentIntentRequest,
    "amount" | "currency" | "merchant_reference" | "redirect_url" | "metadata"
  >
}

/** An open attempt younger than this cannot have been paid unseen; older ones are asked for before anything new is charged. */
const RECHECK_AFTER_MS = 15_000
const RECHECK_DEADLINE_MS = 3_000
/** How old an open intent may be to be shown again. One whose money may be under way is: a second one would be paid twice. */
const REUSE_MS = 24 * 3_600_000
const REUSE_PROCESSING_MS = 6 * REUSE_MS
/** Two tabs that race for the same attempt settle in one round; more rounds mean a reference the service knows from elsewhere. */
const MAX_ROUNDS = 5

/** A cart that flips between amounts or methods must not use up the creations of the whole shop (interface 8: 20 a minute). */
const MAX_STARTS_PER_MINUTE = 10

/**
 * Finds or makes the PaymentIntent for a session. Order of preference: money that already came for this cart (adopted, no second
 * charge), the open intent with the same request, an interrupted create (same reference, same body), a new attempt.
 */
export class OpenIntent {
  private readonly creation: CreateIntent

  constructor(
    private readonly ledger: IntentLedger,
    private readonly verifyOnce: VerifyOnce,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {
    this.creation = new CreateIntent(ledger, verifyOnce, configuration, clock)
  }

  /**
   * @throws MedusaError NOT_ALLOWED when the cart was paid with another amount; PayCollectError when the service could not be asked
   */
  async open(input: OpenIntentInput): Promise<IntentRow> {
    const active = await this.configuration.current()
    const { environment } = active
    const fingerprint = requestFingerprint(input, active)
    const deadline = this.clock.now() + CREATE_DEADLINE_MS
    const subjectId = subjectOf(input)
    let attempts = await this.recheckedAttempts(subjectId)

    for (let round = 0; round < MAX_ROUNDS; round++) {
      const same = attempts.find(
        (row) => row.fingerprint === fingerprint && this.isReusable(row) && (row.checkout_url || row.request)
      )
      const intent =
        this.adoptable(attempts, input, environment) ??
        (same?.checkout_url ? same : same && (await this.creation.resume(same, deadline))) ??
        (await this.creation.begin(
          newIntent(input, active, { fingerprint, attempt: this.nextAttempt(attempts) }),
          deadline
        ))
      if (intent && (intent.checkout_url || intent.outcome === "paid")) {
        await this.ledger.linkSession(input.session_id, intent.id)
        return await this.watched(intent)
      }
      attempts = await this.ledger.ofSubject(subjectId)
    }
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The payment could not be started because other payments of the same cart are being started. No money moved; please try again."
    )
  }

  /**
   * Only money that already came for this cart; nothing is created.
   * @throws MedusaError NOT_ALLOWED when the cart was paid with another amount
   */
  async adopt(input: AskedMoney): Promise<IntentRow | null> {
    const { environment } = await this.configuration.current()
    const intent = this.adoptable(await this.recheckedAttempts(subjectOf(input)), input, environment)
    if (intent) await this.ledger.linkSession(input.session_id, intent.id)
    return intent ?? null
  }

  /** An old one is near the end of its ladder, and nobody would look for its money; the customer gets a fresh one. */
  private isReusable(row: IntentRow): boolean {
    return isOpen(row) && this.ageOf(row) < (row.status === "processing" ? REUSE_PROCESSING_MS : REUSE_MS)
  }

  /** Whoever gets the checkout of an older payment may pay it at once, and never come back. */
  private async watched(intent: IntentRow): Promise<IntentRow> {
    const soon = this.clock.now() + LADDER.waiting[0]!
    const watched = intent.outcome === "paid" || (intent.due_at && new Date(intent.due_at).getTime() <= soon)
    return watched ? intent : await this.ledger.change(intent.id, { due_at: new Date(soon) })
  }

  /** All attempts, newest first; open ones that may have been paid unseen are asked for before. */
  private async recheckedAttempts(subjectId: string): Promise<IntentRow[]> {
    const attempts = await this.ledger.ofSubject(subjectId)
    const deadline = this.clock.now() + RECHECK_DEADLINE_MS
    const old = attempts.filter((row) => this.ageOf(row) > RECHECK_AFTER_MS && isOpen(row))
    if (old.length === 0) return attempts
    await Promise.all(
      old.map((row) => this.verifyOnce.verify(row, { deadline, priority: "create", cause: "session" }))
    )
    return await this.ledger.ofSubject(subjectId)
  }

  /** Money of this cart that no payment stands for yet. Never adopted across amounts, currencies or environments (decision 3). */
  private adoptable(
    attempts: IntentRow[],
    input: AskedMoney,
    environment: Environment
  ): IntentRow | undefined {
    const paid = attempts.filter(
      (row) =>
        row.environment === environment &&
        row.outcome === "paid" &&
        !row.released_at &&
        row.refunded === "0" &&
        !input.paid_references?.includes(row.merchant_reference) &&
        (!row.consumed_session_id || !input.paid_session_ids.includes(row.consumed_session_id))
    )
    const same = paid.find((row) => row.amount === input.amount && row.currency_code === input.currency_code)
    if (same || paid.length === 0) return same
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This cart was already paid with another amount (reference ${paid[0]!.merchant_reference}). Nothing more was charged; the shop has to release or refund that payment first.`
    )
  }

  /** @throws MedusaError NOT_ALLOWED for a cart that starts payments faster than a customer could pay them */
  private nextAttempt(attempts: IntentRow[]): number {
    const recent = attempts.filter((row) => this.ageOf(row) < 60_000)
    if (recent.length >= MAX_STARTS_PER_MINUTE) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "Too many payments were started for this cart within a minute. No money moved; please wait a minute and try again."
      )
    }
    return (attempts[0]?.attempt ?? 0) + 1
  }

  private ageOf(row: IntentRow): number {
    return this.clock.now() - new Date(row.created_at).getTime()
  }
}

/** Whose attempts are counted and whose money is looked for. */
function subjectOf({ cart_id, payment_collection_id }: AskedMoney): string {
  return cart_id ?? payment_collection_id
}

function newIntent(
  input: OpenIntentInput,
  active: ActiveConfiguration,
  { fingerprint, attempt }: { fingerprint: string; attempt: number }
): NewIntent {
  const { cart_id, payment_collection_id, provider_id, amount, currency_code, exponent } = input
  const reference = merchantReference(subjectOf(input), attempt)
  return {
    merchant_reference: reference,
    subject_id: subjectOf(input),
    attempt,
    cart_id,
    payment_collection_id,
    provider_id,
    environment: active.environment,
    amount,
    currency_code,
    exponent,
    fee_bearer: input.request.fee_bearer ?? active.options.feeBearer,
    fingerprint,
    request: createBody(input, active, reference) as unknown as Record<string, unknown>,
  }
}

function createBody(
  input: OpenIntentInput,
  active: ActiveConfiguration,
  reference: string
): CreatePaymentIntentRequest {
  return {
    ...input.request,
    amount: input.amount,
    currency: input.currency_code.toUpperCase(),
    merchant_reference: reference,
    redirect_url: active.returnAddress(reference),
    // Webhooks carry no merchant_reference of their own (U-07), so ours travels in the metadata.
    metadata: { merchant_reference: reference, ...(input.cart_id && { cart_id: input.cart_id }) },
  }
}

/** Two requests with the same fingerprint ask for the same payment (design, decision 2). */
function requestFingerprint(input: OpenIntentInput, active: ActiveConfiguration): string {
  const { amount, currency_code, provider_id, request } = input
  const parts = [
    active.environment,
    amount,
    currency_code,
    provider_id,
    request,
    active.options.feeBearer,
    active.options.backendUrl,
  ]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}
