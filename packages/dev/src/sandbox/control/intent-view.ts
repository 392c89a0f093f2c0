import { checkoutUrl } from "../intents/registry"
import { type Intent, type PaymentAttempt, type ShippingAddress, type IntentStatus } from "../state/intent"
import { type CreateIntentRequest } from "../state/intent-request"
import { type Environment } from "../state/options"
import { type Simulation } from "../state/simulation"

/** An intent as the control plane shows it; amounts in the smallest unit, times in epoch milliseconds. */
export interface IntentView {
  id: string
  environment: Environment
  merchant_reference: string
  payment_ref: string
  status: IntentStatus
  amount: string
  currency: string
  checkout_url: string
  created_at: number
  history: { status: IntentStatus; at: number }[]
  /** The body of the creation with its defaults. */
  request: CreateIntentRequest
  /** How the customer paid or tried to. */
  attempt: (Omit<PaymentAttempt, "amount" | "fee"> & { amount: string; fee: string }) | null
  shipping_address: ShippingAddress | null
  refunded: string
  /** What went back without the merchant. */
  reversed: string
}

export function viewIntent(simulation: Simulation, intent: Intent): IntentView {
  const refunds = simulation.state[intent.environment].refunds.filter(
    (refund) => refund.transactionId === intent.id
  )
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
    request: structuredClone(intent.request),
    attempt: attempt && { ...attempt, amount: attempt.amount.toString(), fee: attempt.fee.toString() },
    shipping_address: intent.shippingAddress,
    reversed: (intent.reversal?.amount ?? 0n).toString(),
    refunded: refunds.reduce((sum, refund) => sum + refund.amount, 0n).toString(),
  }
}
