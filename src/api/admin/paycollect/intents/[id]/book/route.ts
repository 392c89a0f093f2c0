import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { book, BookingRefusal } from "../../../../../../settlement/book"
import { intentView } from "../../../intent-view"
import { type BookBody } from "../../../validators"

/**
 * `POST /admin/paycollect/intents/:id/book`: gives money that came late or twice to an order that owes at least as much. 409 with a `code`
 * where it may not be, 404 for an order that is not there; nothing changed then. `result.status` is `waiting` where the job finishes it.
 */
export async function POST(req: AuthenticatedMedusaRequest<BookBody>, res: MedusaResponse): Promise<void> {
  const intent = await intentView(req.scope, req.params.id!)
  const { order_id } = req.validatedBody
  try {
    const result = await book(req.scope, intent, { order_id, by: req.auth_context.actor_id })
    res.json({ intent: await intentView(req.scope, intent.id), result })
  } catch (error) {
    if (!(error instanceof BookingRefusal)) throw error
    const { code, message } = error
    res.status(code === "no_order" ? 404 : 409).json({ type: "not_allowed", code, message })
  }
}
