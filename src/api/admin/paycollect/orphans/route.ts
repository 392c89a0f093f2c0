import { type ApiRoute } from "../../../requests"
import { findOrphans } from "../../../../features/recovery/recover"
import { type AdminPayCollectOrphansResponse } from "../../../../types/http"
import { advanceIntentWorkflow } from "../../../../workflows"
import { type orphansBody } from "../validators"

/** What one request may take of the minute's budget, and of the patience of a person before a page. */
const ASK_LIMITS = { most: 20, withinMs: 25_000 }

/**
 * `POST /admin/paycollect/orphans`: after a restored backup, payments that the service may know and the store has no record of. The
 * service is asked about twenty at most; what it knows gets its record again and is advanced like any other payment. The rest
 * comes with the next request.
 */
export const POST: ApiRoute<AdminPayCollectOrphansResponse, typeof orphansBody> = async (req, res) => {
  const { pasted, since, all_ours } = req.validatedBody
  const { findings, checked, known } = await findOrphans(req.scope, {
    pasted,
    since,
    allOurs: all_ours,
    ask: ASK_LIMITS,
  })
  const payments: AdminPayCollectOrphansResponse["payments"] = []
  for (const finding of findings) {
    const advanced =
      finding.intent_id &&
      (await advanceIntentWorkflow(req.scope).run({
        input: { reference: finding.reference, source: { by: "search" } },
      }))
    const { reference, found, intent_id, payment_number } = finding
    const status = advanced ? advanced.result.status : null
    payments.push({ reference, found, intent_id, payment_number, status })
  }
  res.json({ checked, known, payments })
}
