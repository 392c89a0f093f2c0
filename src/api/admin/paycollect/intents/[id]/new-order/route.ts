import { createOrderFromPayment, previewOrder } from "../../../../../../features/assignment/new-order"
import { isShort } from "../../../../../../features/assignment/order-draft"
import {
  type AdminPayCollectAssignResponse,
  type AdminPayCollectNewOrderPreview,
} from "../../../../../../types/http"
import { pick } from "../../../../../../features/shown"
import { type ApiRoute } from "../../../../../requests"
import { intentView, onIntent, shownResult } from "../../../intent-view"

/** `GET /admin/paycollect/intents/:id/new-order`: what the order of this late or double money would be. Nothing is written. */
export const GET: ApiRoute<AdminPayCollectNewOrderPreview> = async (req, res) => {
  const intent = await intentView(req.scope, req.params.id!)
  const { draft, placed_order_id } = await previewOrder(req.scope, intent)
  res.json({
    order_id: placed_order_id,
    by_name: draft.by_name,
    lines: draft.lines.map((line) => ({
      ...pick(line, "name", "quantity", "price", "available"),
      // What a placed order needs of the stock is reserved for it.
      short: placed_order_id === null && isShort(line, draft),
    })),
    delivery: draft.delivery.map((each) => pick(each, "name", "price")),
    total: intent.amount,
    email: draft.email ?? null,
    shipping_address: draft.to ?? null,
  })
}

/**
 * `POST /admin/paycollect/intents/:id/new-order`: makes that order and books the money on it. A repeat answers with the order that was made, and
 * goes on where it was cut off.
 */
export const POST = onIntent<AdminPayCollectAssignResponse>(async (req, intent) => {
  const result = await createOrderFromPayment(req.scope, intent, { by: req.auth_context.actor_id })
  return { result: shownResult(result) }
})
