import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { resolveItems } from "../../../../../features/attention/close"
import { type AdminPayCollectResolveItemsResponse } from "../../../../../types/http"
import { type ResolveItemsBody } from "../../validators"

/**
 * `POST /admin/paycollect/attention/resolve`: one note for several items, which may be of one payment or of many. Each is closed, or stays
 * as it was, by itself; the answer says which.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<ResolveItemsBody>,
  res: MedusaResponse<AdminPayCollectResolveItemsResponse>
): Promise<void> {
  const { ids, note } = req.validatedBody
  res.json({ results: await resolveItems(req.scope, ids, { note, resolved_by: req.auth_context.actor_id }) })
}
