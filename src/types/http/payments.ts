import { type AttentionReason, type MoneyAnswer } from "../../payments/attention-reasons"
import { type AttentionCategory } from "../../modules/paycollect/models/attention"
import { type FeeBearer, type Verified } from "../../payments/assess"
import { type Environment } from "../../service/config"

export type PayCollectIntentStatus =
  "creating" | "unknown" | "rejected" | "requires_action" | "processing" | "succeeded" | "failed" | "canceled"
/** As people call it: money that went back outranks that it came, and money that is not what was asked for is never called paid. */
export type PayCollectPaymentState = PayCollectListedStatus | "discrepancy"
export type PayCollectIntentOutcome = "none" | "waiting" | "paid" | "failed" | "discrepancy"

/** One PaymentIntent the store asked for. `amount`, `fee` and `refunded` in the smallest unit; `exponent` tells its decimals. */
export interface AdminPayCollectIntent {
  id: string
  /** what people call it: `JZ1D-7K9P` */
  payment_number: string
  merchant_reference: string
  /** the service's own names of the payment */
  service_intent_id: string | null
  payment_ref: string | null
  subject_id: string
  attempt: number
  cart_id: string | null
  payment_collection_id: string
  provider_id: string
  environment: Environment
  amount: string
  currency_code: string
  exponent: number
  fee_bearer: FeeBearer
  /** what the customer paid on top of `amount`, once paid */
  fee: string | null
  /** sum of what went back or is on its way; in the currency that came, where that is another one */
  refunded: string
  /** what may go back of it from here; null where nothing may, as of an order, whose refunds go through Medusa */
  refundable: AdminPayCollectRefundable | null
  /** its record was lost, and made anew of the store's records or of the service's word alone */
  recovered: "store" | "event" | null
  /** as the service calls it */
  status: PayCollectIntentStatus
  state: PayCollectPaymentState
  outcome: PayCollectIntentOutcome
  outcome_reason: string | null
  /** the last answer of verify, reduced to what decides */
  verified: Verified | null
  verified_at: string | null
  /** when the store first heard that its money came */
  paid_at: string | null
  applied_at: string | null
  closed_at: string | null
  /** what became of it then, where a person said it */
  closed_as: "returned" | "kept" | null
  next_step_at: string | null
  advance_attempts: number
  order_id: string | null
  /** the order that an employee gave this money to; until it is applied, the assignment goes on */
  assigned_order_id: string | null
  /** in lists and details: what a merchant calls the order, and whose it is, read from the store when it is there */
  order_display_id?: number | null
  customer_id?: string | null
  customer_name?: string | null
  customer_email?: string | null
  /** in lists and details: the payment in the service's own dashboard, where the option `service.dashboardUrl` is set */
  service_dashboard_url?: string | null
  created_at: string
  updated_at: string
  attention: AdminPayCollectAttention[]
}

/** Money that came and that no order stands for. Amounts in the smallest unit. */
export interface AdminPayCollectRefundable {
  /** for the goods, without the fee that the customer bore; or that, with `of_fee` */
  came: string
  left: string
  /** of what came: of a discrepancy it may be another one than was asked for */
  currency_code: string
  /** null where its decimals are not known: only all of it can go back then */
  exponent: number | null
  /** of the fee that the customer bore, which was more than one is expected to be, and not of the goods */
  of_fee?: true
  /** the setting: sent to the service, put on the list for a person to send, or refused */
  mode: "off" | "manual" | "api"
}

export interface AdminPayCollectAttention {
  id: string
  category: AttentionCategory
  reason: AttentionReason
  status: "open" | "resolved"
  /** facts by `reason`; of a closed one also `money`, what a person said became of it */
  data: Record<string, unknown> | null
  note: string | null
  resolved_by: string | null
  resolved_at: string | null
  /** when its message was made, or it was found that no recipient is set; null: not yet */
  notified_at: string | null
  /** the message it was told with */
  notice: string | null
  created_at: string
  /** what happened, what it means for the money, what to do: in English; the dashboard translates by `reason` */
  explanation?: { happened: string; money: string; action: string }
}

/** One line of the timeline. */
export interface AdminPayCollectIntentEvent {
  id: string
  type: string
  cause: string | null
  data: Record<string, unknown> | null
  created_at: string
}

export interface AdminPayCollectIntentDetail extends AdminPayCollectIntent {
  /** oldest first */
  events: AdminPayCollectIntentEvent[]
}

/**
 * The last four are of payments that the service calls succeeded, which find them, too. `refunding`: of a refund it is open whether it was sent;
 * `reversed`: the service took some of it back itself.
 */
export type PayCollectListedStatus =
  PayCollectIntentStatus | "refunded" | "partly_refunded" | "refunding" | "reversed"

