import { notFound } from "../api-error"
import { defineRoute } from "../http/api-route"
import { ok } from "../http/message"
import { chargedAmount } from "../intents/intent"
import { intentByReference } from "../intents/registry"

/**
 * Interface 4.2 with the body of U-01: no merchant_reference in it. GET by the contract, PATCH by one public page (U-02). The amount
 * is what the customer was charged, so customer-borne fees are in it (U-21).
 */
const verify = defineRoute({
  operation: "verify_payment",
  methods: ["GET", "PATCH"],
  path: "/payment-verification/:reference/verify",
  credential: "secret_key",
  rateClass: "standard",
  handle({ simulation, environment, params }) {
    const intent = intentByReference(simulation, environment, params.reference!)
    if (!intent) throw notFound("payment")
    const data: Record<string, unknown> = {
      id: intent.id,
      status: intent.status,
      amount: chargedAmount(intent).toString(),
      currency: intent.currency,
      created_at: new Date(intent.createdAt).toISOString().replace(/\.\d{3}Z$/, "Z"),
      ...intent.verifyOverride,
    }
    for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
    return ok({ status: "success", data })
  },
})

export const verificationRoutes = [verify]
