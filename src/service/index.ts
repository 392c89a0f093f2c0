export { PayCollectClient, type CustomerListQuery, type FeeQuery } from "./client"
export { systemClock } from "./config"
export type { CallResult, ClientConfig, Clock, Environment, Priority, RateClass, RateGate } from "./config"
export type { CallOptions } from "./request"
export type { Operation } from "./endpoints"
export {
  PayCollectAmbiguousError,
  PayCollectConfigurationError,
  PayCollectConflictError,
  PayCollectError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectSimulatorError,
  PayCollectUnauthorizedError,
  PayCollectUnavailableError,
  type PayCollectErrorCode,
  type PayCollectErrorFacts,
} from "./errors"
export { checkoutAddress, isOnThisMachine, isTrustedCheckout, serviceAddress } from "./address"
export { redact } from "./redact"
export type { ServiceCustomer, CustomerWithBilling } from "./wire/customer"
export type { CustomerSession } from "./wire/customer"
export type { FeeBreakdown } from "./wire/fee"
export type { ConfirmedPaymentIntent, CreatePaymentIntentRequest, PaymentIntent } from "./wire/payment-intent"
export type { PaymentMethod } from "./wire/payment-method"
export { REFUND_REASONS, type CreateRefundRequest, type RefundReply } from "./wire/transaction"
export type { ServiceTransaction } from "./wire/transaction"
export type { VerifiedPayment } from "./wire/payment-intent"
