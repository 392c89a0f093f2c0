import { notFound, ok } from "../base/reply"
import { paidAmount, shownFields, shownId } from "../variant/shown"
import { intentByTransaction } from "../intents/registry"
import { type IntentStatus } from "../state/intent"
import { defineRoute } from "./route"

/** The transaction resource lists three statuses only (interface 3). */
const STATUS: Record<IntentStatus, "succeeded" | "failed" | "requires_action"> = {
  requires_action: "requires_action",
  processing: "requires_action",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
}

/** The fields of interface 2.2 that decide nothing. */
const SPARE = ["object", "description", "created_at", "customer"]

/** Interface 4.6; the id is the one that verify gives (U-23). */
const retrieve = defineRoute("retrieve_transaction", "GET /transactions/:id", {
  handle({ simulation, environment, params }) {
    const intent = intentByTransaction(simulation, environment, params.id!)
    if (!intent) throw notFound("transaction")
    const { firstname, lastname, email = "", phone = "", description, merchant_reference } = intent.request
    const { variant } = simulation.settings
    const data = {
      id: shownId(variant, intent),
      object: "payment_intent",
      amount: paidAmount(variant, intent),
      currency: intent.currency,
      status: STATUS[intent.status],
      merchant_reference,
      payment_ref: intent.payment_ref,
      description,
      created_at: Math.floor(intent.createdAt / 1_000),
      customer: { firstname, lastname, email, phone },
    }
    return ok({ status: "success", data: shownFields(variant, data, SPARE) })
  },
})

export const transactionRoutes = [retrieve]
