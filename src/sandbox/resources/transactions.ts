import { notFound } from "../api-error"
import { defineRoute } from "../http/api-route"
import { ok } from "../http/message"
import { chargedAmount, type IntentStatus } from "../intents/intent"
import { intentById } from "../intents/registry"

/** The transaction resource lists three statuses only (interface 3). */
const STATUS: Record<IntentStatus, "succeeded" | "failed" | "requires_action"> = {
  requires_action: "requires_action",
  processing: "requires_action",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
}

/** Interface 4.6; the id is the one of the intent and of verify (U-23). */
const retrieve = defineRoute({
  operation: "retrieve_transaction",
  methods: ["GET"],
  path: "/transactions/:id",
  credential: "secret_key",
  rateClass: "standard",
  handle({ simulation, environment, params }) {
    const intent = intentById(simulation, environment, params.id!)
    if (!intent) throw notFound("transaction")
    const { firstname, lastname, email = "", phone = "", description, merchant_reference } = intent.request
    return ok({
      status: "success",
      data: {
        id: intent.id,
        object: "payment_intent",
        amount: chargedAmount(intent).toString(),
        currency: intent.currency,
        status: STATUS[intent.status],
        merchant_reference,
        payment_ref: intent.payment_ref,
        description,
        created_at: Math.floor(intent.createdAt / 1_000),
        customer: { firstname, lastname, email, phone },
      },
    })
  },
})

export const transactionRoutes = [retrieve]
