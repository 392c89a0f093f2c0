import {
  isAssigned,
  isHidden,
  isOpenAttempt,
  isOverdue,
  isUnread,
  mayBePaid,
  mayPayFor,
  mayWaitOnPhone,
} from "./attempts"
import { isOver, may, phaseOf } from "./phase"
import { refundedPart, cameForGoods, feeLeft, goneOf, isWhollyBack, isFeeKept, type Came } from "./came"
import { isFailedForNow, isUnanswered } from "./schedule"
import { toMajorString } from "./money"
import { formatPaymentNumber } from "./names"
import { type IntentRow } from "../modules/paycollect/models/intent"

/** What a customer may know of a payment. Nothing of it is personal: every visitor who has the cart's id may ask. */
interface CustomerPaymentFacts {
  /** what the customer may call the payment: `JZ1D-7K9P` */
  payment_number?: string
  /** major units, what the customer pays or paid, with the fee on top once it is known; absent where the service does not say how much came */
  amount?: string
  /** lower case, with `amount` */
  currency_code?: string
  /** the customer bears a fee on top of `amount` that is not known before the money comes */
  plus_fee?: true
  /** ISO 8601: when the payment was started or, once its money came, when the shop heard of it */
  since?: string
}

/** The facts are those of the payment that speaks for the cart; absent with `none`. */
interface CartStatus extends CustomerPaymentFacts {
  status: "none" | "waiting" | "succeeded" | "failed" | "attention"
  /** only with `failed`: what a customer may be told about it */
  reason?: "declined" | "canceled" | "expired" | "not_started"
  order_id?: string
  /** of the money that came for this cart all, or a part, went back or is on its way */
  refunded?: "all" | "part"
  /** only while there is still something to pay */
  checkout_url?: string
  retry_after_ms: number
}

/** One payment of a cart whose money came. The amount of `returning` and `returned` is what goes back of it, of `held` what is left. */
interface CustomerPayment extends Pick<CustomerPaymentFacts, "amount" | "currency_code"> {
  payment_number: string
  /**
   * `applied`: an order stands for it. `held`: the shop looks at it. `returning`: a refund of it was asked for. `returned`: all of it went back,
   * by the service or by hand
   */
  outcome: "applied" | "held" | "returning" | "returned"
  /** of what goes back: the customer bore a fee, and it does not */
  without_fee?: true
}

interface OrderOfCart {
  id: string
  status: string
  /** nothing is owed for it: paid by a link, at the counter or with other money that was booked on it */
  isPaid?: boolean
}

interface StatusMoment {
  /** epoch ms */
  now: number
}

const POLL_WAITING_MS = 2_000
const POLL_ENDED_MS = 30_000
/** A payment that failed while a customer watched is asked for once more after this. */
const FAILED_RECHECK_MS = 10_000

/**
 * The state of a cart's payment from its attempts, the customer's last choice first. Money outranks everything; then her choice speaks. Attempts
 * whose money the merchant dealt with by hand, or gave to another order, count no more.
 */
export function cartStatus(all: IntentRow[], order: OrderOfCart | null, moment: StatusMoment): CartStatus {
  const status = statusOf(all, order, moment)
  const spokenOf = status.status === "succeeded" ? all.filter(isApplied) : all
  // A payment under way says nothing of one that went back before it.
  const isOpen = status.status === "waiting"
  const refunded = isOpen
    ? undefined
    : spokenOf.flatMap((row) => refundedPart(row as IntentRow & Came) ?? [])[0]
  return { ...status, ...(refunded && { refunded }) }
}

function statusOf(all: IntentRow[], order: OrderOfCart | null, moment: StatusMoment): CartStatus {
  const attempts = all.filter((attempt) => mayPayFor(attempt, order?.id))
  if (attempts.length === 0) return { status: "none", retry_after_ms: POLL_ENDED_MS }
  const anew = begunAnew(attempts)
  const needsAttention = anew.length === 0 && all.some((row) => may("decide", row))
  const state = stateOfAttempt(anew.length > 0 ? anew : attempts, order, { ...moment, needsAttention })
  // Another payment than these speaks for an order that was paid by another way.
  const isTheirs = state.status !== "succeeded" || attempts.some(isApplied)
  return isTheirs ? { ...state, ...customerFactsOf(speakerOf(anew.length > 0 ? anew : attempts)!) } : state
}

/** What the customer began when she had been told of all the money that is being looked at: it speaks, and that money is named beside it. */
function begunAnew(attempts: IntentRow[]): IntentRow[] {
  const listed = attempts.filter((row) => may("decide", row))
  if (listed.length === 0 || attempts.some(isApplied)) return []
  const told = Math.max(...listed.map(({ listed_at }) => +new Date(listed_at!)))
  return attempts.filter((row) => +new Date(row.created_at) > told)
}

