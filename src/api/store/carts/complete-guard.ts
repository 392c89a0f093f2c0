import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refetchCart } from "@medusajs/medusa/api/store/carts/helpers"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { type Decision } from "../../../domain/decide"
import { isSameMoney } from "../../../domain/money"
import { PAYCOLLECT_MODULE } from "../../../modules/paycollect"
import { isOpen } from "../../../modules/paycollect/payments/attempts"
import type PayCollectModuleService from "../../../modules/paycollect/service"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { notPaid, stillWaiting } from "../../../providers/paycollect/errors"
import { settleIntentWorkflow } from "../../../workflows"
import {
  collectionOfCart,
  isOurs,
  isSpent,
  orderOfCart,
  priceOfCart,
} from "../../../workflows/settle/store-records"

/** Within what a storefront's request may take; core's own wait for the cart lock is longer. */
const DEADLINE_MS = 12_000
/** The sessions core would authorize: it takes the first of these. */
const PROCESSABLE = new Set(["pending", "requires_more", "authorized", "captured", "pending_authorization"])

type Answer = Decision | { kind: "waiting"; reason: string }

/**
 * Before `POST /store/carts/:id/complete`: core commits the order before it asks for the money, so a process killed in between leaves
 * an order without payment, and every early call burns an order number. While the money is not there we answer exactly what core
 * would (200 with the cart and the error) and no order is begun (design, decision 5). Carts that others pay for are not touched.
 */
export async function answerUnpaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const decision = await decisionFor(req, res, req.params.id!)
  if (!decision || decision.kind === "paid" || (await placesOrder(req, decision))) return next()

  const { name, type, message } =
    decision.kind === "failed" ? notPaid(decision.reason) : stillWaiting(decision.reason)
  const cart = await refetchCart(req.params.id!, req.scope, defaultStoreCartFields)
  res.status(200).json({ type: "cart", cart, error: { message, name, type } })
}

/** null: not our payment, or already an order; core knows what to do. */
async function decisionFor(req: MedusaRequest, res: MedusaResponse, cartId: string): Promise<Answer | null> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const paycollect = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const [collection, order] = await Promise.all([collectionOfCart(query, cartId), orderOfCart(query, cartId)])
  const session = collection?.payment_sessions.find(({ status }) => PROCESSABLE.has(status))
  if (order || !session || !isOurs(session)) return null

  const intent = await paycollect.ledger.bySession(session.id)
  // The customer did not go to pay yet, or the start of this payment was cut off: an order begun now could be left without its money.
  if (!intent) {
    if (await orderFromElsewhere(req, cartId)) return null
    const { options } = await paycollect.configuration.current()
    return options.createIntent === "on_redirect"
      ? { kind: "waiting", reason: "not_started" }
      : { kind: "failed", reason: "canceled" }
  }
  const deadline = paycollect.clock.now() + DEADLINE_MS
  const { intent: judged, decision } = await paycollect.verify(intent, { deadline, cause: "complete" })
  const { environment } = await paycollect.configuration.current()
  const testInLive = judged.environment === "test" && environment === "live"
  // Money of the test environment, or that the merchant dealt with by hand, pays for nothing.
  if (judged.released_at || testInLive) return { kind: "failed", reason: "canceled" }
  if (decision.kind === "paid") {
    // A cart change that was cut off leaves a session of the old total or currency, and core would make an order of it.
    const price = await priceOfCart(query, cartId)
    if (price && !isSameMoney(judged, price))
      return { kind: "waiting", reason: "the amount to pay has changed" }
    // Core would make an order of the payment that it took back itself: settling gives the money a session that stands.
    if (isSpent(session) && !(await makesOrder(req, judged))) return { kind: "waiting", reason: "no_answer" }
    // Core makes the order now; the job then books it as settled and closes what the merchant was told about this money.
    if (!judged.settled_at) {
      const due = () => paycollect.ledger.lookAgainBy(intent.id, paycollect.clock.now())
      await due()
      // A settle that failed while core held the cart may have given up on this money; once core is done it is looked at again.
      res.once("finish", () => void due().catch(() => undefined))
    }
    return decision
  }
  // The order that core may place now needs somebody to capture or to end it, also when the ladder of an old payment is over.
  if (await placesOrder(req, decision)) await paycollect.ledger.lookAgainBy(judged.id)
  return (await orderFromOtherAttempt(req, intent.subject_id)) ? null : decision
}

/** `pendingOrders: "place"`: the order may exist, shown unpaid, while the customer confirms on the phone. */
async function placesOrder(req: MedusaRequest, decision: Answer): Promise<boolean> {
  if (decision.kind !== "waiting" || decision.reason !== "processing") return false
  const { configuration } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { options } = await configuration.current()
  return options.pendingOrders === "place"
}

/** Two tabs: the session points at one attempt, the customer paid another. Settling that one makes the order core then answers with. */
async function orderFromOtherAttempt(req: MedusaRequest, subjectId: string): Promise<boolean> {
  const { ledger } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const attempts = await ledger.ofSubject(subjectId)
  const paid = attempts.find((attempt) => attempt.outcome === "paid" && !attempt.released_at)
  return !!paid && (await makesOrder(req, paid))
}

/** This session's link was not followed, or not to its end; the customer may have paid by another one. */
async function orderFromElsewhere(req: MedusaRequest, cartId: string): Promise<boolean> {
  const paycollect = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const [newest] = await paycollect.ledger.ofSubject(cartId)
  if (newest && isOpen(newest))
    await paycollect.verify(newest, { deadline: paycollect.clock.now() + DEADLINE_MS, cause: "complete" })
  return await orderFromOtherAttempt(req, cartId)
}

async function makesOrder(req: MedusaRequest, { merchant_reference }: IntentRow): Promise<boolean> {
  const { result } = await settleIntentWorkflow(req.scope).run({
    input: { reference: merchant_reference, cause: "complete" },
  })
  return result.status === "succeeded"
}
