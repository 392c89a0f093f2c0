import { MedusaError } from "@medusajs/framework/utils"
import { paycollectOf } from "../../../../../modules/paycollect"
import { type AdminPayCollectWebhookCheckResponse } from "../../../../../types/http"
import { type ApiRoute } from "../../../../requests"

/**
 * `POST /admin/paycollect/settings/webhook-check`: sends this server a signed event by its public address, and says what became of it. At most once a
 * minute. 400 where the address or a secret is missing.
 */
export const POST: ApiRoute<AdminPayCollectWebhookCheckResponse> = async (req, res) => {
  const check = await paycollectOf(req.scope).webhooks.check()
  if (check) return void res.json({ check })
  const message =
    "Nothing was sent: set this server's public address (backendUrl) and a webhook secret first. No payment is touched by it."
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
