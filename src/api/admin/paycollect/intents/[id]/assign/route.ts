import { assign } from "../../../../../../features/assignment/assign"
import { type AdminPayCollectAssignResponse } from "../../../../../../types/http"
import { onIntent, shownResult } from "../../../intent-view"
import { type assignBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/assign`: gives money that came late or twice to an order that owes at least as much. `result.status` is
 * `waiting` where the job finishes it.
 */
export const POST = onIntent<AdminPayCollectAssignResponse, typeof assignBody>(async (req, intent) => {
  const { order_id } = req.validatedBody
  const result = await assign(req.scope, intent, { order_id, by: req.auth_context.actor_id })
  return { result: shownResult(result) }
})
