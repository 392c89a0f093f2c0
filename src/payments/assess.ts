import { type Environment } from "../service/config"
import { minorAmount, isMinorAmount, type MinorAmount } from "../service/wire/shape"

/** The five states of a PaymentIntent (interface 3). */
export const SERVICE_STATUSES = ["requires_action", "processing", "succeeded", "failed", "canceled"] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** What a state means for the money. `waiting` may still become anything; only `paid` is irrevocable. */
type Meaning = "waiting" | "paid" | "failed"

/** The one status table. Tests import it; nothing else compares service states. */
export const STATUS_MEANING: Readonly<Record<ServiceStatus, Meaning>> = {
  requires_action: "waiting",
  processing: "waiting",
  succeeded: "paid",
  failed: "failed",
  canceled: "failed",
}

export function isServiceStatus(value: unknown): value is ServiceStatus {
  return (SERVICE_STATUSES as readonly unknown[]).includes(value)
}

/** A state outside the five (U-20: direct charges use `pending`) is still waiting: never paid, never failed. */
export function meaningOf(status: string | undefined): Meaning {
  return isServiceStatus(status) ? STATUS_MEANING[status] : "waiting"
}

/**
 * Money of the test environment is none in a live store, and pays for nothing there. The other way round, real money of a checkout that
 * was opened before the store went back to test still pays: it was asked for, and it arrived.
 */
export function isTestInLive(
  payment: { environment: Environment },
  store: { environment: Environment }
): boolean {
  return payment.environment === "test" && store.environment === "live"
}

/** Both, the chosen one first. */
export function environmentsFrom(chosen: Environment): Environment[] {
  return chosen === "live" ? ["live", "test"] : ["test", "live"]
}

export type FeeBearer = "merchant" | "customer"

/** What the ledger says the payment must be. Amounts in the smallest unit. */
export interface Expected {
  environment: Environment
  merchant_reference: string
  payment_ref?: string | null
  amount: MinorAmount
  currency: string
  fee_bearer: FeeBearer
  /** the service may round up to a multiple of it (U-28); null: it takes every amount */
  multiple?: string | null
}

/** What verify answered (interface 4.2, U-01), with the environment it was asked in; null when no answer could be had. */
export interface Verified {
  environment: Environment
  status?: string
  amount?: string
  currency?: string
  merchant_reference?: string
  payment_ref?: string
  /** the payment's or its transaction's: verify is asked by our own reference, and may name either (U-23) */
  id?: string
  /** the ledger has this id recorded for another payment: whatever it names, it is not this one */
  id_of_another?: boolean
  /** how it was paid, in the service's words and where it tells (U-27): for receipts, nothing is decided by it */
  method?: string
  operator?: string
}

export type DiscrepancyReason =
  "environment_discrepancy" | "reference_discrepancy" | "currency_discrepancy" | "amount_discrepancy"
export type WaitingReason =
  "requires_action" | "processing" | "unknown_status" | "incomplete_answer" | "no_answer" | "foreign_answer"

/**
 * - `paid`: the money is there; `fee` is what the customer paid on top, `fee_unexpected` asks the merchant to look (U-21).
 * - `waiting`: nothing is known that could change an order.
 * - `failed`: the service says this attempt brings no money. `rejected`, which no answer to a verify is: it refused the create, and has
 *   nothing to verify.
 * - `discrepancy`: money came, but not the money that was asked for; never an order by itself, always a human.
 */
export type Decision =
  | { kind: "paid"; fee: MinorAmount; fee_unexpected: boolean }
  | { kind: "waiting"; reason: WaitingReason }
  | { kind: "failed"; reason: "failed" | "canceled" | "rejected" }
  | { kind: "discrepancy"; reason: DiscrepancyReason }

/**
 * A customer-borne fee above this share of the amount is shown to the merchant (U-21). No quote stands for it: which method, and with it
 * which fee, the customer takes is decided on the hosted page.
 */
const FEE_LIMIT_PERCENT = 15n

