import { MedusaError } from "@medusajs/framework/utils"
import { outOfBounds } from "./amounts"
import { isFresh } from "./came"
import { formatPaymentNumber } from "./names"
import { phaseOf } from "./phase"
import { SCHEDULE } from "./schedule"
import { type Clock, type Environment } from "../service/config"
import { type Configuration } from "../settings/configuration"
import { type Assignments } from "./ledger/assignments"
import { type IntentLedger } from "./ledger/ledger"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { NO_PROOFS, type ReturnProofs } from "./return-address"
import {
  reusable,
  unspent,
  endedAttempts,
  isHidden,
  assertNoSecond,
  countsIn,
  isBeside,
  isOfSum,
  isReusable,
  isUnread,
  mayBeSecond,
  mayStart,
  openAttempts,
} from "./attempts"
import { CREATE_DEADLINE_MS, CreateIntent, type Sending } from "./create"
import {
  boughtNow,
  newIntent,
  requestFingerprint,
  subjectOf,
  type AskedMoney,
  type StartPaymentInput,
} from "./request"
import { type Source } from "./source"
import { type RecoverLost, type Verifier } from "./verifier"

/** `code` of the error of a start that others of the same cart were in the way of: it may be tried again at once. */
export const START_BUSY = "paycollect_busy"
/** ... of one that came too soon after others, of this cart or of all. */
export const START_TOO_FAST = "paycollect_too_fast"
/** ... of one for which money came that is being looked up, or booked: nothing more is charged before that is over. */
export const START_LOOKED_UP = "paycollect_looked_up"

const RECHECK_DEADLINE_MS = 3_000
/** Two tabs that race for the same attempt advance in one round; more rounds mean a reference the service knows from elsewhere. */
const MAX_START_ROUNDS = 5

/** Of one cart, by one request: any visitor can make attempts, and each question takes a place of the whole shop's budget. */
const MOST_ASKED = 3
/** A customer who is led to pay once more comes back once more; so often at most that is news. */
const REARM_MS = 60_000

export interface Starting {
  /** the customer stands before the checkout, and not before a choice of ways to pay */
  atCheckout?: boolean
  /** the customer comes back to the storefront, although a payment link led into this collection before */
  atStorefront?: boolean
  /** its customer is asked before a second charge; {@link StartPayment.assertNoOther} found none */
  asksFirst?: boolean
  /** the store's records are at hand */
  recoverLost?: RecoverLost
}

/**
 * Finds or makes the PaymentIntent for a session. Order of preference: money that already came for this cart (reused, no second
 * charge), the open intent with the same request, an interrupted create (same reference, same body), a new attempt. What may have been
 * paid unseen is asked for first: open attempts always, those that ended before anything new is charged.
 */
export class StartPayment {
  private readonly creation: CreateIntent

  constructor(
    private readonly ledger: IntentLedger,
    private readonly verifier: Verifier,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
    private readonly assignments: Pick<Assignments, "inCollection">,
    private readonly proofs: Pick<ReturnProofs, "addTo"> = NO_PROOFS
  ) {
    this.creation = new CreateIntent(ledger, verifier, configuration, clock)
  }

