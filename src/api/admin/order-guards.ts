import {
  type MedusaResponse,
  type MedusaRequest,
  type AuthenticatedMedusaRequest,
} from "@medusajs/framework/http"
import { type Guard } from "../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { invalidData, notAllowed } from "../../payments/errors"
import { queryOf } from "../../payments/module"
import { paycollectOf } from "../../modules/paycollect"
import { subjectsOfOrder, orderById, orderOfSession, paymentBy } from "../../orders/records/lookups"
import { hasOpenChange } from "../../orders/keep-balance"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { FINEST_DECIMALS, shiftDecimal, type MajorAmountLike } from "../../payments/money"
import { decimalsOf } from "../../orders/records/query"
import { heldBy, isCanceled, isMadeAnew, owedBy, total } from "../../orders/records/predicates"
import { isOurs } from "../../orders/records/providers"
import { MESSAGES } from "../../texts"
import { type OrderRecord } from "../../orders/records/records"

/** As long as advancing itself waits for the lease. */
const ORDER_WAIT_MS = 10_000

type ReleaseHeld = () => Promise<void>

/**
 * From here on no process advances money of this order.
 * @throws MedusaError NOT_ALLOWED (400), saying `busy`, while one does; nothing is held then
 */
async function holdOrder(container: MedusaContainer, orderId: string, busy: string): Promise<ReleaseHeld> {
  const { ledger } = paycollectOf(container)
  const subjects = await subjectsOfOrder(queryOf(container), orderId)
  const release = await ledger.hold(subjects, { wait: ORDER_WAIT_MS, orderId })
  if (!release) throw notAllowed(busy)
  return release
}

/** Should the answer never go out, the lease ends by time. */
function releaseWhenAnswered(res: MedusaResponse, release: ReleaseHeld): void {
  res.once("finish", () => void release().catch(() => undefined))
}

/**
 * Before `POST /admin/orders/:id/payment-sessions/authorize`: core asks our `authorizePayment` about the session of a placed order, and captures
 * what came. Other money of the order must not be applied meanwhile: each of the two would see an order that owes.
 * @throws MedusaError NOT_ALLOWED (400) while this order's money is being applied, INVALID_DATA (400) for a session that no table can hold;
 * nothing changed then
 */
export const guardAuthorize: Guard = async (req, res, next) => {
  // Core takes the session of any order, whichever its address names.
  const { payment_session_id: session } = (req.body ?? {}) as { payment_session_id?: unknown }
  if (typeof session === "string" && session.includes("\0"))
    throw invalidData("payment_session_id: must not hold a zero character. Nothing was changed.")
  const paid = typeof session === "string" ? await orderOfSession(queryOf(req.scope), session) : null
  const release = await holdOrder(
    req.scope,
    paid ?? req.params.id!,
    "This payment was not authorized: the order's money is being brought in line with the store at this moment. Nothing was changed; look at the order again in a minute."
  )
  releaseWhenAnswered(res, release)
  next()
}

/**
 * Before `POST /admin/orders/:id/cancel`: core refunds captured payments while it cancels, and when that fails it cancels all the same
 * and books the money as returned. So money of ours is dealt with first:
 * - an order with an open change is refused: core would give the money back first, and refuse then;
 * - refunds `off`: the cancel is refused while captured money is there;
 * - `manual`: core's refund is recorded and listed as to send;
 * - `api`: the refund is sent now, and only when it went through is the order canceled.
 */
export const guardOrderCancel: Guard = async (req, res, next) => {
  if (await hasOpenChange(req.scope, req.params.id!))
    throw notAllowed(
      "This order was not canceled: a change of it is open (an edit, return, exchange, claim or transfer). No money was returned; confirm or cancel that change first (a transfer in the order's activity), then cancel the order."
    )
  // From here to the end of the cancel no process advances: core books nothing back of money that it did not see when it began, and the
  // order would be canceled all the same. Money that arrives meanwhile finds a canceled order, and a person is told.
  const release = await holdOrder(
    req.scope,
    req.params.id!,
    "This order was not canceled: its payment is being brought in line with the store at this moment. Nothing was changed; try again in a minute."
  )
  try {
    await giveBackFirst(req)
  } catch (error) {
    await release()
    throw error
  }
  releaseWhenAnswered(res, release)
  next()
}

