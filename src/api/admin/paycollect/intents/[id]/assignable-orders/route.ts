import { type ApiRoute } from "../../../../../requests"
import { queryOf } from "../../../../../../payments/module"
import { assignableOrders } from "../../../../../../features/assignment/assignable-orders"
import { type AdminPayCollectAssignableOrdersResponse } from "../../../../../../types/http"
import { intentView } from "../../../intent-view"
import { type assignableOrdersQuery } from "../../../validators"

/**
 * `GET /admin/paycollect/intents/:id/assignable-orders?q=`: orders that the money of this payment may be booked on, the same customer's first.
 * With `q` (an order's number or id, a customer's e-mail) also those that it may not, with the reason.
 */
export const GET: ApiRoute<AdminPayCollectAssignableOrdersResponse, typeof assignableOrdersQuery> = async (
  req,
  res
) => {
  const intent = await intentView(req.scope, req.params.id!)
  res.json({ orders: await assignableOrders(queryOf(req.scope), intent, req.validatedQuery.q) })
}