  /**
   * @throws AmountOutOfBounds; MedusaError NOT_ALLOWED when the cart was paid with another amount and it is not paid anew, and with the code {@link START_BUSY}; {@link TooManyStarts}
   * for a cart that starts payments faster than a customer could pay them; PayCollectError when the service could not be asked
   */
  async findOrCreate(
    input: StartPaymentInput,
    { atCheckout = false, atStorefront, asksFirst, recoverLost }: Starting = {}
  ): Promise<IntentRow> {
    const active = await this.configuration.current()
    const { environment } = active
    const fingerprint = requestFingerprint(input, active)
    const own = { ...input, subject_id: subjectOf(input), fingerprint }
    const storefronts = atStorefront ? input.payment_collection_id : undefined
    const session: Sending["session"] = { id: input.session_id, storefronts }
    const creating = { deadline: this.clock.now() + CREATE_DEADLINE_MS, recoverLost, session }
    const { attempts: rechecked, asked } = await this.recheckedAttempts(input, environment, recoverLost)
    let attempts = rechecked
    let endedAreAsked = false
    for (
      let round = 0;
      round < MAX_START_ROUNDS;
      round++, attempts = await this.ledger.ofSubject(subjectOf(input))
    ) {
      const same = attempts.find(
        (row) => row.fingerprint === fingerprint && isReusable(row, this.clock.now()) && !isHidden(row)
      )
      const known = this.standing(attempts, input, environment) ?? (same?.checkout_url ? same : undefined)
      if (!known && !endedAreAsked) {
        endedAreAsked = true
        const ended = endedAttempts(attempts, { now: this.clock.now(), environment })
        const most = MOST_ASKED - asked.size
        if ((await this.ask(ended, most, { source: { by: "charge" }, recoverLost })).size > 0) continue
      }
      let intent =
        known ?? (same && (await this.creation.resume(same, { ...creating, isHeard: asked.has(same.id) })))
      if (!intent) {
        if (!input.pay_anew) assertAllRead(attempts, environment)
        assertInBounds(input)
        if (asksFirst) assertNoSecond(attempts, own, { now: this.clock.now(), environment })
        if (!mayStart(attempts, { now: this.clock.now(), atCheckout })) throw new TooManyStarts()
        const attempt = (attempts[0]?.attempt ?? 0) + 1
        const shopId = await this.ledger.shop.id()
        const values = newIntent(input, active, { fingerprint, attempt, shopId })
        intent = await this.creation.begin(await this.proofs.addTo(values), creating)
      }
      // Another start found a lost payment in the attempt's place: the next round sees what that is.
      if (intent && !(intent.recovered && !known) && (intent.checkout_url || intent.outcome === "paid")) {
        if (same?.id === intent.id || session.paid_by !== intent.id)
          await this.ledger.linkSession(session.id, intent.id, storefronts, boughtNow(input))
        await this.watch(intent)
        return intent
      }
    }
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The payment could not be started because other payments of the same cart are being started. No money moved; please try again.",
      START_BUSY
    )
  }

  /**
   * Money that an employee gave to the order of this session's collection, before the session was made.
   * @throws MedusaError NOT_ALLOWED while the collection asks for something else than that: nothing new is charged in it
   */
  async assignedTo({
    session_id,
    cart_id,
    payment_collection_id,
    ...asked
  }: AskedMoney): Promise<IntentRow | null> {
    if (cart_id) return null
    const row = await this.assignments.inCollection(payment_collection_id)
    if (!row) return null
    if (row.amount !== asked.amount || row.currency_code !== asked.currency_code)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "A payment of the customer's is being booked here at this moment, so no new payment was started and nothing more was charged. Please try again in a minute.",
        START_LOOKED_UP
      )
    await this.ledger.linkSession(session_id, row.id)
    return row
  }

  /**
   * Only money that already came for this cart; nothing is created.
   * @throws MedusaError NOT_ALLOWED when the cart was paid with another amount
   */
  async reuse(input: AskedMoney): Promise<IntentRow | null> {
    const { environment } = await this.configuration.current()
    const { attempts } = await this.recheckedAttempts(input, environment)
    const intent = this.standing(attempts, input, environment)
    if (intent) await this.ledger.linkSession(input.session_id, intent.id)
    return intent ?? null
  }

  /**
   * Where a customer is asked before a second charge: what she changed since, the cart, a phone number or a name, makes another payment of it. What
   * she opened may be under way without the store having heard of it: it is asked about first.
   * @param subjects whose money her order is; none while there is no order
   * @throws MedusaError NOT_ALLOWED with the code `PAYMENT_OPEN` while another payment than the one that is gone on with may be paid, of another sum on a phone;
   * with {@link START_LOOKED_UP} while other money of the order is being booked
   */
  async assertNoOther(input: StartPaymentInput, subjects: readonly string[] = []): Promise<void> {
    const active = await this.configuration.current()
    const own = { ...input, subject_id: subjectOf(input), fingerprint: requestFingerprint(input, active) }
    const read = async () => {
      const all = [...new Set([own.subject_id, ...subjects])].map((each) => this.ledger.ofSubject(each))
      return (await Promise.all(all)).flat().filter((row) => countsIn(row, active.environment))
    }
    const now = this.clock.now()
    let attempts = await read()
    const others = attempts.filter((row) => isBeside(row, own))
    const unheard = others.some((row) => mayBeSecond(row, own, now)) ? [] : openAttempts(others, now)
    if ((await this.ask(unheard, MOST_ASKED, {})).size > 0) attempts = await read()
    const came = attempts.find((row) => row.subject_id !== own.subject_id && phaseOf(row) === "moving")
    if (came) throw lookedUp(came)
    const usable = attempts.filter(({ subject_id }) => subject_id === own.subject_id)
    // Money that came and fits is used: nothing is charged.
    if (unspent(usable, input, active.environment).some((row) => isOfSum(row, own))) return
    assertNoSecond(attempts, own, { now, environment: active.environment })
  }

  /** The customer who gets the checkout of an older payment may pay it at once, and come back with news, or never. */
  private async watch({ id, outcome, next_step_at, returned_at }: IntentRow): Promise<void> {
    const now = this.clock.now()
    if (returned_at && outcome !== "paid" && now - new Date(returned_at).getTime() > REARM_MS)
      await this.ledger.change(id, { returned_at: null })
    const soon = now + SCHEDULE.waiting[0]!
    const watched = outcome === "paid" || (next_step_at && new Date(next_step_at).getTime() <= soon)
    if (!watched) await this.ledger.scheduleBy(id, soon)
  }

  /**
   * All attempts, newest first; open ones that may have been paid unseen are asked for before, and so is money that came and may have gone back
   * since.
   */
  private async recheckedAttempts(
    input: AskedMoney,
    environment: Environment,
    recoverLost?: RecoverLost
  ): Promise<{ attempts: IntentRow[]; asked: ReadonlySet<string> }> {
    const subjectId = subjectOf(input)
    const attempts = await this.ledger.ofSubject(subjectId)
    const now = this.clock.now()
    const old = unspent(attempts, input, environment).filter((row) => !isFresh(row, now))
    const asked = await this.ask([...old, ...openAttempts(attempts, now)], MOST_ASKED, { recoverLost })
    return { attempts: asked.size > 0 ? await this.ledger.ofSubject(subjectId) : attempts, asked }
  }

  /** @throws MedusaError NOT_ALLOWED as {@link reusable}, and while it is not known whether its money is still there: nothing new is charged */
  private standing(
    attempts: IntentRow[],
    asked: AskedMoney,
    environment: Environment
  ): IntentRow | undefined {
    const money = reusable(attempts, asked, environment)
    if (!money || isFresh(money, this.clock.now())) return money
    throw lookedUp(money)
  }

  /**
   * A question that is not answered in time does not keep the customer: should two be paid, a person is told.
   * @param rows newest first
   * @returns ids of those that were asked about: what became of them stands in the ledger
   */
  private async ask(
    rows: IntentRow[],
    most: number,
    { source = { by: "session" }, recoverLost }: { source?: Source; recoverLost?: RecoverLost }
  ): Promise<ReadonlySet<string>> {
    if (rows.length === 0) return new Set()
    const due = (await this.verifier.askable(rows, source)).slice(0, most)
    const deadline = this.clock.now() + RECHECK_DEADLINE_MS
    await Promise.all(due.map((row) => this.verifier.verify(row, source, deadline, recoverLost)))
    return new Set(due.map(({ id }) => id))
  }
}

function assertAllRead(attempts: IntentRow[], environment: IntentRow["environment"]): void {
  const unread = attempts.find((row) => row.environment === environment && !isHidden(row) && isUnread(row))
  if (unread) throw lookedUp(unread)
}

function lookedUp({ payment_number }: IntentRow): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This cart was paid already (payment ${formatPaymentNumber(payment_number)}), and that payment is being looked up. Nothing more was charged; please try again in a minute.`,
    START_LOOKED_UP
  )
}

/** Only what is charged anew: money that came, and a payment that is open, stand as they were asked for. @throws AmountOutOfBounds */
export function assertInBounds(asked: AskedMoney): void {
  const refusal = outOfBounds(asked.amount, asked.bounds, asked)
  if (refusal) throw refusal
}

/** So many payments were created for the cart that the next one has to wait until its customer goes to the checkout, or for a minute. */
export class TooManyStarts extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.NOT_ALLOWED,
      "Too many payments were started for this cart within a minute. No money moved; please wait a minute and try again.",
      START_TOO_FAST
    )
  }
}
