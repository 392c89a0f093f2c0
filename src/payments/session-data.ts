import { formatPaymentNumber } from "./names"
import { type ActiveConfiguration } from "../settings/active-configuration"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type AskedMoney } from "./request"

/**
 * `payment_session.data`, readable by the customer through the store API: for display only, nothing secret beyond the checkout
 * address, nothing read back for money. Every key is always set, because core merges what the browser posted beneath it.
 */
export interface PayCollectSessionData extends Record<string, unknown> {
  /** null once it is paid */
  checkout_url: string | null
  /** null, as the three below, until the customer goes to pay with `createIntent: "on_redirect"` */
  merchant_reference: string | null
  payment_ref: string | null
  service_intent_id: string | null
  /** what people call the payment, for receipts and e-mails: `JZ1D-7K9P` */
  payment_number: string | null
  status: string
  /** smallest unit */
  amount: string
  currency_code: string
  /** decimals of the smallest unit */
  exponent: number
  /** smallest unit; what the customer paid on top of `amount`, null until it is paid */
  fee: string | null
  /** how it was paid, in the service's own words; null until it is paid, and where the service does not tell (U-27) */
  method: string | null
  operator: string | null
  environment: "test" | "live"
}

export function sessionData(intent: IntentRow): PayCollectSessionData {
  const {
    checkout_url,
    merchant_reference,
    payment_ref,
    service_intent_id,
    status,
    amount,
    currency_code,
    exponent,
    fee,
    outcome,
    environment,
    payment_number,
  } = intent
  const isPaid = outcome === "paid"
  const { method, operator } = (isPaid && (intent.verified as SessionTexts | null)) || {}
  return {
    // It is a credential (interface 2.1), there is nothing left to pay, and a visitor who has the id of an order can read its payments.
    checkout_url: isPaid ? null : checkout_url,
    merchant_reference,
    payment_ref,
    service_intent_id,
    payment_number: formatPaymentNumber(payment_number),
    status,
    amount,
    currency_code,
    exponent,
    fee: isPaid ? fee : null,
    method: shownData(method),
    operator: shownData(operator),
    environment,
  }
}

interface SessionTexts {
  method?: unknown
  operator?: unknown
}

/** The number of a phone, an account or a card is none of a receipt's words. */
function shownData(text: unknown): string | null {
  return typeof text === "string" && !/(\d[\s.-]?){5}/.test(text) ? text : null
}

/** Of a session whose payment starts at our own address, when the customer goes there. */
export function notStarted(asked: AskedMoney, active: ActiveConfiguration): PayCollectSessionData {
  return {
    checkout_url: active.checkoutAddress(asked.session_id, asked.payment_collection_id),
    merchant_reference: null,
    payment_ref: null,
    service_intent_id: null,
    payment_number: null,
    status: "requires_action",
    amount: asked.amount,
    currency_code: asked.currency_code,
    exponent: asked.exponent,
    fee: null,
    method: null,
    operator: null,
    environment: active.environment,
  }
}
