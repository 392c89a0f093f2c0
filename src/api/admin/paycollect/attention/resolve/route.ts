import { type ApiRoute } from "../../../../requests"
import { resolveItems } from "../../../../../features/attention/close"
import { type AdminPayCollectResolveItemsResponse } from "../../../../../types/http"
import { type resolveItemsBody } from "../../validators"

/**
 * `POST /admin/paycollect/attention/resolve`: one note for several items, which may be of one payment or of many. Each is closed, or stays
 * as it was, by itself; the answer says which.
 */
export const POST: ApiRoute<AdminPayCollectResolveItemsResponse, typeof resolveItemsBody> = async (
  req,
  res
) => {
  const { ids, ...resolution } = req.validatedBody
  const resolved_by = req.auth_context.actor_id
  res.json({ results: await resolveItems(req.scope, ids, { ...resolution, resolved_by }) })
}
