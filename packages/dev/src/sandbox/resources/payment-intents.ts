import { type ApiError, invalidRequest, notFound, ok, refuseRequest } from "../base/reply"
import { answerReuse } from "../variant/refusal"
import { shownAmount, shownFields, shownStatus } from "../variant/shown"
import { changeStatus } from "../intents/lifecycle"
import { addIntent, checkoutUrl, intentById, intentByReference } from "../intents/registry"
import { type Intent, isFinal } from "../state/intent"
import { createIntentRequest } from "../state/intent-request"
import { type Simulation } from "../state/simulation"
import { payable } from "../state/variant"
import { defineRoute } from "./route"

/** The fields of interface 2.1 without which a payment can still be made. */
const SPARE = ["object", "client_secret", "payment_ref", "merchant_reference", "customer", "metadata"]

/** The response object of interface 2.1 in the envelope of 4.1. */
function envelope(simulation: Simulation, intent: Intent) {
  const { request } = intent
  const { variant } = simulation.settings
  const data = {
    id: intent.id,
    object: "payment_intent",
    amount: shownAmount(
      variant,
      variant.rounding === "asked" ? payable(variant, intent.amount) : intent.amount
    ),
    currency: intent.currency,
    status: shownStatus(variant, intent),
    client_secret: intent.client_secret,
    payment_ref: intent.payment_ref,
    merchant_reference: request.merchant_reference,
    checkout_url: checkoutUrl(simulation, intent),
    customer: { firstname: request.firstname, lastname: request.lastname, email: request.email ?? "" },
    metadata: request.metadata ?? {},
  }
  return { status_code: 200, response_type: "success", data: shownFields(variant, data, SPARE) }
}

/** Interface 4.1. `confirm: true` changes nothing: no request carries a payment method. */
const create = defineRoute("create_payment_intent", "POST /payment-intents", {
  rateClass: "creation",
  body: createIntentRequest,
  handle({ simulation, environment, body }) {
    const used = intentByReference(simulation, environment, body.merchant_reference)
    if (!used) return ok(envelope(simulation, addIntent(simulation, environment, body)))
    const { variant } = simulation.settings
    const old = () => ok(envelope(simulation, used))
    if (variant.idempotencyKey === "kept" && used.fingerprint === JSON.stringify(body)) return old()
    return answerReuse(variant, "merchant_reference", old)
  },
})

/** U-13: the second half of `confirmation_method: manual`, possible once the customer agreed at the checkout. */
const confirm = defineRoute("confirm_payment_intent", "POST /payment-intents/:id/confirm", {
  handle({ simulation, environment, params }) {
    const intent = intentById(simulation, environment, params.id!)
    if (!intent) throw notFound("payment intent")
    if (intent.request.confirmation_method !== "manual")
      throw invalidRequest("confirmation_automatic", "This payment intent is confirmed automatically")
    if (intent.status === "succeeded") return ok(envelope(simulation, intent))
    if (isFinal(intent.status)) throw conflict(`A ${intent.status} payment intent cannot be confirmed`)
    if (!intent.awaitsMerchant) throw conflict("The customer has not agreed to this payment yet")
    changeStatus(simulation, intent, { status: "succeeded" })
    return ok(envelope(simulation, intent))
  },
})

function conflict(message: string): ApiError {
  return refuseRequest(409, { code: "intent_state", message })
}

export const paymentIntentRoutes = [create, confirm]
