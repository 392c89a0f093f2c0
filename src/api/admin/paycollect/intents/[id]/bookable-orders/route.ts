import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bookableOrders } from "../../../../../../store/bookable-orders"
import { type AdminPayCollectBookableOrdersResponse } from "../../../../../../types/http"
import { intentView } from "../../../intent-view"
import { type BookableOrdersQuery } from "../../../validators"

/**
 * `GET /admin/paycollect/intents/:id/bookable-orders?q=`: orders that the money of this payment may be booked on, the same customer's first.
 * With `q` (an order's number or id, a customer's e-mail) also those that it may not, with the reason.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, BookableOrdersQuery>,
  res: MedusaResponse<AdminPayCollectBookableOrdersResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { q } = req.validatedQuery as BookableOrdersQuery
  res.json({ orders: await bookableOrders(query, intent, q) })
}
