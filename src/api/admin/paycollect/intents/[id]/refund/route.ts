import { refundUnapplied } from "../../../../../../features/refunds/refund"
import { type AdminPayCollectRefundResponse } from "../../../../../../types/http"
import { onIntent, shownRefund } from "../../../intent-view"
import { type refundBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/refund`: sends money back that no order stands for, all or a part of it. The refund of an order goes
 * through Medusa, which keeps its books.
 */
export const POST = onIntent<AdminPayCollectRefundResponse, typeof refundBody>(async (req, intent) => {
  const input = { ...req.validatedBody, by: req.auth_context.actor_id }
  return { refund: shownRefund(await refundUnapplied(req.scope, intent, input)) }
})
