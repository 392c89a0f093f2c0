import { notFound } from "../base/api-error"
import { ok } from "../base/reply"
import { paidAmount, shownFields, shownId, shownStatus, verifyEnvelope } from "../face/shown"
import { intentByReference } from "../intents/registry"
import { type ApiRoute, defineRoute } from "./route"

/**
 * Interface 4.2 with the body of U-01: no merchant_reference in it, unless the face repeats it. GET by the contract, PATCH by one public
 * page (U-02). The amount is what the customer was charged, customer-borne fees included, unless the face leaves them out (U-21).
 */
const verify = (method: "GET" | "PATCH"): ApiRoute =>
  defineRoute({
    operation: "verify_payment",
    methods: [method],
    path: "/payment-verification/:reference/verify",
    credential: "secret_key",
    rateClass: "standard",
    enabled: ({ face: { verifyMethod } }) => verifyMethod === "any" || verifyMethod === method,
    handle({ simulation, environment, params }) {
      const intent = intentByReference(simulation, environment, params.reference!)
      if (!intent) throw notFound("payment")
      const { face } = simulation.settings
      const { payment_ref, request } = intent
      const names = { merchant_reference: request.merchant_reference, payment_ref }
      const data: Record<string, unknown> = {
        ...(face.id !== "absent" && { id: shownId(face, intent) }),
        ...(face.verifyEcho !== "none" && { [face.verifyEcho]: names[face.verifyEcho] }),
        status: shownStatus(face, intent),
        amount: paidAmount(face, intent),
        currency: intent.currency,
        created_at: new Date(intent.createdAt).toISOString().replace(/\.\d{3}Z$/, "Z"),
        ...intent.verifyOverride,
      }
      for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
      return ok(verifyEnvelope(face, shownFields(face, data, ["created_at"])))
    },
  })

export const verificationRoutes = [verify("GET"), verify("PATCH")]
