import { type MajorAmountLike } from "../../payments/money"
import { each } from "./query"

/** Medusa's records as far as they decide about money, one interface each. Amounts are in major units, as Medusa keeps them. */

export type Time = string | Date

export interface RefundRecord {
  id?: string
  amount: MajorAmountLike
  /** both are null where core voided the payment itself: a person's refund names the person */
  created_by?: string | null
  refund_reason_id?: string | null
  note?: string | null
  created_at?: Time
}

export interface CaptureRecord {
  id: string
  amount: MajorAmountLike
  created_at: Time
}

export interface PaymentRecord {
  id: string
  provider_id: string
  amount: MajorAmountLike
  currency_code: string
  captured_at?: Time | null
  canceled_at?: Time | null
  /** by the ledger: core canceled it before this order was made, and its money is not this order's (`orders/own-money.ts`) */
  is_elsewhere?: boolean
  /** what our own `authorizePayment` returned, where it is ours */
  data?: { merchant_reference?: string; payment_number?: string; payment_ref?: string | null } | null
  /** also of a session that is gone: core deletes sessions freely, and payments never */
  payment_session_id?: string | null
  captures?: CaptureRecord[] | null
  refunds?: RefundRecord[] | null
}

export interface SessionRecord {
  id: string
  provider_id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
}

export interface CollectionRecord {
  id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
  /** what core counts: also of payments that it took back */
  captured_amount?: MajorAmountLike | null
  refunded_amount?: MajorAmountLike | null
  created_at?: Time
  payment_sessions: SessionRecord[]
  /** also of sessions that are gone */
  payments: PaymentRecord[]
}

export interface CreditLineRecord {
  amount: MajorAmountLike
  reference?: string | null
  reference_id?: string | null
  /** of the order, which the line is there from on; core writes it */
  metadata?: { created_in_version?: number } | null
}

/** What an order was changed by and is not confirmed yet: an edit, a return, core's own credit line. */
export interface ChangeRecord {
  id: string
  change_type?: string | null
  created_at: Time
}

export interface OrderRecord {
  id: string
  status: string
  is_draft_order?: boolean
  currency_code?: string
  created_at: Time
  canceled_at?: Time | null
  /** without credit lines; absent where an order is read by its cart, whose reading it would make dearer */
  total?: MajorAmountLike
  items?: { return_requested_total?: MajorAmountLike | null }[] | null
  /** as core keeps it; `transaction_total`: what was booked on the order */
  summary: { current_order_total: MajorAmountLike; transaction_total?: MajorAmountLike }
  /** it begins anew with every change of the order, core's own credit lines among them */
  version?: number
  /** `version`: of the order when it was booked */
  transactions: {
    id?: string
    amount: MajorAmountLike
    reference_id?: string | null
    version?: number
    created_at?: Time
  }[]
  credit_lines: CreditLineRecord[]
  fulfillments: { canceled_at?: Time | null }[]
  /** by link; a process killed while core wrote the order leaves it without */
  payment_collections: CollectionRecord[]
}

export interface CartRecord {
  id: string
  /** what it costs now */
  total: MajorAmountLike
  currency_code: string
  completed_at?: Time | null
  payment_collection_id: string | null
}

/** What our own ledger knows about one attempt of the subject. */
export interface AttemptRecord {
  id: string
  merchant_reference: string
  payment_collection_id: string
  status: string
  outcome: string
  order_id: string | null
  closed_at: Date | null
  applied_at?: Date | null
  /** smallest unit */
  refunded: string
  reversed: string
  /** the order that an employee gave its money to */
  assigned_order_id?: string | null
  /** the session that turned it into a payment of Medusa's */
  used_by_session_id: string | null
}

/** Everything that decides about a subject's money, read at one moment. */
export interface Snapshot<A extends AttemptRecord = AttemptRecord> {
  /** null where it is gone, where there is none, and where an order stands, which then counts alone */
  cart: CartRecord | null
  /** all orders of the cart, or of the collection, by link */
  orders: OrderRecord[]
  /** all payment collections of cart, orders and attempts, each once */
  collections: CollectionRecord[]
  /** unconfirmed changes of the orders; empty unless they were asked for */
  changes: (ChangeRecord & { order_id: string })[]
  /** all attempts of the subject, newest first; where no money came, also those of its orders' other collections */
  attempts: A[]
  /** which of our payments pays a session, by the session's id */
  payers: Record<string, string>
  /** until when a payment link asks for its orders' money; only where no money came */
  askedUntil?: Date | null
}

/** Something of it could not be read; nothing may be concluded from the rest. */
export interface Unreadable {
  unreadable: string
}

export const PAYMENT_FIELDS = [
  ..."id provider_id amount currency_code captured_at canceled_at data payment_session_id".split(" "),
  ...each("captures", "id amount created_at"),
  ...each("refunds", "id amount created_by refund_reason_id note created_at"),
]

/**
 * Payments only ever by their collection: where one query reaches them through `payment_sessions.payment`, too, Medusa 2.21 now and then
 * answers with an empty list, and money would be taken for unspent.
 */
export const COLLECTION_FIELDS = [
  ..."id status amount currency_code captured_amount refunded_amount created_at".split(" "),
  ...each("payment_sessions", "id provider_id status amount currency_code"),
  ...each("payments", PAYMENT_FIELDS),
]

export const ORDER_FIELDS = [
  ..."id status is_draft_order currency_code created_at canceled_at summary version".split(" "),
  ...each("transactions", "id amount reference_id version created_at"),
  ...each("credit_lines", "id amount reference reference_id metadata"),
  ...each("fulfillments", "id canceled_at"),
  ...each("payment_collections", COLLECTION_FIELDS),
]

/** The total that core keeps of a converted draft lacks the tax until the order is changed. */
export const SUMMED_ORDER_FIELDS = [...ORDER_FIELDS, "total", "items.return_requested_total"]

/** What an order owes, and no more of it. */
export const OWING_FIELDS =
  "id status is_draft_order total summary items.return_requested_total transactions.amount".split(" ")
