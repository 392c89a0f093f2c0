export {
  isSafeCheckoutUrl,
  readReturn,
  type FailureReason,
  type PaymentReturn,
  type ReturnStatus,
} from "./address"
export {
  callStore,
  createStoreClient,
  type CallOptions,
  type StoreClient,
  type StoreClientOptions,
  type StoreRequest,
} from "./client"
export {
  PayCollectStorefrontError,
  toStorefrontError,
  type AmountBounds,
  type StorefrontErrorCode,
  type Support,
} from "./errors"
export { pageSurroundings, type PauseReason, type Surroundings } from "./surroundings"
export * from "./methods"
export * from "./start"
export * from "./status"
export * from "./texts"
export * from "./wait"
export * from "./watch"
