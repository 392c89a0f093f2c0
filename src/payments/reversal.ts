import { DAY_MS } from "../service/config"
import { type Verified, isServiceStatus, meaningOf } from "./assess"
import { REVIEW_AGES } from "./schedule"
import { isMinorAmount } from "../service/wire/shape"

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
  /** sum of the refunds that the store knows, sent or to be sent */
  refunded: string
  /** the answer by which it was taken: its amount is what came, the customer's fee included */
  verified: { amount?: string } | null
}

/** What became of it. `facts` are for a person; amounts as `8109 XAF`. */
export type ReversalVerdict =
  { kind: "stands" } | { kind: "unclear" } | { kind: "reversed"; facts: Gone & { refunded: string } }

/** What came, and what the service says now. */
type Gone = { came: string; status: string; left?: string }

/**
 * The third judge: is the money of an order still there? It only tells. Applied money stays applied, and no order is canceled by itself.
 * "Enough" is what came less what the store's own refunds took, whichever of them the service has subtracted yet.
 *
 * | answer | refunds of ours | standing |
 * |---|---|---|
 * | another payment, another currency, or no status | | unclear |
 * | succeeded, no readable amount | | stands |
 * | succeeded, enough | | stands |
 * | succeeded, less | | reversed |
 * | anything else | all of it | stands: that is what our refund looks like |
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
  if (!isPaid && BigInt(taken.refunded) >= BigInt(taken.amount)) return { kind: "stands" }
  if (!isPaid && taken.refunded !== "0" && meaningOf(status) === "waiting" && isEnough !== false)
    return { kind: isEnough ? "stands" : "unclear" }
  const sum = (minor: string) => `${minor} ${taken.currency_code.toUpperCase()}`
  return {
    kind: "reversed",
    facts: {
      came: sum(came),
      refunded: sum(taken.refunded),
      status,
      ...(isMinorAmount(amount) && { left: sum(amount) }),
    },
  }
}

/**
 * How much of applied money went back without the store and is not booked in it yet, in smallest units: the store's next refund, up to this,
 * only says so and moves nothing. A state other than succeeded leaves nothing, whatever amount stands beside it. Of what came, the customer's
 * fee is in no book of the store's.
 */
export function unrecordedReversal(
  { came, status, left }: Gone,
  { amount, refunded }: Pick<Taken, "amount" | "refunded">
): bigint {
  const isPaid = isServiceStatus(status) && meaningOf(status) === "paid"
  const gone = minorOf(came) - BigInt(refunded) - (isPaid && left ? minorOf(left) : 0n)
  const recordable = BigInt(amount) - BigInt(refunded)
  const unbooked = gone < recordable ? gone : recordable
  return unbooked > 0n ? unbooked : 0n
}

/**
 * Whether this state can be what came of money that had come. Answers lag, and a lagging one shows a state from before the money came: that is
 * told of applied money, but nothing is done about it.
 */
export function isAftermath(status: string): boolean {
  return status !== "pending" && !(isServiceStatus(status) && meaningOf(status) === "waiting")
}

const minorOf = (sum: string) => BigInt(sum.split(" ")[0]!)

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
