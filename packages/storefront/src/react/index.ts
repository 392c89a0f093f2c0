export { amountToPay, type AmountToPay, type CartPrice } from "./amount-to-pay"
export {
  CartChangeQuestion,
  cartQuestionText,
  PaymentQuestion,
  type CartChangeQuestionProps,
  type PaymentQuestionProps,
} from "./cart-question"
export { PayCollectProvider, usePayCollect, type PayCollect, type PayCollectProviderProps } from "./context"
export { OperatorLogos, type Logos, type OperatorLogosProps } from "./operator-logos"
export { PayLabel, type PayLabelProps } from "./pay-label"
export { FeeLine, PaymentMethodPicker, type FeeLineProps, type PaymentMethodPickerProps } from "./picker"
export { failureTitle, screenTextsFor, type ScreenTextChanges, type ScreenTexts } from "./texts"
export {
  PaymentFactsList,
  ReceivedPayments,
  ShopContact,
  type PaymentFactsListProps,
  type ReceivedPaymentsProps,
  type ShopContactProps,
} from "./facts"
export { useCartGuard, type CartGuard, type CartQuestion, type CartVerdict } from "./use-cart-guard"
export {
  usePayCollectPayment,
  type Payment,
  type PaymentInput,
  type PayQuestion,
  type PayQuestionFacts,
} from "./use-pay-collect-payment"
export { usePaymentMethods, type PaymentMethods, type PaymentMethodsInput } from "./use-payment-methods"
