import { type ClosedMoney } from "../modules/paycollect/models/intent"
import { isOver, phaseOf, type Phased } from "./phase"
import { HOUR_MS } from "../service/config"
import { isMinorAmount } from "../service/wire/shape"

/** What the service said of a payment. Amounts in smallest units. */
interface Answered {
  outcome: string
  outcome_reason: string | null
  /** as it was asked for, without the fee that a customer bears */
  amount: string
  currency_code: string
  /** the answer by which it is judged */
  verified: { amount?: unknown; currency?: unknown } | null
}

/** The same with the balances of its money. */
export interface Came extends Answered {
  /** what came for the goods; 0 where that is not known */
  came: string
  /** sum of refunds, sent or on their way */
  refunded: string
  /** what went back without the store */
  reversed: string
  closed_as?: ClosedMoney | null
}

/** What is not here any more, by whatever way, in smallest units. */
export function goneOf({ refunded, reversed }: Pick<Came, "refunded" | "reversed">): bigint {
  return BigInt(refunded) + BigInt(reversed)
}

/** Money that came: an answer says what is left of it. What is not what was asked for is judged anew until something of it went back. */
export function hasCome(payment: Pick<Came, "outcome" | "refunded" | "reversed">): boolean {
  return payment.outcome === "paid" || (payment.outcome === "discrepancy" && goneOf(payment) > 0n)
}

/** What Medusa's books say is not here any more. */
export function bookedBack({ refunded, reversed_booked }: Record<"refunded" | "reversed_booked", string>) {
  return BigInt(refunded) + BigInt(reversed_booked)
}

/** A fee that a customer bore, and what the journal has of it. In smallest units. */
interface WithFee {
  amount: string
  came: string
  /** as it came; null where none did, or that is not known */
  fee: string | null
}

/** What of the fee was refunded: only by that has more come for the goods than was asked for. */
export function feeBack({ fee, came, amount }: WithFee): bigint {
  const more = BigInt(came) - BigInt(amount)
  const most = BigInt(fee ?? 0)
  return more > 0n ? (more < most ? more : most) : 0n
}

/** She bore a fee, and nothing of it went back. */
export const isFeeKept = (payment: WithFee): boolean =>
  BigInt(payment.fee ?? 0) > 0n && feeBack(payment) === 0n

export const feeLeft = (payment: WithFee): bigint => BigInt(payment.fee ?? 0) - feeBack(payment)

/** Of a payment whose row was lost: what was asked for is taken from what its order or cart costs now, and the rest for the fee. */
export const isFeeGuessed = (
  { recovered, fee_bearer }: Record<"recovered" | "fee_bearer", string | null>,
  fee: string
) => recovered !== null && fee_bearer === "customer" && fee !== "0"

/** Money that is not what was asked for, of which the service says how much it is. */
const READABLE: ReadonlySet<string | null> = new Set(["amount_discrepancy", "currency_discrepancy"])

/**
 * What came for the goods: as asked for where it was paid, else as verify names it, in the currency that it names. Null where that is not
 * known: nothing came, or a sum that cannot be read, or another payment's.
 */
export function cameForGoods(payment: Answered): { amount: bigint; currency_code: string } | null {
  const { outcome, outcome_reason, amount, currency_code, verified } = payment
  if (outcome === "paid") return { amount: BigInt(amount), currency_code }
  if (outcome !== "discrepancy" || !READABLE.has(outcome_reason)) return null
  const { amount: said, currency } = verified ?? {}
  if (!isMinorAmount(said) || typeof currency !== "string" || currency === "") return null
  return { amount: BigInt(said), currency_code: currency.toLowerCase() }
}

/** How much of what came went back, or is on its way; null: nothing. */
export function refundedPart(payment: Came): "all" | "part" | null {
  const gone = goneOf(payment)
  if (gone === 0n) return null
  return gone >= BigInt(payment.came) ? "all" : "part"
}

/** Of listed money a part went back: the rest pays for no order, and none is made of it. */
export const isRest = (payment: Came & Phased): boolean =>
  phaseOf(payment) === "listed" && refundedPart(payment) === "part"

/** Nothing of it is here any more, as far as people know: all of it went back, or a person gave back by hand what was left. */
export const isWhollyBack = (payment: Came): boolean =>
  payment.closed_as === "returned" || refundedPart(payment) === "all"

/** What went back as people count it, by hand too. */
export const wentBackOf = (payment: Pick<Came, "came" | "refunded" | "reversed" | "closed_as">): bigint =>
  payment.closed_as === "returned" ? BigInt(payment.came) : goneOf(payment)

/** What the service last said of money that came, by the payment's row. */
export interface Evidence {
  /** when that was asked */
  verified_at: Date | string | null
  applied_at: Date | string | null
  closed_at: Date | string | null
}

/**
 * Whether money that came may be used by what the service last said of it: it can go back to the customer without the store. After an hour it is
 * asked about before it becomes an order, is given to one, or is reused; so it is at once where the service or a person speaks of it. Nothing is
 * decided by it any more once an order stands for it, or a person dealt with it.
 * @param since epoch ms; older evidence says nothing of what was said then
 */
export function isFresh(
  { verified_at, applied_at, closed_at }: Evidence,
  now: number,
  since = -Infinity
): boolean {
  if (isOver({ applied_at, closed_at })) return true
  if (!verified_at) return false
  const asked = new Date(verified_at).getTime()
  return asked > now - HOUR_MS && asked >= since
}
