import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { assign } from "../../../../../../features/assignment/assign"
import { intentView, shownResult } from "../../../intent-view"
import { type AdminPayCollectAssignResponse } from "../../../../../../types/http"
import { type AssignBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/assign`: gives money that came late or twice to an order that owes at least as much. `result.status` is
 * `waiting` where the job finishes it.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AssignBody>,
  res: MedusaResponse<AdminPayCollectAssignResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const { order_id } = req.validatedBody
  const result = await assign(req.scope, intent, { order_id, by: req.auth_context.actor_id })
  res.json({ intent: await intentView(req.scope, intent.id), result: shownResult(result) })
}
