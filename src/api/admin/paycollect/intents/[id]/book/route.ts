import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { book } from "../../../../../../settlement/book"
import { intentView, shownResult } from "../../../intent-view"
import { type AdminPayCollectBookResponse } from "../../../../../../types/http"
import { type BookBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/book`: gives money that came late or twice to an order that owes at least as much. `result.status` is
 * `waiting` where the job finishes it.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<BookBody>,
  res: MedusaResponse<AdminPayCollectBookResponse>
): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const { order_id } = req.validatedBody
  const result = await book(req.scope, intent, { order_id, by: req.auth_context.actor_id })
  res.json({ intent: await intentView(req.scope, intent.id), result: shownResult(result) })
}
