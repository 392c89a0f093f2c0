import { type MedusaContainer } from "@medusajs/framework/types"
import { nextStepAfterVisit } from "../payments/polling"
import { type Judged } from "../payments/answers"
import { isFeeGuessed, refundedPart } from "../payments/came"
import { factsOf, type Source } from "../payments/source"
import { isAssigned, isUnread } from "../payments/attempts"
import { isBeingMade } from "../payments/create"
import { endsUnclear, isLastCheck, CHECK_AGAIN_MS, ADVANCE_RETRY_MS, whyUnpaid } from "../payments/schedule"
import { MAX_ATTEMPTS } from "./next-step/paid"
import { NOT_ASKED, result, succeeded, type AdvanceResult } from "./advance-result"
import { isFaultOfStore, isPassing, safeMessage } from "../payments/errors"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type OrdersModule } from "./module"
import { balanceOrders, keepBalance } from "./keep-balance"
import { mendOrderLinks } from "./order-links"
import { subjectsBeside } from "./records/lookups"
import { isCanceled } from "./records/predicates"
import { type OrderRecord } from "./records/records"
import { advancing } from "../service/telemetry"
import { tellCapturedLater } from "./captured"
import { notifyApplied, askedAndAnswered, needsAttention, warnPassing } from "./raise"
import { bringInLine, standsForOrder } from "./loop"
import { disputedWentBack, tellGone, tellReversed, howUnheard, waitForEvidence } from "./went-back"
import { endUnpaidOrder, takeUnpaidOrderBack } from "./unpaid-order"
import { loggerOf, moduleOf, queryOf, type PaymentsModule } from "../payments/module"

export interface AdvanceInput {
  reference: string
  /** who has it looked at, and why; code of the store where it is not said */
  source?: Source
}

const ADVANCE_WAIT_MS = 10_000
const VERIFY_DEADLINE_MS = 10_000
/** The pause before each further automatic attempt to make an order of money that arrived. */
const ATTEMPT_PAUSES_MS = [30_000, 120_000]
/** How long a success that cannot be read may become readable by itself before a person is asked. */
const UNREADABLE_MS = 15 * 60_000

/**
 * The only way from "something happened" to Medusa: verify once, `decide` whether the money came, then `plan` what the store must do
 * about it, one effect at a time. Safe to call at any time, any number of times, from any process; a repeat finds the work done. Lock
 * order: advance lease, then (inside core) the cart lock. Provider methods never come here.
 */
export async function advance(container: MedusaContainer, input: AdvanceInput): Promise<AdvanceResult> {
  const { reference, source = { by: "script" } } = input
  return await advancing({ reference, cause: factsOf(source).said }, () =>
    advanceNow(container, { reference, source })
  )
}

async function advanceNow(
  container: MedusaContainer,
  { reference, source }: Required<AdvanceInput>
): Promise<AdvanceResult> {
  const paycollect = moduleOf<OrdersModule>(container)
  const recorded = await paycollect.ledger.byReference(reference)
  if (!recorded) return { status: "unknown_reference", reason: null, cart_id: null, order_id: null }
  const over = closed(recorded)
  // Whatever put it on the schedule again: a repair at the database, for one.
  if (over && recorded.next_step_at) await paycollect.ledger.unschedule(recorded.id)
  if (over) return over
  if (isBeingMade(recorded, paycollect.clock.now())) return result("waiting", recorded, "no_answer")

  const deadline = paycollect.clock.now() + VERIFY_DEADLINE_MS
  const recoverLost = paycollect.recoverLost(queryOf(container), source)
  const judged = await paycollect.verifier.verify(recorded, source, deadline, recoverLost)
  const { intent, decision, unheard, early, gone } = judged
  if (intent.recovered && !recorded.recovered) return await advanceNow(container, { reference, source })
  if (intent.closed_at) return result("attention", intent, "closed")
  if (early && unheard) return await notAsked(paycollect, intent, source)
  if (intent.outcome === "paid" && decision.kind === "waiting") {
    // An event that may tell of a reversal comes again until the service has answered. Else what lies on the list stays there: it is a person's.
    const isNews = unheard && source.by === "webhook"
    const isPlaced = !isNews && (isAssigned(intent) || (await standsForOrder(container, intent)))
    if (isPlaced) return await advancePaid(container, intent, { source, isUnheard: true })
    if (!isNews && recorded.next_step_at === null) return result("attention", intent, decision.reason)
    return await withoutEvidence(container, intent, decision.reason)
  }
  if (early && decision.kind !== "paid") return await cameEarly(paycollect, { intent, decision })
  const seen = { source, recorded }
  switch (decision.kind) {
    case "waiting": {
      // A webhook has to know that the question was not answered (U-08).
      const reason = whyUnpaid({ intent, decision, unheard })
      return await stillUnpaid(container, intent, { ...seen, status: "waiting", reason })
    }
    case "failed": {
      const reason = whyUnpaid({ intent, decision })
      return await stillUnpaid(container, intent, { ...seen, status: "failed", reason })
    }
    case "discrepancy": {
      const { reason } = decision
      const isGone = gone && (await tellGone(container, intent.id, { facts: gone }))
      if (!isGone)
        await needsAttention(container, intent, { reason, data: askedAndAnswered(intent), ends: "end" })
      return result("attention", intent, isGone ? "reversed" : reason)
    }
    case "paid": {
      const { fee, fee_unexpected } = decision
      if (fee_unexpected || isFeeGuessed(intent, fee))
        await needsAttention(container, intent, { reason: "unexpected_fee", data: { fee }, once: true })
      // First: once a person is told that all of it is gone, the job no longer looks at an order that a dead process left.
      const isGone = refundedPart(intent) === "all" && !isAssigned(intent)
      const isUnpaid = isGone && !(await standsForOrder(container, intent))
      if (isUnpaid && !(await endUnpaidOrder(container, intent, { reason: "failed", source })))
        return result("waiting", intent, "order_waits")
      return await advancePaid(container, intent, { source, gone })
    }
  }
}

