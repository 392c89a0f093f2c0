import { newClientSecret, newIntentId, newPaymentRef, newTransactionId } from "../base/ids"
import { type Intent } from "../state/intent"
import { type CreateIntentRequest } from "../state/intent-request"
import { type EnvironmentState } from "../state/memory"
import { type Environment } from "../state/options"
import { type Simulation } from "../state/simulation"
import { applyDueOutcome } from "./lifecycle"

export function addIntent(
  simulation: Simulation,
  environment: EnvironmentState,
  request: CreateIntentRequest
): Intent {
  const id = newIntentId()
  const now = simulation.now()
  const intent: Intent = {
    id,
    transaction_id: newTransactionId(),
    environment: environment.environment,
    payment_ref: newPaymentRef(),
    client_secret: newClientSecret(id),
    status: "requires_action",
    amount: BigInt(request.amount),
    currency: request.currency,
    request,
    fingerprint: JSON.stringify(request),
    createdAt: now,
    history: [{ status: "requires_action", at: now }],
    attempt: null,
    shippingAddress: null,
    pending: null,
    awaitsMerchant: false,
    leftWaiting: false,
    verifyOverride: null,
    reversal: null,
  }
  environment.intents.set(id, intent)
  environment.references.set(request.merchant_reference, intent)
  environment.references.set(intent.payment_ref, intent)
  return intent
}

/** The intent as it is now: an outcome whose time has come is applied first. */
function current(simulation: Simulation, intent: Intent | undefined): Intent | null {
  if (!intent) return null
  applyDueOutcome(simulation, intent)
  return intent
}

export function intentById(simulation: Simulation, environment: EnvironmentState, id: string): Intent | null {
  return current(simulation, environment.intents.get(id))
}

/** By the id that transactions and refunds take (U-23). */
export function intentByTransaction(
  simulation: Simulation,
  environment: EnvironmentState,
  id: string
): Intent | null {
  return simulation.settings.variant.id === "transaction"
    ? current(simulation, withTransaction(environment, id))
    : intentById(simulation, environment, id)
}

function withTransaction(environment: EnvironmentState, id: string): Intent | undefined {
  return [...environment.intents.values()].find((intent) => intent.transaction_id === id)
}

/** By merchant_reference or payment_ref (interface 4.2). */
export function intentByReference(
  simulation: Simulation,
  environment: EnvironmentState,
  reference: string
): Intent | null {
  return current(simulation, environment.references.get(reference))
}

/** By either id or either reference, in both environments; for the checkout and the control plane, which carry no key. */
export function intentAnywhere(simulation: Simulation, name: string): Intent | null {
  const { test, live } = simulation.state
  for (const environment of [test, live]) {
    const intent =
      intentById(simulation, environment, name) ??
      intentByReference(simulation, environment, name) ??
      current(simulation, withTransaction(environment, name))
    if (intent) return intent
  }
  return null
}

/** Oldest first. */
export function allIntents(simulation: Simulation, environment?: Environment): Intent[] {
  const { test, live } = simulation.state
  return [test, live]
    .filter((state) => environment === undefined || state.environment === environment)
    .flatMap((state) => [...state.intents.values()])
    .map((intent) => current(simulation, intent)!)
}

export function checkoutUrl(simulation: Simulation, intent: Intent): string {
  return `${simulation.origin}/checkout/${intent.id}?client_secret=${intent.client_secret}`
}
