import { type ApiRoute } from "../../../../requests"
import { type AdminPayCollectIntentResponse } from "../../../../../types/http"
import { intentView } from "../../intent-view"

/** `GET /admin/paycollect/intents/:id`: one intent with its history and its attention items, explained. */
export const GET: ApiRoute<AdminPayCollectIntentResponse> = async (req, res) => {
  res.json({ intent: await intentView(req.scope, req.params.id!) })
}
