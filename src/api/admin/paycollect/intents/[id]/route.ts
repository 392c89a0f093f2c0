import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type AdminPayCollectIntentResponse } from "../../../../../types/http"
import { intentView } from "../../intent-view"

/** `GET /admin/paycollect/intents/:id`: one intent with its history and its attention items, explained. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<AdminPayCollectIntentResponse>
): Promise<void> {
  res.json({ intent: await intentView(req.scope, req.params.id!) })
}
