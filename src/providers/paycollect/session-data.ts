import { type IntentRow } from "../../modules/paycollect/models/intent"

/**
 * `payment_session.data`, readable by the customer through the store API: for display only, nothing secret beyond the checkout
 * address, nothing read back for money. Every key is always set, because core merges what the browser posted beneath it.
 */
export interface PayCollectSessionData extends Record<string, unknown> {
  checkout_url: string | null
  merchant_reference: string
  payment_ref: string | null
  intent_id: string | null
  status: string
  /** smallest unit */
  amount: string
  currency_code: string
  environment: "test" | "live"
}

export function sessionData(intent: IntentRow): PayCollectSessionData {
  const {
    checkout_url,
    merchant_reference,
    payment_ref,
    intent_id,
    status,
    amount,
    currency_code,
    environment,
  } = intent
  return {
    checkout_url,
    merchant_reference,
    payment_ref,
    intent_id,
    status,
    amount,
    currency_code,
    environment,
  }
}
