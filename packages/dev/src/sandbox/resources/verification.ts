import { notFound, ok } from "../base/reply"
import { paidAmount, shownFields, shownId, shownStatus, verifyEnvelope } from "../variant/shown"
import { intentByReference } from "../intents/registry"
import { type ApiRoute, defineRoute } from "./route"

/**
 * Interface 4.2 with the body of U-01: no merchant_reference in it, unless the variant repeats it. GET by the contract, PATCH by one public
 * page (U-02). The amount is what the customer was charged, customer-borne fees included, unless the variant leaves them out (U-21).
 */
const verify = (method: "GET" | "PATCH"): ApiRoute =>
  defineRoute("verify_payment", `${method} /payment-verification/:reference/verify`, {
    enabled: ({ variant: { verifyMethod } }) => verifyMethod === "any" || verifyMethod === method,
    handle({ simulation, environment, params }) {
      const intent = intentByReference(simulation, environment, params.reference!)
      if (!intent) throw notFound("payment")
      const { variant } = simulation.settings
      const { payment_ref, request } = intent
      const names = { merchant_reference: request.merchant_reference, payment_ref }
      const data: Record<string, unknown> = {
        ...(variant.id !== "absent" && { id: shownId(variant, intent) }),
        ...(variant.verifyEcho !== "none" && { [variant.verifyEcho]: names[variant.verifyEcho] }),
        status: shownStatus(variant, intent),
        amount: paidAmount(variant, intent),
        currency: intent.currency,
        created_at: new Date(intent.createdAt).toISOString().replace(/\.\d{3}Z$/, "Z"),
        ...intent.verifyOverride,
      }
      for (const [name, value] of Object.entries(data)) if (value === null) delete data[name]
      return ok(verifyEnvelope(variant, shownFields(variant, data, ["created_at"])))
    },
  })

export const verificationRoutes = [verify("GET"), verify("PATCH")]
