import { type AdminRoute } from "../../../requests"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectAttentionResponse } from "../../../../types/http"
import { listOf } from "../intents/filters"
import { type AttentionQuery } from "../validators"
import { shownItems } from "./item-view"

/** `GET /admin/paycollect/attention`: items of the "needs attention" list, newest first, each with its payment and whose it is. */
export const GET: AdminRoute<AdminPayCollectAttentionResponse> = async (req, res) => {
  const { status, environment, limit, offset, ...query } = req.validatedQuery as AttentionQuery
  const { items } = paycollectOf(req.scope)
  const filters = {
    status,
    environment,
    reason: listOf(query.reason),
    category: listOf(query.category),
    intent_id: listOf(query.intent_id),
  }
  const page = await items.page(filters, { limit, offset })
  res.json({ attention: await shownItems(req.scope, page.items), count: page.count, offset, limit })
}