async function giveBackFirst(req: MedusaRequest): Promise<void> {
  const { configuration } = paycollectOf(req.scope)
  const { options } = await configuration.current()
  if (options.refunds === "manual") return
  const query = queryOf(req.scope)
  const order = await orderById(query, req.params.id!)
  // Core refuses these itself: money sent back before that would be gone while the order stands.
  if (!order || isBeyondCancel(order)) return
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  for (const payment of payments.filter((each) => isOurs(each) && !isMadeAnew(each, payments))) {
    const exponent = (await decimalsOf(payment.currency_code, query, options)) ?? FINEST_DECIMALS
    if (heldBy(payment, exponent) <= 0n) continue
    if (options.refunds === "off")
      throw notAllowed(
        "This order was not canceled: its payment is captured, and refunds are switched off, so Medusa would book money as returned that was not. Refund it in the payment service's dashboard first and set the option refunds to manual to record it here."
      )
    // To the last fraction of a total that has more decimals than its currency.
    const amount = shiftDecimal(heldBy(payment, FINEST_DECIMALS).toString(), FINEST_DECIMALS, exponent)
    const note = MESSAGES[options.notifications.language].notice.order_canceled
    await answerBack(req, { payment_id: payment.id, amount, note })
  }
}

/** @param refund with the note that Medusa shows beside it */
async function answerBack(
  req: MedusaRequest,
  refund: { payment_id: string; amount: string; note: string }
): Promise<void> {
  const created_by = (req as AuthenticatedMedusaRequest).auth_context.actor_id
  await refundPaymentWorkflow(req.scope).run({ input: { ...refund, created_by } })
}

function isBeyondCancel(order: OrderRecord): boolean {
  const isShipped = order.fulfillments.some(({ canceled_at }) => !canceled_at)
  return isCanceled(order) || order.status === "completed" || isShipped
}

/**
 * Before `POST /admin/payments/:id/refund`: core gives the money back first, then notes a credit line on the order, and refuses that while a
 * change of the order is open, or once it is canceled. The merchant would read of a refusal, and send the money a second time. Until the answer
 * went out no process balances the order: by a clock that is ahead, or after a stall, it would book what core is about to book.
 * @throws MedusaError NOT_ALLOWED (400) for our payments while core would refuse, or the order's money is being applied; nothing changed then
 */
export const guardRefund: Guard = async (req, res, next) => {
  const payment = await paymentBy(queryOf(req.scope), { id: req.params.id! })
  if (!payment?.order_id || !isOurs(payment)) return next()
  const release = await holdOrder(
    req.scope,
    payment.order_id,
    "Nothing was refunded: the order's money is being brought in line with the store at this moment. Try again in a minute."
  )
  try {
    const { amount = payment.amount } = (req.body ?? {}) as { amount?: MajorAmountLike }
    await assertRefundable(req.scope, payment.order_id, amount)
  } catch (error) {
    await release()
    throw error
  }
  releaseWhenAnswered(res, release)
  next()
}

async function assertRefundable(
  container: MedusaContainer,
  orderId: string,
  amount: MajorAmountLike
): Promise<void> {
  const order = await orderById(queryOf(container), orderId)
  const isOver = !!order && isCanceled(order)
  if (!isOver && !(await hasOpenChange(container, orderId))) return
  // What the order owes the customer already is given back without a credit line.
  if (order && total([amount], FINEST_DECIMALS) <= -owedBy(order, FINEST_DECIMALS)) return
  throw notAllowed(
    isOver
      ? "Nothing was refunded: this order is canceled. What is still held of its payment needs attention: refund it from that list, or close its item there."
      : "Nothing was refunded: a change of this order is open (an edit, return, exchange, claim or transfer). Confirm or cancel that change first (a transfer in the order's activity), then refund."
  )
}
