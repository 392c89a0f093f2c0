import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { type MajorAmountLike } from "../../../payments/money"
import { orderById, paymentById } from "../../../orders/records/lookups"
import { owedBy, total } from "../../../orders/records/predicates"
import { isOurs } from "../../../orders/records/providers"
import { hasOpenChange } from "../open-changes"

/** Finer than any currency: what core compares is not rounded. */
const EXPONENT = 6

/**
 * Before `POST /admin/payments/:id/refund`: core gives the money back first, then notes a credit line on the order, and refuses that while a
 * change of the order is open. The merchant would read of a refusal, and send the money a second time.
 * @throws MedusaError NOT_ALLOWED (400) for our payments while core would refuse; nothing changed then
 */
export async function guardRefund(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const payment = await paymentById(query, req.params.id!)
  if (!payment?.order_id || !isOurs(payment)) return next()
  if (!(await hasOpenChange(req.scope, payment.order_id))) return next()
  const order = await orderById(query, payment.order_id)
  const { amount = payment.amount } = (req.body ?? {}) as { amount?: MajorAmountLike }
  // What the order owes the customer already is given back without a credit line.
  if (order && total([amount], EXPONENT) <= -owedBy(order, EXPONENT)) return next()
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Nothing was refunded: a change of this order is open (an edit, return, exchange or claim). Confirm or cancel that change first, then refund."
  )
}
