import { DAY_MS } from "../service/config"
import { feeLeft } from "./came"
import { isUnexpectedFee, type Verified, isServiceStatus, meaningOf } from "./assess"
import { REVIEW_AGES } from "./schedule"
import { isMinorAmount } from "../service/wire/shape"
import { type IntentRow } from "../modules/paycollect/models/intent"

/** When a look that the service did not answer is made up for, and how long that goes on after the last one. */
const REVIEW_SILENT_RETRY_MS = 6 * 3_600_000
const REVIEW_GRACE_MS = 7 * DAY_MS
/** The service tells of money that came more than once, and its answers may lag: within this after a look, or after advancing, it is not asked. */
export const REVIEW_PAUSE_MS = 60_000

/** When the service is asked again about money that was applied then; null: never. A look that was missed is not made up for. */
export function nextReview(
  { appliedAt, now }: { appliedAt: number; now: number },
  answered: boolean
): number | null {
  const age = now - appliedAt
  const next = REVIEW_AGES.find((step) => step > age)
  const nextAt = next === undefined ? null : appliedAt + next
  if (answered) return nextAt
  if (age > REVIEW_AGES.at(-1)! + REVIEW_GRACE_MS) return null
  return Math.min(nextAt ?? Infinity, now + REVIEW_SILENT_RETRY_MS)
}

/** Money that an order stands for, as the ledger knows it. Amounts in smallest units. */
export interface Taken {
  /** as it was asked for */
  amount: string
  currency_code: string
  merchant_reference: string
  payment_ref: string | null
  /** sum of the refunds that the store knows, sent or to be sent, and of what was written off */
  refunded: string
  /** the answer by which it was taken: its amount is what came, the customer's fee included */
  verified: { amount?: string } | null
}

/**
 * What became of it. `facts` are for a person; amounts as `8109 XAF`. Of money that stands they say what is there again of what was written
 * off, where something is; `again` says that what was written off is gone now, whether or not it was there meanwhile.
 */
export type ReversalVerdict =
  | { kind: "stands"; facts?: Gone & { won: string }; again?: Gone }
  | { kind: "unclear" }
  | { kind: "reversed"; facts: Gone }

/** What came, what the store refunded, and what the service says now. */
type Gone = { came: string; refunded: string; status: string; left?: string }

/**
 * The fourth judge: is the money of an order still there? It only tells. Applied money stays applied, and no order is canceled by itself.
 * "Enough" is what came less what the store's own refunds took, whichever of them the service has subtracted yet.
 *
 * | answer | refunds of ours | standing |
 * |---|---|---|
 * | another payment, another currency, or no status | | unclear |
 * | succeeded, no readable amount | | stands |
 * | succeeded, enough | | stands |
 * | anything else | all of it | stands: that is what our refund looks like |
 * | succeeded, less | | reversed |
 * | waiting, or a state outside the five; enough | a part | stands |
 * | waiting, or a state outside the five; no readable amount | a part | unclear |
 * | anything else | | reversed |
 */
export function judgeReversal(answer: Verified, taken: Taken): ReversalVerdict {
  const { status, amount } = answer
  if (status === undefined || isForeign(answer, taken)) return { kind: "unclear" }
  const came = isMinorAmount(taken.verified?.amount) ? taken.verified.amount : taken.amount
  const enough = BigInt(came) - BigInt(taken.refunded)
  const isEnough = isMinorAmount(amount) ? BigInt(amount) >= enough : null

  const isPaid = isServiceStatus(status) && meaningOf(status) === "paid"
  if (isPaid && isEnough !== false) return { kind: "stands" }
  if (BigInt(taken.refunded) >= BigInt(taken.amount)) return { kind: "stands" }
  if (!isPaid && taken.refunded !== "0" && meaningOf(status) === "waiting" && isEnough !== false)
    return { kind: isEnough ? "stands" : "unclear" }
  return { kind: "reversed", facts: factsOfGone(answer, taken) }
}

export function factsOfGone({ status, amount }: Verified, taken: Taken): Gone {
  const { verified, currency_code } = taken
  const sum = (minor: string) => `${minor} ${currency_code.toUpperCase()}`
  return {
    came: sum(isMinorAmount(verified?.amount) ? verified.amount : taken.amount),
    refunded: sum(taken.refunded),
    status: status!,
    ...(isMinorAmount(amount) && { left: sum(amount) }),
  }
}

/** What is counted as gone for good: a refund in Medusa booked it, or its item gave way to one that says so. A person is told of what comes again. */
export function writtenOff(
  row: Pick<IntentRow, "closed_at" | "closed_as" | "reversed" | "reversed_booked">
): bigint {
  return BigInt(row.closed_at && row.closed_as !== "kept" ? row.reversed : row.reversed_booked)
}

