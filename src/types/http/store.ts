import { type PayCollectFee } from "./fees"
import { type PayCollectPaymentMethod } from "./service-records"
import { type PayCollectProviderName } from "./settings"

/** `GET /store/paycollect/payment-methods?country_code=`; `logo` only when it is an https address. */
export interface StorePayCollectPaymentMethodsResponse {
  /** `test`: no money moves, and customers are to be told so */
  environment: "test" | "live"
  payment_methods: PayCollectPaymentMethod[]
}

/** `GET /store/paycollect/fee-preview?cart_id=&payment_method=&card_type=`; the amount is the cart's total. */
export interface StorePayCollectFeePreviewResponse {
  fees: PayCollectFee[]
  /** what each provider takes that has a rule (`amounts`), and whether the cart's total is outside of it: a start is then refused */
  amounts?: Partial<Record<PayCollectProviderName, StorePayCollectAmounts>>
}

/** Major units as decimal strings; absent: the service decides. */
export interface StorePayCollectAmounts {
  min?: string
  max?: string
  /** the service may round up to a multiple of it */
  multiple?: string
  currency_code: string
  /** of several ways to pay, one of which may take less */
  widest?: true
  outside: "below" | "above" | null
}

/** What a customer may know of a payment; nothing of it is personal. */
export interface StorePayCollectPaymentFacts {
  payment_number?: string
  amount?: string
  currency_code?: string
  plus_fee?: true
  since?: string
}

/**
 * One payment of a cart whose money came; the amount in major units, of money that goes back what does, of what is held what is left; absent where
 * the service does not say how much came.
 */
export interface StorePayCollectPayment {
  payment_number: string
  amount?: string
  currency_code?: string
  outcome: "applied" | "held" | "returning" | "returned"
  /** of money that goes back: the customer bore a fee, and it does not */
  without_fee?: true
}

/** `GET /store/paycollect/carts/:id/status`; of a payment without a cart, `:id` is the payment collection of the order */
export interface StorePayCollectCartStatusResponse {
  status: "none" | "waiting" | "succeeded" | "failed" | "attention"
  /** only with `failed` */
  reason?: "declined" | "canceled" | "expired" | "not_started"
  order_id?: string
  /** what the customer may call the payment: `JZ1D-7K9P`; not with `none` */
  payment_number?: string
  /** of the money that came all, or a part, went back to the customer or is on its way */
  refunded?: "all" | "part"
  /** major units: what the customer pays or paid, with the fee on top once it is known */
  amount?: string
  currency_code?: string
  /** a fee that the customer bears comes on top of `amount`; it is not known before the money comes */
  plus_fee?: true
  /** ISO 8601: when the payment was started or, once its money came, when the shop heard of it */
  since?: string
  /**
   * a payment that pays for the cart as it is now, and that a change of the cart would take its purpose: `processing` where its money may be
   * under way, `opened` less than 15 minutes ago
   */
  under_way?: StorePayCollectPaymentFacts & { state: "processing" | "opened"; provider_id: string }
  /**
   * a payment that may wait on the customer's phone beside the one that pays for the cart as it is now, or that paid for it: who confirms it there is
   * charged twice
   */
  still_open?: StorePayCollectPaymentFacts
  /**
   * each payment of the cart whose money came, newest first: `applied` to the order, `held` while the shop looks at it, `returning` once a
   * refund was asked for, `returned` when all of it went back, or a person gave it back
   */
  payments?: StorePayCollectPayment[]
  /** whether any of the customer's money came and is not all back; absent while it may be on its way, and where a person closed it without a word on it */
  charged?: boolean
  /** only with `attention` and `failed`: how to reach the shop, as far as the merchant set it */
  support?: { email?: string; phone?: string; whatsapp?: string }
  checkout_url?: string
  retry_after_ms: number
}

/** `POST /store/paycollect/customer-session`, for the logged-in customer only. The token is not stored anywhere. */
export interface StorePayCollectCustomerSessionResponse {
  customer_session: { session_token: string; expires_at?: string }
}

/** `GET /store/paycollect/customer-session` with the header `x-paycollect-session: <token>`; `false` also for another customer's token. */
export interface StorePayCollectCustomerSessionValidResponse {
  customer_session: { valid: boolean; expires_at?: string }
}

/** `DELETE` with the same header; `id` is the customer's, because a session has no name but its token. 404 for another customer's. */
export interface StorePayCollectCustomerSessionDeleteResponse {
  id: string
  object: "customer_session"
  deleted: boolean
}
