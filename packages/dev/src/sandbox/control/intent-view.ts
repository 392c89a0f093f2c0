import { checkoutUrl } from "../intents/registry"
import { type Intent } from "../state/intent"
import { type Simulation } from "../state/simulation"

export type IntentView = ReturnType<typeof viewIntent>

/** An intent as the control plane shows it; amounts in the smallest unit, times in epoch milliseconds. */
export function viewIntent(simulation: Simulation, intent: Intent) {
  const { refunds } = simulation.state[intent.environment]
  const refunded = refunds.filter((refund) => refund.transactionId === intent.id)
  const { attempt } = intent
  return {
    id: intent.id,
    environment: intent.environment,
    merchant_reference: intent.request.merchant_reference,
    payment_ref: intent.payment_ref,
    status: intent.status,
    amount: intent.amount.toString(),
    currency: intent.currency,
    checkout_url: checkoutUrl(simulation, intent),
    created_at: intent.createdAt,
    history: structuredClone(intent.history),
    /** The body of the creation with its defaults. */
    request: structuredClone(intent.request),
    /** How the customer paid or tried to. */
    attempt: attempt && { ...attempt, amount: attempt.amount.toString(), fee: attempt.fee.toString() },
    shipping_address: intent.shippingAddress,
    /** What went back without the merchant. */
    reversed: (intent.reversal?.amount ?? 0n).toString(),
    refunded: refunded.reduce((sum, refund) => sum + refund.amount, 0n).toString(),
  }
}
