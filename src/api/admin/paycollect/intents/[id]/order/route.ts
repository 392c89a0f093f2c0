import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { orderNow } from "../../../../../../settlement/order-now"
import { intentView } from "../../../intent-view"

/**
 * `POST /admin/paycollect/intents/:id/order`: one more try, now, to make the order of money that came. `result.said` is why the store could
 * not, in its own words. 409 where no open item says that an order is missing.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const result = await orderNow(req.scope, intent)
  if (result) {
    res.json({ intent: await intentView(req.scope, intent.id), result })
    return
  }
  const message = "No open item says that an order of this payment is missing. Nothing was changed."
  res.status(409).json({ type: "not_allowed", code: "no_item", message })
}
