import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { intentView } from "../../../intent-view"
import { resolveItem } from "../../../../../../features/attention/close"
import { type AdminPayCollectIntentResponse } from "../../../../../../types/http"
import { type ResolveBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/resolve`: the merchant dealt with an item of the "needs attention" list. The note stays in the
 * history. Money that was dealt with is closed: it never makes an order by itself any more.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<ResolveBody>,
  res: MedusaResponse<AdminPayCollectIntentResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  await resolveItem(req.scope, intent, { ...req.validatedBody, resolved_by: req.auth_context.actor_id })
  res.json({ intent: await intentView(req.scope, intent.id) })
}
