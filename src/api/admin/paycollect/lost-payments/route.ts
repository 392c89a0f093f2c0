import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { lookForLost } from "../../../../settlement/look-for-lost"
import { type AdminPayCollectLostPaymentsResponse } from "../../../../types/http"
import { settleIntentWorkflow } from "../../../../workflows"
import { type LostPaymentsBody } from "../validators"

/** What one request may take of the minute's budget, and of the patience of a person before a page. */
const ASK = { most: 20, withinMs: 25_000 }

/**
 * `POST /admin/paycollect/lost-payments`: after a restored backup, payments that the service may know and the store has no record of. The
 * service is asked about twenty at most; what it knows gets its record again and is settled, or told like any other payment. The rest
 * comes with the next request.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<LostPaymentsBody>,
  res: MedusaResponse<AdminPayCollectLostPaymentsResponse>
): Promise<void> {
  const { pasted, since, all_ours } = req.validatedBody
  const { findings, looked_at, known } = await lookForLost(req.scope, {
    pasted,
    since,
    allOurs: all_ours,
    ask: ASK,
  })
  const payments: AdminPayCollectLostPaymentsResponse["payments"] = []
  for (const finding of findings) {
    const settled =
      finding.intent_id &&
      (await settleIntentWorkflow(req.scope).run({
        input: { reference: finding.reference, cause: "search", priority: "admin" },
      }))
    const { reference, found, intent_id, payment_number } = finding
    const status = settled ? settled.result.status : null
    payments.push({ reference, found, intent_id, payment_number, status })
  }
  res.json({ looked_at, known, payments })
}
