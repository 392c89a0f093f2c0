import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { refundUnapplied } from "../../../../../../features/refunds/refund"
import { intentView, shownRefund } from "../../../intent-view"
import { type AdminPayCollectRefundResponse } from "../../../../../../types/http"
import { type RefundBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/refund`: sends money back that no order stands for, all or a part of it. The refund of an order goes
 * through Medusa, which keeps its books.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<RefundBody>,
  res: MedusaResponse<AdminPayCollectRefundResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const refund = await refundUnapplied(req.scope, intent, {
    ...req.validatedBody,
    by: req.auth_context.actor_id,
  })
  res.json({ intent: await intentView(req.scope, intent.id), refund: shownRefund(refund) })
}
