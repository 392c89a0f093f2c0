import { advanceIntentWorkflow } from "../../../../../../workflows"
import { type AdminPayCollectVerifyResponse } from "../../../../../../types/http"
import { onIntent, shownResult } from "../../../intent-view"

/** `POST /admin/paycollect/intents/:id/verify`: "check now". Asks the service and brings the store in line. */
export const POST = onIntent<AdminPayCollectVerifyResponse>(async (req, { merchant_reference }) => {
  const { result } = await advanceIntentWorkflow(req.scope).run({
    input: { reference: merchant_reference, source: { by: "admin" } },
  })
  return { result: shownResult(result) }
})
