import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../../../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../../../modules/paycollect/service"
import { intentView } from "../../../../../../workflows/settle/intent-view"
import { type ResolveBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/resolve`: the merchant dealt with an item of the "needs attention" list. The note stays in the
 * history. Money that was dealt with is released: it never makes an order by itself any more.
 */
export async function POST(req: AuthenticatedMedusaRequest<ResolveBody>, res: MedusaResponse): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const { attention_id, note } = req.validatedBody
  const { attention } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const isOpen = intent.attention.some((item) => item.id === attention_id && item.status === "open")
  const resolved =
    isOpen && (await attention.resolve(attention_id, { note, resolved_by: req.auth_context.actor_id }))
  if (!resolved) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      "attention_id names no open item of this payment; nothing was changed."
    )
  }
  res.json({ intent: await intentView(req.scope, intent.id) })
}
