import { resolveItem } from "../../../../../../features/attention/close"
import { type AdminPayCollectIntentResponse } from "../../../../../../types/http"
import { onIntent } from "../../../intent-view"
import { type resolveBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/resolve`: the merchant dealt with an item of the "needs attention" list. The note stays in the
 * history. Money that was dealt with is closed: it never makes an order by itself any more.
 */
export const POST = onIntent<AdminPayCollectIntentResponse, typeof resolveBody>(async (req, intent) => {
  await resolveItem(req.scope, intent, { ...req.validatedBody, resolved_by: req.auth_context.actor_id })
  return {}
})