/**
 * A visit that came too early to have it asked again: the store is left as it is, for the answer may be out of date. Who comes back may
 * have paid since it, and close the browser: the job looks, a few times until there is news.
 */
async function cameEarly(
  { ledger, clock }: PaymentsModule,
  { intent, decision }: Judged
): Promise<AdvanceResult> {
  const at = nextStepAfterVisit(intent, clock.now() + CHECK_AGAIN_MS)
  if (at !== null) await ledger.scheduleBy(intent.id, at)
  if (decision.kind === "discrepancy") return result("attention", intent, decision.reason)
  const reason = decision.kind === "paid" ? null : whyUnpaid({ intent, decision })
  return result(decision.kind === "failed" ? "failed" : "waiting", intent, reason)
}

/** What the service or its customer told of is due at once. What the job could not ask about it puts back itself. */
async function notAsked(
  { ledger, clock }: PaymentsModule,
  intent: IntentRow,
  source: Source
): Promise<AdvanceResult> {
  if (factsOf(source).isNews) await ledger.scheduleBy(intent.id, clock.now())
  return result("waiting", intent, NOT_ASKED)
}

/** Nothing is left to do. */
function closed(intent: IntentRow): AdvanceResult | null {
  if (intent.applied_at) return succeeded(intent)
  return intent.closed_at ? result("attention", intent, "closed") : null
}

interface StillUnpaid {
  status: "waiting" | "failed"
  reason: string
  source: Source
  /** the row before this look */
  recorded: IntentRow
}

/** No money: but an order may stand that no payment pays for, and a create may have been lost for good. */
async function stillUnpaid(
  container: MedusaContainer,
  intent: IntentRow,
  { status, reason, source, recorded }: StillUnpaid
): Promise<AdvanceResult> {
  const { ledger, clock } = moduleOf(container)
  const age = clock.now() - new Date(intent.created_at).getTime()
  // Whatever was answered since: until a person says what became of this money, its customer is charged no second time.
  if (isUnread(intent) && age > UNREADABLE_MS)
    await needsAttention(container, intent, { reason: "unreadable_success" })
  // Said when the row leaves the schedule, and not again at each later look.
  else if (recorded.next_step_at && endsUnclear(intent, clock.now()))
    await needsAttention(container, intent, { reason: "unknown_outcome_expired", once: true, ends: "end" })
  const done = await endUnpaidOrder(container, intent, { reason, source })
  if (done && (await disputedWentBack(container, intent))) return result("attention", intent, "reversed")
  // Last: a process that dies before leaves a row that is due. An event that found no place has two looks, too: an answer may lag behind it.
  const told_at = reason === "no_answer" && intent.status === "rejected" ? recorded.told_at : null
  if (told_at) await ledger.change(intent.id, { told_at })
  const isUnasked = !!intent.told_at
  if (recorded.told_at && !isUnasked) await ledger.scheduleBy(intent.id, clock.now() + CHECK_AGAIN_MS)
  else if (!isUnasked && done && isLastCheck(intent, clock.now())) await ledger.unschedule(intent.id)
  return result(status, intent, reason)
}

/** The money came, and whether it is still there is not said. */
async function withoutEvidence(
  container: MedusaContainer,
  intent: IntentRow,
  reason: string
): Promise<AdvanceResult> {
  const raised = await waitForEvidence(container, intent)
  return raised ? result("attention", intent, raised) : result("waiting", intent, reason)
}

