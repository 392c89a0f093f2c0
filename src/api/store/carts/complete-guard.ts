import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type Guard } from "../../requests"
import { type MedusaError } from "@medusajs/framework/utils"
import { refetchCart } from "@medusajs/medusa/api/store/carts/helpers"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { isAssigned, isUntouched, isOpenAttempt, mayMakeOrder, mayStart } from "../../../payments/attempts"
import { isTestInLive } from "../../../payments/assess"
import { queryOf } from "../../../payments/module"
import { isSameMoney } from "../../../payments/money"
import { paycollectOf } from "../../../modules/paycollect"
import { type ActiveConfiguration } from "../../../settings/active-configuration"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { placesOrder } from "../../../orders/authorize"
import { notPaid, stillWaiting } from "../../../payments/errors"
import { isPaidWithUs } from "../../../orders/records/lookups"
import { isSpent } from "../../../orders/records/predicates"
import { isOurs } from "../../../orders/records/providers"
import { type Snapshot } from "../../../orders/records/records"
import { readSnapshot } from "../../../orders/records/snapshot"
import { advanceIntentWorkflow } from "../../../workflows"

/** Within what a storefront's request may take; core's own wait for the cart lock is longer. */
const COMPLETE_DEADLINE_MS = 12_000
/** Any visitor can complete a cart, as often as they like. */
const SOURCE = { by: "complete" } as const
/** The sessions core would authorize: it takes the first of these. */
const PROCESSABLE = new Set(["pending", "requires_more", "authorized", "captured", "pending_authorization"])

/**
 * Before `POST /store/carts/:id/complete`: core commits the order before it asks for the money, so a process killed in between leaves
 * an order without payment, and every early call burns an order number. While the money is not there we answer exactly what core
 * would (200 with the cart and the error) and no order is begun. Carts that others pay for are not touched.
 */
export const guardCompletion: Guard = async (req, res, next) => {
  const refusal = await refusalToComplete(req, res, req.params.id!)
  if (!refusal) return next()
  const { name, type, message } = refusal
  const cart = await refetchCart(req.params.id!, req.scope, defaultStoreCartFields)
  res.status(200).json({ type: "cart", cart, error: { message, name, type } })
}

/** null: core may go on. It is not our payment, the cart is an order already, or the money is there. */
async function refusalToComplete(
  req: MedusaRequest,
  res: MedusaResponse,
  cartId: string
): Promise<MedusaError | null> {
  const query = queryOf(req.scope)
  const paycollect = paycollectOf(req.scope)
  const { ledger, configuration, clock } = paycollect
  // One statement for a cart that is paid with others.
  if (!(await isPaidWithUs(query, cartId))) return null
  const known = await ledger.attemptsOf(cartId)
  const deadline = clock.now() + COMPLETE_DEADLINE_MS
  const early = askEarly(known, (row) => paycollect.verifier.verify(row, SOURCE, deadline))
  const subject = { subject_id: cartId, cart_id: cartId, payment_collection_id: null }
  const snapshot = await readSnapshot(query, ledger, subject, { attempts: known })
  // What cannot be read here, `authorizePayment` reads anew while core holds the cart.
  if ("unreadable" in snapshot) return null
  // Where an order stands the snapshot has no cart, and so no collection of it.
  const session = cartCollection(snapshot)?.payment_sessions.find(({ status }) => PROCESSABLE.has(status))
  if (!session || !isOurs(session)) return null

  const payer = snapshot.payers[session.id]
  const intent = payer
    ? (snapshot.attempts.find(({ id }) => id === payer) ?? (await ledger.bySession(session.id)))
    : null
  const active = await configuration.current()
  // The customer did not go to pay yet, or the start of this payment was cut off: an order begun now could be left without its money.
  if (!intent) {
    if (await isOrderedByAnother(req, snapshot)) return null
    const startsLater =
      active.options.createIntent === "on_redirect" ||
      !mayStart(snapshot.attempts, { now: clock.now(), atCheckout: false })
    return startsLater ? stillWaiting("not_started") : notPaid("canceled")
  }
  const { intent: judged, decision } = await (early?.id === intent.id
    ? early.asked
    : paycollect.verifier.verify(intent, SOURCE, deadline))
  // Money of the test environment, or that the merchant dealt with by hand, refunds or gave to an order, pays for nothing.
  if (!isUntouched(judged) || isAssigned(judged) || isTestInLive(judged, active)) return notPaid("canceled")
  if (decision.kind === "paid") {
    const { cart } = snapshot
    // A cart change that was cut off leaves a session of the old total or currency, and core would make an order of it.
    if (cart && !isSameMoney(judged, { amount: cart.total, currency_code: cart.currency_code }))
      return stillWaiting("the amount to pay has changed")
    // Core would make an order of the payment that it took back itself: advancing gives the money a session that stands.
    const isUsedUp = isSpent(session, cartCollection(snapshot)!, judged.exponent)
    if (isUsedUp && !(await makesOrder(req, judged))) return stillWaiting("no_answer")
    if (!judged.applied_at) await scheduleAfter(req, res, judged)
    return null
  }
  if (await places(req, decision.reason, active)) {
    // The order that core may place now has to be captured or ended by the job, also when the schedule of an old payment is over.
    await ledger.scheduleBy(judged.id)
    return null
  }
  if (await isOrderedByPaid(req, await ledger.ofSubject(intent.subject_id))) return null
  return decision.kind === "failed" ? notPaid(decision.reason) : stillWaiting(decision.reason)
}

