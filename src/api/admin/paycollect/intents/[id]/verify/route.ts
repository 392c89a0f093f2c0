import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { advanceIntentWorkflow } from "../../../../../../workflows/advance-intent"
import { type AdminPayCollectVerifyResponse } from "../../../../../../types/http"
import { intentView, shownResult } from "../../../intent-view"

/** `POST /admin/paycollect/intents/:id/verify`: "check now". Asks the service and brings the store in line. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<AdminPayCollectVerifyResponse>
): Promise<void> {
  const { merchant_reference } = await intentView(req.scope, req.params.id!)
  const { result } = await advanceIntentWorkflow(req.scope).run({
    input: { reference: merchant_reference, cause: "admin", priority: "admin", asker: "admin" },
  })
  res.json({ intent: await intentView(req.scope, req.params.id!), result: shownResult(result) })
}
