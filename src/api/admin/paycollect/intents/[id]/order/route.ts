import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { orderNow } from "../../../../../../orders/order-now"
import { type AdminPayCollectOrderNowResponse } from "../../../../../../types/http"
import { intentView, shownResult } from "../../../intent-view"

/**
 * `POST /admin/paycollect/intents/:id/order`: one more try, now, to make the order of money that came. `result.said` is why the store could
 * not, in its own words.
 */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<AdminPayCollectOrderNowResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const result = await orderNow(req.scope, intent)
  res.json({ intent: await intentView(req.scope, intent.id), result: shownResult(result) })
}
