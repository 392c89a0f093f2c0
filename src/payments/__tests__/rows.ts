import { minorAmount } from "../../service/wire/shape"
import { type IntentRow } from "../../modules/paycollect/models/intent"

const OPEN = {
  id: "pcint_01",
  merchant_reference: "cart_01-1",
  payment_number: "JZ1D7K9P",
  subject_id: "cart_01",
  attempt: 1,
  cart_id: "cart_01",
  payment_collection_id: "pay_col_01",
  provider_id: "pp_paycollect_default",
  environment: "test",
  amount: minorAmount("10000"),
  currency_code: "xaf",
  exponent: 0,
  fee_bearer: "merchant",
  fingerprint: "f".repeat(64),
  request: null,
  status: "requires_action",
  outcome: "waiting",
  outcome_reason: null,
  service_intent_id: "pi_01",
  payment_ref: "PAY_01",
  transaction_id: null,
  checkout_url: "https://pay.example/pi_01?client_secret=pi_01_secret",
  verified_at: null,
  asked_at: null,
  asks: 0,
  returned_at: null,
  told_at: null,
  watched_at: null,
  verified: null,
  failed_at: null,
  fee: null,
  paid_at: null,
  order_id: null,
  applied_at: null,
  used_by_session_id: null,
  assigned_order_id: null,
  assigned_collection_id: null,
  create_lease_until: null,
  verify_lease_until: null,
  advance_lease_until: null,
  next_step_at: null,
  advance_attempts: 0,
  closed_at: null,
  listed_at: null,
  came: "0",
  refunded: "0",
  reversed: "0",
  reversed_booked: "0",
  review_at: null,
  reviewed_at: null,
  recovered: null,
  deleted_at: null,
} as const

/** A row of the ledger as it is after a create: open, not verified yet. */
export function intentRow(facts: Partial<IntentRow> = {}): IntentRow {
  const now = new Date()
  const came = facts.outcome === "paid" ? (facts.amount ?? OPEN.amount) : OPEN.came
  return { ...OPEN, came, created_at: now, updated_at: now, ...facts }
}
