export {
  isSafeCheckoutUrl,
  readReturn,
  type FailureReason,
  type PaymentReturn,
  type ReturnStatus,
} from "./address"
export { createStoreClient, type StoreClient, type StoreClientOptions, type StoreRequest } from "./client"
export { PayCollectStorefrontError, toStorefrontError, type StorefrontErrorCode } from "./errors"
export {
  feeRange,
  listPaymentMethods,
  methodKind,
  type ListMethodsOptions,
  type MethodKind,
  type PaymentFee,
  type PaymentMethod,
  type PaymentOperator,
} from "./methods"
export {
  checkCustomerSession,
  createCustomerSession,
  revokeCustomerSession,
  type CustomerSession,
  type CustomerSessionOptions,
} from "./session"
export { startNewCart, startPayment, type StartedPayment, type StartPaymentOptions } from "./start"
export {
  getPaymentStatus,
  type PaymentFacts,
  type PaymentState,
  type PaymentStatus,
  type PaymentStatusOptions,
  type PaymentSubject,
  type Support,
} from "./status"
export { pageSurroundings, type PauseReason, type Surroundings } from "./surroundings"
export {
  amountText,
  errorText,
  failureText,
  feeLines,
  methodName,
  operatorNames,
  textsEn,
  textsFor,
  textsFr,
  type PaymentTexts,
  type TextChanges,
} from "./texts"
export { waitForPayment, type PaymentOutcome, type WaitOptions, type WaitUpdate } from "./wait"
export { watchPayment, type WatchOptions } from "./watch"
