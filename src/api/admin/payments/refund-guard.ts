import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { toMinorUnits, type MajorAmountLike } from "../../../domain/money"
import { type Query } from "../../../modules/paycollect/payment-records"
import { endLeftoverChange, hasOpenChange } from "../../../workflows/settle/leftover-change"
import { isOurs } from "../../../workflows/settle/store-records"

interface PaymentRecord {
  provider_id: string
  amount: MajorAmountLike
  payment_collection?: { order?: { id: string } | null } | null
}

/** Finer than any currency. */
const EXPONENT = 6

/**
 * Before `POST /admin/payments/:id/refund`: core gives the money back first, then notes a credit line on the order, and refuses that while a
 * change of the order is open. The merchant would read of a refusal, and send the money a second time.
 * @throws MedusaError NOT_ALLOWED (400) for our payments while core would refuse; nothing changed then
 */
export async function refuseHalfRefund(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment",
    fields: ["provider_id", "amount", "payment_collection.order.id"],
    filters: { id: req.params.id! },
  })
  const payment = data[0] as PaymentRecord | undefined
  const orderId = payment?.payment_collection?.order?.id
  if (!payment || !orderId || !isOurs(payment)) return next()
  await endLeftoverChange(req.scope, orderId)
  if (!(await hasOpenChange(req.scope, orderId))) return next()
  const asked = toMinorUnits(
    (req.body as { amount?: MajorAmountLike } | undefined)?.amount ?? payment.amount,
    EXPONENT
  )
  // What the order owes the customer already is given back without a credit line.
  if (asked <= (await owed(query, orderId))) return next()
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "Nothing was refunded: a change of this order is open (an edit, return, exchange or claim). Confirm or cancel that change first, then refund."
  )
}

async function owed(query: Query, orderId: string): Promise<bigint> {
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "summary"],
    filters: { id: orderId },
  })
  const [order] = data as { summary?: { pending_difference?: MajorAmountLike } | null }[]
  return -toMinorUnits(order?.summary?.pending_difference ?? 0, EXPONENT)
}
