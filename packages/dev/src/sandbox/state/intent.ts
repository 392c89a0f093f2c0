import { type Country, type MethodCode, type MethodType } from "../base/catalogue"
import { type CreateIntentRequest } from "./intent-request"
import { type Environment } from "./options"

/** Interface 3. `succeeded`, `failed` and `canceled` are final. */
export const INTENT_STATUSES = ["requires_action", "processing", "succeeded", "failed", "canceled"] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** What verify answers instead of the truth; `null` leaves the field out. */
export type VerifyOverride = Record<string, unknown>

export interface ShippingAddress {
  line1: string
  city: string
  country: string
}

/** How the customer chose to pay. Card numbers and PINs are looked at and forgotten. */
export interface PaymentAttempt {
  method: MethodCode
  type: MethodType
  country: Country["code"] | null
  /** Smallest unit; what the customer is charged, fees included when the customer bears them. */
  amount: bigint
  fee: bigint
  /** Masked phone or card number, for the waiting page and the receipt. */
  payer: string
}

export interface Intent {
  id: string
  /** What the service calls the payment where it is not the intent's id (U-23). */
  transaction_id: string
  environment: Environment
  payment_ref: string
  client_secret: string
  status: IntentStatus
  /** Smallest unit, as asked for. */
  amount: bigint
  currency: string
  request: CreateIntentRequest
  /** The validated body as one string, to tell a repeat from another request under the same reference. */
  fingerprint: string
  /** Epoch milliseconds. */
  createdAt: number
  history: { status: IntentStatus; at: number }[]
  attempt: PaymentAttempt | null
  shippingAddress: ShippingAddress | null
  /** An outcome that becomes the status at `at`: the simulated time an operator needs. */
  pending: { status: "succeeded" | "failed"; at: number } | null
  /** The customer agreed and the merchant has to confirm (`confirmation_method: manual`, U-13). */
  awaitsMerchant: boolean
  /** The tester chose to leave the phone prompt unanswered. */
  leftWaiting: boolean
  verifyOverride: VerifyOverride | null
  /** Money that went back after it came, in the smallest unit, and the state in its place where all of it did. */
  reversal: { amount: bigint; status: string | null } | null
}

export function isFinal(status: IntentStatus): boolean {
  return status === "succeeded" || status === "failed" || status === "canceled"
}

/** Smallest unit: what of it is still there. */
export function leftAmount(intent: Intent, charged: bigint): bigint {
  const left = charged - (intent.reversal?.amount ?? 0n)
  return left > 0n ? left : 0n
}

/** Smallest unit: what the customer pays or paid; the plain amount until a method is chosen (U-21). */
export function chargedAmount(intent: Intent): bigint {
  return intent.attempt?.amount ?? intent.amount
}
