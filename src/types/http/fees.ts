import { type FeeBearer } from "../../payments/assess"

/** `GET /admin/paycollect/fee-preview`. `amount` in major units, as everywhere in Medusa. */
export interface AdminPayCollectFeePreviewQuery {
  amount: string
  currency_code: string
  /** without it one row per active method of `country_code` */
  payment_method?: string
  country_code?: string
  card_type?: "local" | "international"
}

/**
 * Amounts in major units as decimal strings; `null` where the service gives no number: none is invented. Rows of the store routes have
 * empty `details`.
 */
export interface PayCollectFee {
  payment_method: string
  /** as the service names it */
  name: string
  card_type?: "local" | "international"
  currency_code: string
  amount: string
  fee: string | null
  /**
   * the service's sum of amount and fee: what the customer pays where `fee_bearer` is `customer`. Where it is `merchant`, the customer
   * pays `amount`, and the fee is taken from the payout.
   */
  total: string | null
  fee_bearer: FeeBearer
  /** what else the service says, as it comes */
  details: Record<string, unknown>
  /** what the service said up to a day ago: it cannot be asked at the moment */
  stale?: true
  error?: { code: string; message: string; retry_after_ms?: number }
}

/** 429 with `Retry-After` and `{message, retry_after_ms}` when the budget leaves no room for any row. */
export interface AdminPayCollectFeePreviewResponse {
  fees: PayCollectFee[]
}