/**
 * The newest payment that a change of the cart would take its purpose: money that came and is no order yet, or that may be under way, or what
 * was opened a moment ago. Whether it pays for the cart as it is now is another question.
 */
export function paymentUnderWay(
  all: IntentRow[],
  { now }: StatusMoment
): { row: IntentRow; state: "processing" | "opened" } | null {
  const comes = (row: IntentRow) =>
    row.outcome === "paid" ? !may("decide", row) : isOpenAttempt(row) && row.status === "processing"
  const unapplied = all.filter((row) => !isOver(row) && mayPayFor(row, undefined))
  const coming = unapplied.find(comes)
  if (coming) return { row: coming, state: "processing" }
  const opened = unapplied.find((row) => mayBePaid(row, now))
  return opened ? { row: opened, state: "opened" } : null
}

/**
 * The newest payment beside the one that pays for the cart as it is now, or that did, whose request may wait on the customer's phone: she would
 * pay twice.
 * @param paying those that pay for the cart as it is now, newest first
 */
export function paymentLeftOpen(
  all: IntentRow[],
  paying: IntentRow[],
  { now }: StatusMoment
): IntentRow | undefined {
  const own = paying.find(({ outcome }) => outcome === "paid") ?? paying[0]
  return all.find(
    (row) => row !== own && !isOver(row) && mayPayFor(row, undefined) && mayWaitOnPhone(row, now)
  )
}

/**
 * Each payment of the cart whose money came, newest first: a customer may have made more than one. What a person dealt with, and did not
 * say that she gave back, is none of these.
 * @param sent what was certainly sent back of each, by its id
 */
export function customerPayments(
  all: IntentRow[],
  sent: ReadonlyMap<string, bigint>,
  orderId: string | null
): CustomerPayment[] {
  return all.flatMap((row) => {
    const [came, gone, sentOfIt] = [BigInt(row.came), goneOf(row), sent.get(row.id) ?? 0n]
    const isTheirs = mayPayFor(row, orderId) || row.closed_as === "returned" || gone > 0n
    const outcome = isTheirs ? fateOf(row, sentOfIt) : null
    const held = gone > 0n ? came - gone + feeLeft(row) : undefined
    const sums = { returning: BigInt(row.refunded) - sentOfIt, returned: came, held, applied: undefined }
    const sum = outcome ? sums[outcome] : undefined
    return outcome
      ? {
          payment_number: formatPaymentNumber(row.payment_number),
          ...amountShown(row, sum),
          outcome,
          ...(sum !== undefined && outcome !== "held" && isFeeKept(row) && { without_fee: true }),
        }
      : []
  })
}

function fateOf(row: IntentRow, sent: bigint): CustomerPayment["outcome"] | null {
  if (row.outcome !== "paid" && row.outcome !== "discrepancy") return null
  if (BigInt(row.refunded) > sent) return "returning"
  if (isWhollyBack(row as IntentRow & Came)) return "returned"
  return isApplied(row) ? "applied" : row.closed_at ? null : "held"
}

/**
 * Whether any of the customer's money came and is not all back; undefined while it may be on its way, and where a person dealt with it and did
 * not say whether it was given back.
 */
export function wasCharged(attempts: IntentRow[], payments: CustomerPayment[]): boolean | undefined {
  const closedAs = attempts.filter(wasHereWhenClosed).map(({ closed_as }) => closed_as)
  const given = attempts.some((row) => isAssigned(row) && BigInt(row.came) > goneOf(row))
  if (given || payments.some(({ outcome }) => outcome !== "returned") || closedAs.includes("kept"))
    return true
  // A customer does not pay where she was never led; what she is shown no more may wait on her telephone.
  const isLedTo = ({ checkout_url, status }: IntentRow) => !!checkout_url || status === "processing"
  const isComing = (row: IntentRow) =>
    isUnread(row) || isFailedForNow(row) || (isOpenAttempt(row) && isLedTo(row))
  return attempts.some((row) => !isOver(row) && isComing(row)) || closedAs.includes(null) ? undefined : false
}

/** A sum that cannot be read came, too. */
function wasHereWhenClosed(row: IntentRow): boolean {
  const isUnread = row.outcome === "discrepancy" && row.came === "0"
  return !!row.closed_at && (isUnread || BigInt(row.came) > goneOf(row))
}

export function customerFactsOf(speaker: IntentRow): CustomerPaymentFacts {
  const { payment_number, outcome, paid_at, verified_at, created_at } = speaker
  const heard = paid_at ?? (outcome === "discrepancy" ? verified_at : null)
  const hasCome = outcome === "paid" || outcome === "discrepancy"
  return {
    payment_number: formatPaymentNumber(payment_number),
    ...amountShown(speaker),
    ...(!hasCome && speaker.fee_bearer === "customer" && { plus_fee: true }),
    since: new Date(heard ?? created_at).toISOString(),
  }
}