/** `GET /admin/paycollect/intents` and, without paging and as a file, `GET /admin/paycollect/intents/export`. */
export interface AdminPayCollectIntentsQuery {
  /**
   * what a customer may quote, at most 128 characters: the payment's number, any reference or its beginning or end (from four characters
   * on), a cart or order id, the order's number (`#12`, `12`), an exact amount in major units as people write it (`4 968`, `4,968.50`), an
   * e-mail; or a part of an e-mail, a name (both from three characters on) or a phone number (from four digits on)
   */
  q?: string
  /** ISO 8601: parts of e-mails, names and phone numbers are looked for in payments since then; 90 days ago without it */
  people_since?: string
  status?: PayCollectListedStatus | PayCollectListedStatus[]
  /** as the list shows it */
  state?: PayCollectPaymentState | PayCollectPaymentState[]
  environment?: Environment
  provider_id?: string | string[]
  currency_code?: string | string[]
  cart_id?: string
  order_id?: string
  /** Medusa's: of the newest 1,000 orders and carts of this customer */
  customer_id?: string
  needs_attention?: "true" | "false"
  created_at?: { $gte?: string; $lte?: string; $gt?: string; $lt?: string }
  /** 1 to 200, default 20 */
  limit?: number
  offset?: number
  /** `created_at`, `amount` (in major units), `verified_at`, `applied_at`; `-` for descending. The file is by date whatever it says. */
  order?: string
  /** Medusa's field selection: `id,amount`, `-attention`; of a relation always the whole. The file has all its columns. */
  fields?: string
}

/** `GET /admin/paycollect/intents/export` */
export interface AdminPayCollectIntentsFileQuery extends AdminPayCollectIntentsQuery {
  /** as of the takings' file */
  dialect?: "en" | "fr"
}

export interface AdminPayCollectIntentsResponse {
  intents: AdminPayCollectIntent[]
  /** of all that fit; with `q` 10,000 at most */
  count: number
  offset: number
  limit: number
  needs_attention_count: number
  /** with a `q` that may be a part of an e-mail, a name or a phone number */
  people?: AdminPayCollectPeopleSearch
}

/** How customers were looked for, in Medusa's own carts, orders, addresses and customers. */
export interface AdminPayCollectPeopleSearch {
  /** in payments since then */
  since: string
  /** more than a thousand records of a kind match: the newest were looked through, and the answer may lack some */
  more: boolean
}

export interface AdminPayCollectIntentResponse {
  intent: AdminPayCollectIntentDetail
}

/** `POST /admin/paycollect/intents/:id/verify` */
export interface AdminPayCollectVerifyResponse extends AdminPayCollectIntentResponse {
  result: {
    status: string
    reason: string | null
    cart_id: string | null
    order_id: string | null
    /** in the store's own words, why it could make no order just now */
    said?: string
  }
}

/** `POST /admin/paycollect/intents/:id/order`: one more try to make the order of money that came. Refused with 400 and the `code` `paycollect_order_no_item` where none is missing. */
export type AdminPayCollectOrderNowResponse = AdminPayCollectVerifyResponse

/** `POST /admin/paycollect/intents/:id/resolve` */
export interface AdminPayCollectResolveBody {
  attention_id: string
  /** 1 to 1,000 characters; stays in the history */
  note: string
  /**
   * what became of the money, which the takings count by. Items about money ask for `returned`, given back another way than by the service, or
   * `kept`, the shop's; those of refunds for `sent`, by the service; `not_sent`, nothing went back and it may be refunded again, or is still to
   * be sent where Medusa has it booked; or `returned`, a person gave it back herself. Others ask for nothing
   */
  money?: MoneyAnswer
}

/** `POST /admin/paycollect/orphans`: one of `pasted` and `since` at least. */
export interface AdminPayCollectOrphansBody {
  /** any text with merchant references in it, at most 50,000 characters */
  pasted?: string
  /** ISO 8601: also what the store's own payment sessions since then were given */
  since?: string
  /** that all references are this shop's, also those that nothing in the store is of */
  all_ours?: boolean
}

export interface AdminPayCollectOrphansResponse {
  checked: number
  /** how many of them are on record */
  known: number
  /** the others */
  payments: {
    reference: string
    /**
     * `recovered`: on record again; `foreign`: nothing here is of it; `not_found`: the service knows no such payment; `not_asked`: the service
     * or the store could not be asked; `left`: ours, left for the next request
     */
    found: "recovered" | "foreign" | "not_found" | "not_asked" | "left"
    intent_id: string | null
    /** the one it has now that it is on record again: `JZ1D-7K9P` */
    payment_number: string | null
    /** what advancing came to */
    status: "waiting" | "failed" | "succeeded" | "attention" | "unknown_reference" | null
  }[]
}
