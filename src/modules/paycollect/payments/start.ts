import { MedusaError } from "@medusajs/framework/utils"
import { type Environment } from "../../../domain/decide"
import { LADDER } from "../../../domain/ladder"
import { type Clock } from "../clock"
import { type Configuration } from "../configuration"
import { type IntentLedger } from "../ledger/ledger"
import { type IntentRow } from "../models/intent"
import { adoptable } from "./adopt"
import { askedAt, endedAttempts, isHidden, isOpen, openAttempts } from "./attempts"
import { CREATE_DEADLINE_MS, CreateIntent } from "./create"
import { newIntent, requestFingerprint, subjectOf, type AskedMoney, type StartPaymentInput } from "./request"
import { FRESH_MS, type Verifier } from "./verifier"

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
 * charge), the open intent with the same request, an interrupted create (same reference, same body), a new attempt. What may have been
 * paid unseen is asked for first: open attempts always, those that ended before anything new is charged.
 */
export class StartPayment {
  private readonly creation: CreateIntent

  constructor(
    private readonly ledger: IntentLedger,
    private readonly verifier: Verifier,
    private readonly configuration: Configuration,
    private readonly clock: Clock
  ) {
    this.creation = new CreateIntent(ledger, verifier, configuration, clock)
  }

  /**
   * @throws MedusaError NOT_ALLOWED when the cart was paid with another amount; PayCollectError when the service could not be asked
   */
  async findOrCreate(input: StartPaymentInput): Promise<IntentRow> {
    const active = await this.configuration.current()
    const { environment } = active
    const fingerprint = requestFingerprint(input, active)
    const deadline = this.clock.now() + CREATE_DEADLINE_MS
    const subjectId = subjectOf(input)
    let attempts = await this.recheckedAttempts(subjectId)
    let endedAreAsked = false
    for (let round = 0; round < MAX_ROUNDS; round++, attempts = await this.ledger.ofSubject(subjectId)) {
      const same = attempts.find(
        (row) => row.fingerprint === fingerprint && this.isReusable(row) && !isHidden(row)
      )
      const known = adoptable(attempts, input, environment) ?? (same?.checkout_url ? same : undefined)
      if (!known && !endedAreAsked) {
        endedAreAsked = true
        if (await this.askEndedAttempts(attempts, environment)) continue
      }
      const intent =
        known ??
        (same && (await this.creation.resume(same, deadline))) ??
        (await this.creation.begin(
          newIntent(input, active, {
            fingerprint,
            attempt: this.nextAttempt(attempts),
            shopId: await this.ledger.shop.id(),
          }),
          deadline
        ))
      if (intent && (intent.checkout_url || intent.outcome === "paid")) {
        await this.ledger.linkSession(input.session_id, intent.id)
        await this.watch(intent)
        return intent
      }
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
    const intent = adoptable(await this.recheckedAttempts(subjectOf(input)), input, environment)
    if (intent) await this.ledger.linkSession(input.session_id, intent.id)
    return intent ?? null
  }

  /** An old one is near the end of its ladder, and its money would not be looked for; the customer gets a fresh one. */
  private isReusable(row: IntentRow): boolean {
    return isOpen(row) && this.ageOf(row) < (row.status === "processing" ? REUSE_PROCESSING_MS : REUSE_MS)
  }

  /** The customer who gets the checkout of an older payment may pay it at once, and never come back. */
  private async watch({ id, outcome, due_at }: IntentRow): Promise<void> {
    const soon = this.clock.now() + LADDER.waiting[0]!
    const watched = outcome === "paid" || (due_at && new Date(due_at).getTime() <= soon)
    if (!watched) await this.ledger.lookAgainBy(id, soon)
  }

  /** All attempts, newest first; open ones that may have been paid unseen are asked for before. */
  private async recheckedAttempts(subjectId: string): Promise<IntentRow[]> {
    const attempts = await this.ledger.ofSubject(subjectId)
    const open = openAttempts(attempts, this.clock.now())
    if (open.length === 0) return attempts
    await this.ask(open)
    return await this.ledger.ofSubject(subjectId)
  }

  /** @returns whether there was any to ask: what became of them stands in the ledger */
  private async askEndedAttempts(attempts: IntentRow[], environment: Environment): Promise<boolean> {
    const now = this.clock.now()
    const ended = endedAttempts(attempts, { now, environment })
    const old = ended.filter((row) => now - askedAt(row) >= FRESH_MS)
    await this.ask(old)
    return old.length > 0
  }

  /** A question that is not answered in time does not keep the customer: should two be paid, a person is told. */
  private async ask(rows: IntentRow[]): Promise<void> {
    const deadline = this.clock.now() + RECHECK_DEADLINE_MS
    await Promise.all(
      rows.map((row) => this.verifier.verify(row, { deadline, priority: "create", cause: "session" }))
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