/** @param part in smallest units, where not all of it is spoken of */
function amountShown(speaker: IntentRow, part?: bigint): Pick<CartStatus, "amount" | "currency_code"> {
  const { amount, currency_code, exponent, outcome, fee } = speaker
  const came = outcome === "discrepancy" ? cameForGoods(speaker as IntentRow & Came) : null
  // Money of another currency has decimals that are not known here.
  if (outcome === "discrepancy" && came?.currency_code !== currency_code) return {}
  const sum = part ?? came?.amount ?? BigInt(amount) + BigInt(fee ?? 0)
  return { amount: toMajorString(sum, exponent), currency_code }
}

/** The number of the payment that speaks for the cart: that of its money, and before there is any that of the newest attempt. */
export function numberShown(all: IntentRow[]): string | undefined {
  const speaker = speakerOf(all.filter((attempt) => phaseOf(attempt) !== "closed"))
  return speaker && formatPaymentNumber(speaker.payment_number)
}

const isApplied = (row: IntentRow) => phaseOf(row) === "applied"

function speakerOf(attempts: IntentRow[]): IntentRow | undefined {
  return (
    attempts.find(isApplied) ??
    attempts.find(({ outcome }) => outcome === "paid" || outcome === "discrepancy") ??
    attempts[0]
  )
}

function stateOfAttempt(
  attempts: IntentRow[],
  order: OrderOfCart | null,
  { needsAttention, now }: StatusMoment & { needsAttention: boolean }
): CartStatus {
  const paid = attempts.some((attempt) => attempt.outcome === "paid")
  const canceled = order?.status === "canceled"
  // Core writes the order down before it takes the payment, and may still take both back: applied is what stays.
  if (order && !canceled && attempts.some(isApplied))
    return { status: "succeeded", order_id: order.id, retry_after_ms: POLL_ENDED_MS }
  if (needsAttention) return { status: "attention", retry_after_ms: POLL_ENDED_MS }
  // The shop took the order back and has dealt with its money.
  if (canceled && attempts.every((attempt) => attempt.outcome !== "paid" || isApplied(attempt)))
    return { status: "failed", retry_after_ms: POLL_ENDED_MS }
  if (paid) return { status: "waiting", retry_after_ms: POLL_WAITING_MS }
  if (attempts.some((attempt) => attempt.outcome === "discrepancy"))
    return { status: "attention", retry_after_ms: POLL_ENDED_MS }
  if (order?.isPaid && !canceled)
    return { status: "succeeded", order_id: order.id, retry_after_ms: POLL_ENDED_MS }

  const newest = attempts[0]!
  if (newest.outcome === "failed" || wasNotStarted(newest))
    return { status: "failed", reason: reasonShown(newest), retry_after_ms: POLL_ENDED_MS }
  if (isOverdue(newest, now)) return { status: "failed", reason: "expired", retry_after_ms: POLL_ENDED_MS }
  return {
    status: "waiting",
    ...(newest.checkout_url && { checkout_url: newest.checkout_url }),
    retry_after_ms: POLL_WAITING_MS,
  }
}

function reasonShown(newest: IntentRow): CartStatus["reason"] {
  if (wasNotStarted(newest)) return "not_started"
  return newest.status === "canceled" ? "canceled" : "declined"
}

/** The customer was given nothing to pay; money may be under way all the same for what the service keeps under our reference. */
const wasNotStarted = (newest: IntentRow) =>
  isHidden(newest) ? newest.status !== "processing" : isGivenUp(newest)

/** Its create was never answered, and no request is at it: that was said to her who began it. */
const isGivenUp = ({ status, checkout_url, create_lease_until }: IntentRow) =>
  status === "unknown" && !checkout_url && !create_lease_until

/** The attempt worth asking for while a customer waits in front of the page, as soon as it may be; null when there is nothing to find out. */
export function worthAsking(attempts: IntentRow[], now: number): IntentRow | null {
  const paid = attempts.find(
    ({ next_step_at, listed_at, ...attempt }) =>
      attempt.outcome === "paid" && !isOver(attempt) && (next_step_at || !listed_at)
  )
  // Money that arrived is applied when the job would: watching it uses up none of the automatic attempts.
  if (paid) return paid.next_step_at && new Date(paid.next_step_at).getTime() <= now ? paid : null
  const [newest] = attempts
  if (!newest || isOver(newest) || wasNotStarted(newest)) return null
  const open = newest.status === "processing" || newest.status === "requires_action"
  return open || failedJustOnce(newest, now) ? newest : null
}

/** A customer whose try failed may try again at the same page, and the shop hears of it by asking: once, not with every poll. */
function failedJustOnce(row: IntentRow, now: number): boolean {
  const { failed_at, verified_at } = row
  if (!failed_at || !verified_at || isUnanswered(row)) return false
  const said = new Date(verified_at).getTime()
  return said <= +new Date(failed_at) && now - said > FAILED_RECHECK_MS
}