/**
 * What a person is told where money that was written off is there again. Whether the service subtracts the store's refunds is not known (U-26):
 * only of what no refund explains either way.
 * @param sums what was written off, and how much of the refunds the service has and had time to subtract
 */
export function wonBack(
  answer: Verified,
  payment: Taken & Balances,
  { off, sent }: { off: bigint; sent: bigint }
): (Gone & { won: string }) | undefined {
  const without = (refunds: bigint) => goneBy(answer, { ...payment, refunded: refunds.toString() })
  const gone = (sent > off ? without(sent) : null) ?? without(0n)
  if (gone === null || gone >= off) return undefined
  const won = `${off - gone} ${payment.currency_code.toUpperCase()}`
  return { ...factsOfGone(answer, payment), won }
}

/** What a person who heard that money written off is there again is told where it is gone once more, without the store's refunds. */
export function goneAgain(answer: Verified, payment: Taken & Balances): Gone | undefined {
  return (goneBy(answer, payment) ?? 0n) > 0n ? factsOfGone(answer, payment) : undefined
}

/** A payment's money as its row says it, in smallest units. */
type Balances = Pick<Taken, "amount" | "refunded" | "verified"> & {
  came: string
  fee: string | null
  multiple: string | null
}

/**
 * How much of what came for the goods is gone without the store, whether a refund has booked it since or not: what came, less the store's own
 * refunds, less what is left. Null where the answer does not say: it is another payment's, or not final; or more is left than can be, since a
 * refund is not subtracted yet. A fee that was too high goes first, one that was expected last. A state other than succeeded leaves nothing,
 * whatever amount stands beside it.
 */
export function goneBy(answer: Verified, payment: Taken & Balances): bigint | null {
  const left = leftBy(answer, payment)
  if (left === null) return null
  const { verified, came, refunded } = payment
  const fee = feeLeft(payment)
  const all = isMinorAmount(verified?.amount) ? BigInt(verified.amount) : BigInt(came) + fee
  const gone = all - BigInt(refunded) - left
  if (gone < 0n) return null
  const ofGoods = isUnexpectedFee(fee, payment) ? (gone > fee ? gone - fee : 0n) : gone
  const most = BigInt(came) - BigInt(refunded)
  return ofGoods < most ? ofGoods : most
}

/** Of more refunds the sums are too many. */
const MOST_REFUNDS = 12

/**
 * How much is gone at least, where more is left than all refunds would leave: be some of them not subtracted yet or never (U-26), what none of their
 * sums explains is gone. A sum explains what differs by no more than the fee, which the service may keep or give back with it.
 * @param refunds each that the service has
 */
export function leastGone(answer: Verified, payment: Taken & Balances, refunds: readonly bigint[]): bigint {
  const left = leftBy(answer, payment)
  if (left === null || refunds.length > MOST_REFUNDS) return 0n
  const missing = BigInt(payment.verified?.amount ?? payment.came) - left
  const sums = refunds.reduce((all, refund) => [...all, ...all.map((sum) => sum + refund)], [0n])
  const fee = feeLeft(payment)
  if (sums.some((sum) => sum >= missing - fee && sum <= missing + fee)) return 0n
  return sums.reduce(
    (least, sum) => (sum < missing && missing - sum < least ? missing - sum : least),
    missing
  )
}

/**
 * What the service has of it, fee and all; null where the answer does not say. A state outside the five beside refunds of a part may be what they
 * look like, and counts by its amount alone (U-26).
 */
export function leftBy({ status, amount, ...answer }: Verified, payment: Taken & Balances): bigint | null {
  if (status === undefined || !isAftermath(status) || isForeign(answer, payment)) return null
  const { came, refunded } = payment
  const isPart = refunded !== "0" && BigInt(refunded) < BigInt(came)
  const isByAmount = isServiceStatus(status) ? meaningOf(status) === "paid" : isPart
  if (!isByAmount) return 0n
  return isMinorAmount(amount) ? BigInt(amount) : null
}

/**
 * Whether this state can be what came of money that had come. Answers lag, and a lagging one shows a state from before the money came: that is
 * told of applied money, but nothing is done about it.
 */
export function isAftermath(status: string): boolean {
  return status !== "pending" && !(isServiceStatus(status) && meaningOf(status) === "waiting")
}

function isForeign(answer: Verified, taken: Taken): boolean {
  const differs = (theirs: string | undefined, ours: string | null) =>
    theirs !== undefined && ours !== null && theirs !== ours
  return (
    differs(answer.currency?.toLowerCase(), taken.currency_code) ||
    differs(answer.merchant_reference, taken.merchant_reference) ||
    differs(answer.payment_ref, taken.payment_ref) ||
    answer.id_of_another === true
  )
}
