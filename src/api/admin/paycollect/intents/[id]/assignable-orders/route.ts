import { type AdminRoute } from "../../../../../requests"
import { queryOf } from "../../../../../../payments/module"
import { assignableOrders } from "../../../../../../features/assignment/assignable-orders"
import { type AdminPayCollectAssignableOrdersResponse } from "../../../../../../types/http"
import { intentView } from "../../../intent-view"
import { type AssignableOrdersQuery } from "../../../validators"

/**
 * `GET /admin/paycollect/intents/:id/assignable-orders?q=`: orders that the money of this payment may be booked on, the same customer's first.
 * With `q` (an order's number or id, a customer's e-mail) also those that it may not, with the reason.
 */
export const GET: AdminRoute<AdminPayCollectAssignableOrdersResponse> = async (req, res) => {
  const intent = await intentView(req.scope, req.params.id!)
  const { q } = req.validatedQuery as AssignableOrdersQuery
  res.json({ orders: await assignableOrders(queryOf(req.scope), intent, q) })
}
