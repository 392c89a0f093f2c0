import type { Priority, RateClass } from "./config"
import { parseCustomer, parseCustomers, parseCustomerSession, parseSessionAnswer } from "./wire/customer"
import { parseFeeBreakdown } from "./wire/fee"
import { parseConfirmedPaymentIntent, parsePaymentIntent, parseVerifiedPayment } from "./wire/payment-intent"
import { parsePaymentMethods } from "./wire/payment-method"
import { parseRefund, parseTransaction } from "./wire/transaction"

export type Operation =
  | "create_payment_intent"
  | "verify_payment"
  | "confirm_payment_intent"
  | "create_session"
  | "validate_session"
  | "revoke_session"
  | "list_customers"
  | "retrieve_customer"
  | "retrieve_transaction"
  | "list_payment_methods"
  | "calculate_fee"
  | "create_refund"

/** What the call means for money: decides whether a lost answer is ambiguous, and what the errors say. */
export type MoneyEffect = "creates" | "confirms" | "refunds" | "decides" | "none"

export interface Endpoint<T> {
  operation: Operation
  method: "GET" | "POST" | "PATCH"
  /** below the base address, with {placeholders} */
  path: string
  /** interface 8 */
  rateClass: RateClass
  /** interface 5: the configured key, the key always as Bearer (4.4), or the caller's session token as Bearer */
  credential: "key" | "bearer_key" | "session_token"
  effect: MoneyEffect
  /** may be sent again without consequence */
  repeatable: boolean
  priority: Priority
  /** fields of which a bare answer must carry one (U-01); "optional": no answer body is fine, too (U-16) */
  bare: readonly string[] | "optional"
  /** @throws WireError */
  parse: (data: unknown) => T
}

const readOperation = {
  method: "GET",
  rateClass: "standard",
  credential: "key",
  effect: "none",
  repeatable: true,
} as const
const session = { method: "POST", rateClass: "standard", effect: "none", repeatable: false } as const
const admin = { priority: "admin" } as const
const customerOperations = { priority: "customer" } as const
const browse = { priority: "browse" } as const

const endpoint = <T>(definition: Endpoint<T>): Endpoint<T> => definition

/** Interface 4.1 */
export const createPaymentIntent = endpoint({
  operation: "create_payment_intent",
  method: "POST",
  path: "/payment-intents",
  rateClass: "creation",
  credential: "key",
  effect: "creates",
  repeatable: false,
  priority: "create",
  bare: ["id"],
  parse: parsePaymentIntent,
})

/** Interface 4.2. A repeated verify changes nothing, as PATCH (U-02) neither. */
export const verifyPayment = endpoint({
  ...readOperation,
  ...customerOperations,
  operation: "verify_payment",
  path: "/payment-verification/{reference}/verify",
  effect: "decides",
  bare: ["id", "amount", "payment_ref", "merchant_reference"],
  parse: parseVerifiedPayment,
})

/** Interface 4.3; the path comes from the configuration (U-13). */
export const confirmPaymentIntent = endpoint({
  operation: "confirm_payment_intent",
  method: "POST",
  path: "",
  rateClass: "standard",
  credential: "key",
  effect: "confirms",
  repeatable: false,
  priority: "create",
  bare: ["id"],
  parse: parseConfirmedPaymentIntent,
})

/** Interface 4.4 */
export const createCustomerSession = endpoint({
  ...session,
  ...browse,
  operation: "create_session",
  path: "/sessions/create",
  credential: "bearer_key",
  bare: ["session_token"],
  parse: parseCustomerSession,
})

/** Interface 4.4, U-16 */
export const validateCustomerSession = endpoint({
  ...session,
  ...browse,
  operation: "validate_session",
  path: "/sessions/validate",
  credential: "session_token",
  bare: "optional",
  parse: parseSessionAnswer,
})

/** Interface 4.4, U-16 */
export const revokeCustomerSession = endpoint({
  ...session,
  ...browse,
  operation: "revoke_session",
  path: "/sessions/revoke",
  credential: "session_token",
  bare: "optional",
  parse: parseSessionAnswer,
})

/** Interface 4.5 */
export const listCustomers = endpoint({
  ...readOperation,
  ...admin,
  operation: "list_customers",
  path: "/customers",
  bare: [],
  parse: parseCustomers,
})

/** Interface 4.5 */
export const retrieveCustomer = endpoint({
  ...readOperation,
  ...admin,
  operation: "retrieve_customer",
  path: "/customers/{id}",
  bare: ["id"],
  parse: parseCustomer,
})

/** Interface 4.6 */
export const retrieveTransaction = endpoint({
  ...readOperation,
  ...admin,
  operation: "retrieve_transaction",
  path: "/transactions/{id}",
  bare: ["id"],
  parse: parseTransaction,
})

/** Interface 4.7 */
export const listPaymentMethods = endpoint({
  ...readOperation,
  ...browse,
  operation: "list_payment_methods",
  path: "/payment-methods",
  bare: [],
  parse: parsePaymentMethods,
})

/** Interface 4.7 */
export const calculateFee = endpoint({
  ...readOperation,
  ...browse,
  operation: "calculate_fee",
  path: "/payment-methods/fee/{payment_method}/{currency}/{amount}",
  bare: ["amount", "fee", "total_payable"],
  parse: parseFeeBreakdown,
})

/** Absent from the interface; publicly documented (U-14). */
export const createRefund = endpoint({
  operation: "create_refund",
  method: "POST",
  path: "/refunds",
  rateClass: "standard",
  credential: "key",
  effect: "refunds",
  repeatable: false,
  priority: "admin",
  bare: ["id", "refund_id"],
  parse: parseRefund,
})