/** @param found why it is looked at, and what the look found gone of it */
async function advancePaid(
  container: MedusaContainer,
  intent: IntentRow,
  found: Omit<Making, "applied">
): Promise<AdvanceResult> {
  const { ledger } = moduleOf(container)
  const current = async () => (await ledger.byReference(intent.merchant_reference)) ?? intent
  const { assigned_order_id: orderId } = intent
  const beside = await subjectsBeside(queryOf(container), intent)
  const options = { wait: ADVANCE_WAIT_MS, orderId: orderId ?? undefined }
  const applied: { order?: OrderRecord } = {}
  const made = await ledger.whileHolding([intent.subject_id, ...beside], options, async () => {
    const row = await current()
    // Given to an order meanwhile, whose money is not held here: the request that gave it advances it, or the job does.
    if (row.assigned_order_id !== orderId && !closed(row)) return result("waiting", row, "in_progress")
    return closed(row) ?? (await makeOrder(container, row, { ...found, applied }))
  })
  // Another process may have applied it since, which heard nothing of that.
  const row = found.gone && (await current())
  if (row?.applied_at) await tellReversed(container, row, found.gone!)
  if (applied.order) await keepBalance(container, applied.order, intent.exponent)
  // What was made for an assignment that is undone asks for money that is not owed.
  else if (made.held && orderId) await balanceOrders(container, [orderId])
  // The process that holds the money may have been killed after its last step.
  return made.held ? made.value : (closed(await current()) ?? result("waiting", intent, "in_progress"))
}

interface Making {
  source: Source
  gone?: Judged["gone"]
  /** the service does not say whether the money is still there: it is written down where Medusa has taken it, and nothing else is made of it */
  isUnheard?: boolean
  /** where it leaves the order that has the money now, as it was read last */
  applied: { order?: OrderRecord }
}

async function makeOrder(
  container: MedusaContainer,
  intent: IntentRow,
  { source, gone, isUnheard, applied: given }: Making
): Promise<AdvanceResult> {
  const { ledger, clock } = moduleOf(container)
  // Given up on before, and tried again by a person: a process that dies now must leave what it began to the job.
  if (!intent.next_step_at) await ledger.scheduleBy(intent.id, clock.now() + ADVANCE_RETRY_MS)
  try {
    if (intent.advance_attempts > 0) await mendOrderLinks(container, intent)
    const unheard = isUnheard ? await howUnheard(container, intent) : undefined
    const { plan, seen } = await bringInLine(container, intent, { unpaid: null, source, unheard })
    if (isUnheard && plan.kind !== "applied") return await withoutEvidence(container, intent, "no_answer")
    switch (plan.kind) {
      case "applied": {
        // It may have been tried to make an order of what lay on the list.
        if (intent.listed_at) await takeUnpaidOrderBack(container, intent)
        const applied = await ledger.applied(intent.id, plan.order_id, source)
        // A process that stood still for longer than its lease: another has written it down, and told of it.
        const over = applied ? null : closed(await ledger.byId(intent.id))
        if (over) return over
        if (!applied) throw new Error("The payment was voided by core while it was applied")
        given.order = seen?.orders.find((order) => !isCanceled(order))
        tellCapturedLater(container, applied)
        await notifyApplied(container, applied)
        return succeeded(applied)
      }
      case "raise":
        if (intent.reversed !== "0" && (await tellGone(container, intent.id, { facts: gone, isHeld: true })))
          return result("attention", intent, "reversed")
        await needsAttention(container, intent, { ...plan, ends: "giveUp" })
        // A session that died over it took it: it is on the list now, and gives way like all that lies there.
        if (intent.reversed !== "0" && (await tellGone(container, intent.id, { facts: gone })))
          return result("attention", intent, "reversed")
        return result("attention", intent, plan.reason)
      case "wait":
        if (plan.until === null) throw new Error(`The store's records are ${plan.because}`)
        await ledger.scheduleBy(intent.id, plan.until)
        return result("waiting", intent, plan.because)
      case "effect":
        throw new Error("The store did not come to rest")
    }
  } catch (error) {
    return await tryOrderLater(container, intent, { source, error })
  }
}

/** The money is safe in the ledger. Three automatic attempts, then a person decides; every reload, poll or "check now" is one more. */
async function tryOrderLater(
  container: MedusaContainer,
  intent: IntentRow,
  { source, error }: { source: Source; error: unknown }
): Promise<AdvanceResult> {
  const { ledger, clock } = moduleOf(container)
  const [attempts, message] = [intent.advance_attempts + 1, safeMessage(error)]
  if (isPassing(error, intent, clock.now())) {
    await ledger.scheduleBy(intent.id, clock.now() + ADVANCE_RETRY_MS)
    if (isFaultOfStore(error)) warnPassing(container, intent, message)
    return { ...result("waiting", intent, "in_progress"), said: message }
  }
  const data = { error: message.slice(0, 300) }
  loggerOf(container).error(
    `paycollect: ${intent.merchant_reference} is paid, but its order could not be made (attempt ${attempts}): ${message}`
  )
  const failed = await ledger.retryAt(
    intent.id,
    clock.now() + (ATTEMPT_PAUSES_MS[attempts - 1] ?? ATTEMPT_PAUSES_MS.at(-1)!),
    { advance_attempts: attempts },
    { type: "advance_failed", cause: factsOf(source).said, data: { attempt: attempts, ...data } }
  )
  // One more look undoes an assignment that failed so often.
  if (attempts < MAX_ATTEMPTS || (isAssigned(intent) && attempts === MAX_ATTEMPTS))
    return { ...result("waiting", intent, "completion_failed"), said: message }
  await needsAttention(container, failed, { reason: "paid_without_order", data, ends: "giveUp" })
  return { ...result("attention", intent, "paid_without_order"), said: message }
}