/**
 * The only judge of a payment: pure, total, and on any doubt `waiting`.
 *
 * | verified status | other conditions | decision |
 * |---|---|---|
 * | no answer | | waiting / no_answer |
 * | missing or outside the five | | waiting / incomplete_answer or unknown_status |
 * | requires_action, processing | | waiting / the status |
 * | failed, canceled | answer names another payment (as below) or environment | waiting / foreign_answer |
 * | failed, canceled | | failed |
 * | succeeded | other environment | discrepancy / environment_discrepancy |
 * | succeeded | a reference is present and not ours, or the id is recorded for another payment | discrepancy / reference_discrepancy |
 * | succeeded | amount or currency missing or unreadable | waiting / incomplete_answer |
 * | succeeded | other currency | discrepancy / currency_discrepancy |
 * | succeeded | merchant-borne fee: amount differs; customer-borne: amount is less, or more than twice as much; rounding up is allowed on top of either (U-28) | discrepancy / amount_discrepancy |
 * | succeeded | all equal | paid |
 */
export function decide(verified: Verified | null, expected: Expected): Decision {
  if (!verified) return { kind: "waiting", reason: "no_answer" }
  const status = verified.status
  if (status === undefined) return { kind: "waiting", reason: "incomplete_answer" }
  if (!isServiceStatus(status)) return { kind: "waiting", reason: "unknown_status" }

  const meaning = meaningOf(status)
  switch (meaning) {
    case "waiting":
      return { kind: "waiting", reason: status === "processing" ? "processing" : "requires_action" }
    case "failed":
      if (foreign(verified, expected)) return { kind: "waiting", reason: "foreign_answer" }
      return { kind: "failed", reason: status === "canceled" ? "canceled" : "failed" }
    case "paid":
      return decidePaid(verified, expected)
  }
}

/**
 * Whether this money, were it `succeeded`, would pay: ours, in the right currency, and enough. What a customer agreed to is confirmed
 * by the same rule that takes it afterwards (U-13).
 */
export function wouldPay(verified: Verified, expected: Expected): boolean {
  return decidePaid(verified, expected).kind === "paid"
}

function decidePaid(verified: Verified, expected: Expected): Decision {
  const other = foreign(verified, expected)
  if (other) return { kind: "discrepancy", reason: other }
  const { amount, currency } = verified
  if (!isMinorAmount(amount) || typeof currency !== "string" || currency === "")
    return { kind: "waiting", reason: "incomplete_answer" }
  if (currency.toUpperCase() !== expected.currency.toUpperCase()) {
    return { kind: "discrepancy", reason: "currency_discrepancy" }
  }

  const excess = BigInt(amount) - BigInt(expected.amount)
  // A customer who pays the fee pays no more than once again what was asked: beyond that it is another sum, and a person's to judge.
  const most = expected.fee_bearer === "customer" ? BigInt(expected.amount) : 0n
  if (excess < 0n || excess > most + mostRounding(expected)) {
    return { kind: "discrepancy", reason: "amount_discrepancy" }
  }
  return { kind: "paid", fee: minorAmount(excess), fee_unexpected: isUnexpectedFee(excess, expected) }
}

/** What rounding up to a multiple adds at most (U-28), in smallest units. */
const mostRounding = ({ multiple }: Pick<Expected, "multiple">) => (multiple ? BigInt(multiple) - 1n : 0n)

/** Whether `answered` is what was asked for, or that rounded up: never less. Smallest units. */
export function isRoundedUp(answered: string, asked: { amount: string; multiple?: string | null }): boolean {
  const excess = BigInt(answered) - BigInt(asked.amount)
  return excess >= 0n && excess <= mostRounding(asked)
}

/** More than a fee on this amount, and what rounding adds, is expected to be (U-21, U-28). All in smallest units. */
export function isUnexpectedFee(
  excess: bigint,
  { amount, multiple }: { amount: string; multiple?: string | null }
): boolean {
  return excess > (BigInt(amount) * FEE_LIMIT_PERCENT) / 100n + mostRounding({ multiple })
}

/** References have to match only when both sides have them (U-01: verify echoes few of them). */
function foreign(verified: Verified, expected: Expected): DiscrepancyReason | null {
  if (verified.environment !== expected.environment) return "environment_discrepancy"
  const differs = (theirs?: string | null, ours?: string | null) =>
    theirs != null && ours != null && theirs !== ours
  const otherReference =
    differs(verified.merchant_reference, expected.merchant_reference) ||
    differs(verified.payment_ref, expected.payment_ref) ||
    verified.id_of_another === true
  return otherReference ? "reference_discrepancy" : null
}
