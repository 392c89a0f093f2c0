import {
  type AttemptRecord,
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type SessionRecord,
  type Snapshot,
} from "../records"

/** Medusa's records of one cart of 10,000 XAF that one attempt (`pcint_1`, `cart_1-1`) is to pay. */

export const AT = new Date("2026-01-01T12:00:00Z")
export const OURS = "pp_paycollect_default"

export const session = (facts: Partial<SessionRecord> = {}): SessionRecord => ({
  id: "payses_1",
  provider_id: OURS,
  status: "pending",
  amount: 10_000,
  currency_code: "xaf",
  ...facts,
})

/** Captured by our provider for `cart_1-1`. */
export const payment = (facts: Partial<PaymentRecord> = {}): PaymentRecord => ({
  id: "pay_1",
  provider_id: OURS,
  amount: 10_000,
  currency_code: "xaf",
  captured_at: AT,
  canceled_at: null,
  data: { merchant_reference: "cart_1-1" },
  payment_session_id: "payses_1",
  captures: [{ id: "capt_1", amount: 10_000, created_at: AT }],
  refunds: [],
  ...facts,
})

export const refund = (amount: number | string, facts: object = { created_by: "user_1" }) => ({
  amount,
  created_by: null,
  refund_reason_id: null,
  ...facts,
})

export const collection = (facts: Partial<CollectionRecord> = {}): CollectionRecord => ({
  id: "pay_col_1",
  status: "not_paid",
  amount: 10_000,
  currency_code: "xaf",
  payment_sessions: [session()],
  payments: [],
  ...facts,
})

/** A cart's collection, with these payments or sessions. */
export const withPayments = (...payments: PaymentRecord[]) => [collection({ payments })]
export const withSessions = (...payment_sessions: SessionRecord[]) => [collection({ payment_sessions })]

/** Core booked the payment back itself. */
export const takenBack = { canceled_at: AT, refunds: [refund(10_000, { created_by: null })] }

/** Nothing paid it yet. */
export const order = (facts: Partial<OrderRecord> = {}): OrderRecord => ({
  id: "order_1",
  status: "pending",
  is_draft_order: false,
  created_at: AT,
  summary: { current_order_total: 10_000 },
  transactions: [],
  credit_lines: [],
  fulfillments: [],
  payment_collections: [collection()],
  ...facts,
})

/** Paid by `cart_1-1`, and all of it booked. */
export const paidOrder = (facts: Partial<OrderRecord> = {}): OrderRecord =>
  order({
    transactions: [{ amount: 10_000, reference_id: "capt_1" }],
    payment_collections: [collection({ payments: [payment()] })],
    ...facts,
  })

/** It owes so much beyond what is booked on it. */
export const owing = (owed: number, facts: Partial<OrderRecord> = {}): OrderRecord => {
  const made = order(facts)
  const booked = made.transactions.reduce((sum, { amount }) => sum + Number(amount), 0)
  return { ...made, total: owed + booked }
}

export const attempt = (facts: Partial<AttemptRecord> = {}): AttemptRecord => ({
  id: "pcint_1",
  merchant_reference: "cart_1-1",
  payment_collection_id: "pay_col_1",
  status: "succeeded",
  outcome: "paid",
  order_id: null,
  closed_at: null,
  refunded: "0",
  reversed: "0",
  used_by_session_id: null,
  ...facts,
})

export const secondAttempt = (facts: Partial<AttemptRecord> = {}): AttemptRecord =>
  attempt({ id: "pcint_2", merchant_reference: "cart_1-2", ...facts })

/** A cart that is no order yet; its session is paid by the attempt. */
export const cartSnapshot = (facts: Partial<Snapshot> = {}): Snapshot => ({
  cart: {
    id: "cart_1",
    total: 10_000,
    currency_code: "xaf",
    completed_at: null,
    payment_collection_id: "pay_col_1",
  },
  orders: [],
  collections: [collection()],
  changes: [],
  attempts: [attempt()],
  payers: { payses_1: "pcint_1" },
  ...facts,
})

/** The same of money without a cart. */
export const bare = (facts: Partial<Snapshot> = {}) => cartSnapshot({ cart: null, ...facts })

/** The same with orders, whose collections it holds. */
export const orderSnapshot = (orders: OrderRecord[], facts: Partial<Snapshot> = {}): Snapshot =>
  cartSnapshot({
    cart: null,
    orders,
    collections: orders.flatMap(({ payment_collections }) => payment_collections),
    ...facts,
  })
