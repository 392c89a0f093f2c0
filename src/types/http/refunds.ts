import { type AdminPayCollectIntent, type AdminPayCollectIntentResponse } from "./payments"

export type PayCollectRefundReason = "requested_by_customer" | "duplicate" | "fraudulent" | "other"

/** `POST /admin/paycollect/intents/:id/refund` */
export interface AdminPayCollectRefundBody {
  /** major units; absent: all that is left */
  amount?: string | number
  /** major units: what the employee was shown as left; refused where it is another sum by now */
  left?: string | number
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

/** Money goes back by the service, by hand, or without the store. */
export type PayCollectBackKind = "refund" | "cash_refund" | "reversal"

/** What became of money that came, by now. */
export type PayCollectCameKind = "order" | "second_payment" | "late" | "unassigned" | "kept"

/** `GET /admin/paycollect/refunds`: each time that money went back or was to, the last first. */
export interface AdminPayCollectRefundsQuery {
  kind?: PayCollectBackKind
  /** 1 to 100, 20 by default */
  limit?: number
  offset?: number
}

export interface AdminPayCollectListedRefund {
  /** of the refund, Medusa's or the plugin's; of the item whose resolution says that it was given back; of the reversal */
  id: string
  kind: PayCollectBackKind
  /** `due`, `pending`, `unknown`: an item is open; `begun`: it is being sent; `won_back`: the service had taken it, and gave it back; above zero where the books have it as gone until its item is closed */
  state: "begun" | "due" | "pending" | "unknown" | "not_sent" | "done" | "won_back"
  /** smallest unit; below zero where the books have it as here again */
  amount: string
  currency_code: string
  /** decimals; null where the store does not know the currency that came */
  exponent: number | null
  at: string
  /** the employee's id; null: the service, or the customer's bank */
  by: string | null
  came_as: PayCollectCameKind
  payment: Pick<
    AdminPayCollectIntent,
    "id" | "payment_number" | "environment" | "order_id" | "order_display_id" | "customer_name"
  >
}

export interface AdminPayCollectRefundsResponse {
  refunds: AdminPayCollectListedRefund[]
  count: number
  limit: number
  offset: number
}
