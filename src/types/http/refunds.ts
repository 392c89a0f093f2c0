import { type AdminPayCollectIntentResponse } from "./payments"

export type PayCollectRefundReason = "requested_by_customer" | "duplicate" | "fraudulent" | "other"

/** `POST /admin/paycollect/intents/:id/refund` */
export interface AdminPayCollectRefundBody {
  /** major units; absent: all that is left */
  amount?: string | number
  /** what the employee was shown: refused where another currency came */
  currency_code?: string
  reason: PayCollectRefundReason
  /** 1 to 1,000 characters; stays in the history, the service is not told */
  note?: string
  /** the item that it was asked for at: refused where that is not open any more */
  attention_id?: string
  /** 8 to 128 characters, made once for each refund that is meant: the same one is never sent twice, and answers with the first result */
  key?: string
}

export interface AdminPayCollectRefundResponse extends AdminPayCollectIntentResponse {
  refund: {
    id: string
    /** smallest unit */
    amount: string
    currency_code: string
    /** `due`: a person sends it; `pending`, `unknown`: a person looks, an item says so */
    status: "due" | "sent" | "pending" | "unknown"
    reason: PayCollectRefundReason
    created_at: string
  }
}
