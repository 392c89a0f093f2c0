import {
  type AuthenticatedMedusaRequest,
  type MedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toMajorString } from "../../../payments/money"
import { paycollectOf } from "../../../modules/paycollect"
import { decimalsOf } from "../../../orders/records/currency"
import { orderById } from "../../../orders/records/lookups"
import { heldBy, isCanceled } from "../../../orders/records/predicates"
import { isOurs } from "../../../orders/records/providers"
import { type OrderRecord, type PaymentRecord } from "../../../orders/records/records"
import { hasOpenChange } from "../open-changes"
import { holdOrder, releaseWhenAnswered, type ReleaseHeld } from "./hold-order"

/** Of a currency that Medusa does not know: finer than any. */
const FINEST = 6

/**
 * Before `POST /admin/orders/:id/cancel`: core refunds captured payments while it cancels, and when that fails it cancels all the same
 * and books the money as returned. So money of ours is dealt with first:
 * - an order with an open change is refused: core would give the money back first, and refuse then;
 * - refunds `off`: the cancel is refused while captured money is there;
 * - `manual`: core's refund is recorded and listed as to send;
 * - `api`: the refund is sent now, and only when it went through is the order canceled.
 */
export async function guardOrderCancel(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  if (await hasOpenChange(req.scope, req.params.id!))
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This order was not canceled: a change of it is open (an edit, return, exchange or claim). No money was returned; confirm or cancel that change first, then cancel the order."
    )
  const release = await holdMoney(req, req.params.id!)
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
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const order = await orderById(query, req.params.id!)
  // Core refuses these itself: money sent back before that would be gone while the order stands.
  if (!order || isBeyondCancel(order)) return
  for (const payment of order.payment_collections.flatMap(({ payments }) => payments).filter(isOurs)) {
    const exponent = (await decimalsOf(payment.currency_code, query, options)) ?? FINEST
    const held = heldBy(payment, exponent)
    if (held <= 0n) continue
    if (options.refunds === "off") throw refundsAreOff()
    await answerBack(req, payment, toMajorString(held, exponent))
  }
}

async function answerBack(req: MedusaRequest, { id }: PaymentRecord, amount: string): Promise<void> {
  const created_by = (req as AuthenticatedMedusaRequest).auth_context.actor_id
  await refundPaymentWorkflow(req.scope).run({
    input: { payment_id: id, amount, created_by, note: "Order canceled" },
  })
}

function refundsAreOff(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This order was not canceled: its payment is captured, and refunds are switched off, so Medusa would book money as returned that was not. Refund it in the payment service's dashboard first and set the option refunds to manual to record it here."
  )
}

/**
 * From here to the end of the cancel no process advances: core books nothing back of money that it did not see when it began, and the
 * order would be canceled all the same. Money that arrives meanwhile finds a canceled order, and a person is told.
 * @throws MedusaError NOT_ALLOWED (400) while this order's money is being applied; nothing changed then
 */
async function holdMoney(req: MedusaRequest, orderId: string): Promise<ReleaseHeld> {
  const release = await holdOrder(req.scope, orderId)
  if (release) return release
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This order was not canceled: its payment is being brought in line with the store at this moment. Nothing was changed; try again in a minute."
  )
}

function isBeyondCancel(order: OrderRecord): boolean {
  const isShipped = order.fulfillments.some(({ canceled_at }) => !canceled_at)
  return isCanceled(order) || order.status === "completed" || isShipped
}