/** Where it can be one payment only, it is asked about while the records are read: the service takes longer than they do. */
function askEarly(
  { attempts, payers }: Awaited<ReturnType<PayCollect["ledger"]["attemptsOf"]>>,
  verify: (row: IntentRow) => ReturnType<PayCollect["verifier"]["verify"]>
) {
  const paying = Object.values(payers)
  const [likely, ...others] = attempts.filter((row) => isOpenAttempt(row) && paying.includes(row.id))
  if (!likely || others.length > 0) return null
  const asked = verify(likely)
  // Core may go on before the answer is there: a failure then must not end the process as an unhandled rejection.
  asked.catch(() => undefined)
  return { id: likely.id, asked }
}

type PayCollect = ReturnType<typeof paycollectOf>

/** Asked before core makes the order, which would have to be taken back; `authorizePayment` has the last word. */
async function places(req: MedusaRequest, reason: string, active: ActiveConfiguration): Promise<boolean> {
  const paycollect = paycollectOf(req.scope)
  return await placesOrder(
    { reason, cart_id: req.params.id!, order: null },
    { paycollect, query: queryOf(req.scope), active }
  )
}

/**
 * Core makes the order now; the job, for which money that just came is due already, then writes it down as applied and closes what the merchant
 * was told about it. At once when core is done, and also if an advance that failed while core held the cart has given up on this money.
 */
async function scheduleAfter(
  req: MedusaRequest,
  res: MedusaResponse,
  { id, next_step_at }: IntentRow
): Promise<void> {
  const { ledger, clock } = paycollectOf(req.scope)
  const schedule = () => ledger.scheduleBy(id, clock.now())
  if (!next_step_at) await schedule()
  res.once("finish", () => void schedule().catch(() => undefined))
}

function cartCollection({ cart, collections }: Snapshot) {
  return collections.find(({ id }) => id === cart?.payment_collection_id)
}

/** This session's link was not followed, or not to its end; the customer may have paid by another one. */
async function isOrderedByAnother(req: MedusaRequest, { attempts }: Snapshot<IntentRow>): Promise<boolean> {
  const paycollect = paycollectOf(req.scope)
  const [newest] = attempts
  if (!newest || !isOpenAttempt(newest)) return await isOrderedByPaid(req, attempts)
  const deadline = paycollect.clock.now() + COMPLETE_DEADLINE_MS
  await paycollect.verifier.verify(newest, SOURCE, deadline)
  return await isOrderedByPaid(req, await paycollect.ledger.ofSubject(newest.subject_id))
}

/** Two tabs: the session points at one attempt, the customer paid another. Advancing that one makes the order core then answers with. */
async function isOrderedByPaid(req: MedusaRequest, attempts: IntentRow[]): Promise<boolean> {
  const paid = attempts.find(mayMakeOrder)
  return !!paid && (await makesOrder(req, paid))
}

async function makesOrder(req: MedusaRequest, { merchant_reference }: IntentRow): Promise<boolean> {
  const { result } = await advanceIntentWorkflow(req.scope).run({
    input: { reference: merchant_reference, source: SOURCE },
  })
  return result.status === "succeeded"
}
