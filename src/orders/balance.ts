import { toMajorString } from "../payments/money"
import { CORE_CUT_OFF_MS, epochOf } from "./next-step/view"
import { missingCredits, surplusCredits, type RefundCredit } from "./records/credit-lines"
import {
  bookedAgain,
  freshRefunds,
  isCanceled,
  isSick,
  isTakenBack,
  exact,
  openOf,
  refundsOf,
  standingPayments,
  stands,
  total,
} from "./records/predicates"
import { isOurs } from "./records/providers"
import { type CollectionRecord, type OrderRecord, type PaymentRecord, type Time } from "./records/records"

/** A capture, or a refund with an amount below 0, that is missing among an order's transactions; in major units. */
export interface MissingTransaction {
  reference: "capture" | "refund"
  reference_id: string
  amount: string
}

/** What a collection is to ask for, in major units; null: nothing any more. `paid`: just what was captured in it. */
export interface FittedCollection {
  id: string
  amount: string | null
  paid?: boolean
}

/** What was captured in a collection and given back, in major units, without payments that core took back. */
export interface CountedCollection {
  id: string
  captured_amount: string
  refunded_amount: string
}

/** One thing that is wrong with an order's money in Medusa, by what puts it right. */
export type Mend =
  | { do: "book"; transactions: MissingTransaction[] }
  | { do: "unbook"; ids: string[] }
  | { do: "sum" }
  | { do: "uncancel"; payments: string[] }
  | { do: "credit"; lines: RefundCredit[] }
  /** `missing`: what no collection asks for, although the order owes it */
  | { do: "fit"; collections: FittedCollection[]; missing: string | null }
  | { do: "count"; collections: CountedCollection[] }

interface BalanceMoment {
  exponent: number
  /** epoch ms */
  now: number
  /** core's lock of the cart or collection is held, under which it captures and books: a capture that is missing is missing for good */
  isCoreDone?: boolean
}

/**
 * The third judge: is what Medusa shows of an order's money true? Pure. Null when it is, or when core may still be at work on what is not.
 * - Its transactions are its captures and refunds, each once, and core's kept sum is theirs. Of a refund of more than was paid too much the rest
 *   is balanced by a credit line, one.
 * - No payment that stands for it is marked as canceled, as by a completion that core took back after another process had made the order.
 * - Of the collections in which nothing was paid at most one is not canceled, and asks for what is open; none where nothing is.
 * - One that captured less than it asks for asks for what it captured.
 * - None counts as given back what core took back on paper before the order was made: core would show an order that is paid as refunded.
 *
 * So an order that Medusa shows as captured owes nothing, and one that owes nothing and gave nothing back is shown as captured. Whatever is
 * half done by a process that died is found here; what it may not touch, because another provider or a person is at it, it leaves.
 */
export function balanceOf(order: OrderRecord, moment: BalanceMoment): Mend | null {
  if (isCanceled(order) || order.is_draft_order) return null
  const mends = [uncancel, book, unbook, sum, credit, fit, count]
  return mends.reduce<Mend | null>((found, mend) => found ?? mend(order, moment), null)
}

function uncancel(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const booked = new Set(order.transactions.map(({ reference_id }) => reference_id))
  const isBooked = ({ captures }: PaymentRecord) => !!captures?.some(({ id }) => booked.has(id))
  const canceled = standingPayments(order, moment.exponent).filter(
    (each) =>
      isOurs(each) && each.captured_at && each.canceled_at && isOld({ created_at: each.canceled_at }, moment)
  )
  // The same money can have been canceled twice: it is there once.
  const byMoney = new Map(
    canceled
      .sort((one, other) => Number(isBooked(one)) - Number(isBooked(other)))
      .map(({ id, data }) => [data?.merchant_reference ?? id, id])
  )
  return byMoney.size > 0 ? { do: "uncancel", payments: [...byMoney.values()] } : null
}

function book(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const booked = new Set(order.transactions.map(({ reference_id }) => reference_id))
  const captures = standingPayments(order, moment.exponent)
    .flatMap(({ captures }) => captures ?? [])
    .filter((capture) => moment.isCoreDone || isOld(capture, moment))
  const refunds = refundsOf(order).filter((refund) => isOld(refund, moment))
  const missing = [
    ...captures.map(({ id, amount }) => ["capture", id, exact(amount)] as const),
    ...refunds.map(({ id, amount }) => ["refund", id!, exact(amount, -1n)] as const),
  ]
    .filter(([, id]) => !booked.has(id))
    .map(([reference, reference_id, amount]) => ({ reference, reference_id, amount }))
  return missing.length > 0 ? { do: "book", transactions: missing } : null
}

function unbook(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const again = bookedAgain(order)
  const isDone = again.length > 0 && again.every((each) => isOld(each, moment))
  return isDone ? { do: "unbook", ids: again.map(({ id }) => id!) } : null
}

function sum(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const isWritten = order.transactions.every((transaction) => isOld(transaction, moment))
  return isSick(order, moment.exponent) && isWritten ? { do: "sum" } : null
}

function credit(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const isCutOff = freshRefunds(order).every((refund) => isOld(refund, moment))
  const missing = isCutOff ? missingCredits(order, moment.exponent) : []
  const lines = missing.length > 0 ? missing : surplusCredits(order, moment.exponent)
  return lines.length > 0 ? { do: "credit", lines } : null
}

function fit(order: OrderRecord, moment: BalanceMoment): Mend | null {
  const { exponent } = moment
  const { payment_collections: all } = order
  const open = openOf(order, exponent)
  const asking = all.filter((each) => isAsking(each, order, exponent))
  const kept = all.map((each) => ({ ...each, payments: standingPayments(order, exponent, [each]) }))
  const isPaid = kept.some((each) => capturedIn(each, exponent) > 0n)
  const missing = open > 0n && asking.length === 0 && isPaid ? toMajorString(open, exponent) : null
  const cut = kept.filter((each) => isPartlyPaid(each, exponent)).map((each) => cutOf(each, exponent))
  const collections = [...cut, ...fitted(asking, open, moment)]
  return missing !== null || collections.length > 0 ? { do: "fit", collections, missing } : null
}

/** A fresh one may be what an employee is about to be paid in: she is not asked for more, and it is not taken from under her while something is owed. */
function fitted(asking: CollectionRecord[], open: bigint, moment: BalanceMoment): FittedCollection[] {
  const mayChange = ({ payments, payment_sessions }: CollectionRecord) =>
    payments.length === 0 && payment_sessions.every((each) => isOurs(each) || each.status === "pending")
  const canceled = (some: CollectionRecord[]) =>
    some.filter(mayChange).map(({ id }) => ({ id, amount: null }))
  if (open <= 0n) return canceled(asking)
  const asks = ({ amount }: CollectionRecord) => total([amount], moment.exponent)
  const worth = (each: CollectionRecord) =>
    Number(!mayChange(each)) * 4 + Number(asks(each) === open) * 2 + Number(each.payment_sessions.length > 0)
  const age = ({ created_at }: CollectionRecord) => (created_at ? epochOf(created_at) : 0)
  const better = (one: CollectionRecord, other: CollectionRecord) =>
    worth(other) - worth(one) || age(other) - age(one)
  const [kept, ...others] = [...asking].sort(better)
  const isSettled = asking.every((each) => isOld(each, moment))
  const isWrong = kept && mayChange(kept) && (isSettled ? asks(kept) !== open : asks(kept) > open)
  return [
    ...(isWrong ? [{ id: kept.id, amount: toMajorString(open, moment.exponent) }] : []),
    ...(isSettled ? canceled(others) : []),
  ]
}

/** Nothing was paid in it, or core took that back. */
function isAsking({ status, payments }: CollectionRecord, order: OrderRecord, exponent: number): boolean {
  return status !== "canceled" && payments.every((each) => isTakenBack(each, exponent, order.created_at))
}

/**
 * Less was captured than it asks for. One of which a part went back stays as it is: core would call it refunded. So does one in which another
 * provider's authorization waits for its capture.
 */
function isPartlyPaid(collection: CollectionRecord, exponent: number): boolean {
  const { amount, payments } = collection
  const paid = capturedIn(collection, exponent)
  const isWhole = payments.every(
    (each) => !each.refunds?.length && (each.captured_at || !stands(each, exponent))
  )
  return isWhole && paid > 0n && paid < total([amount], exponent)
}

const cutOf = (collection: CollectionRecord, exponent: number): FittedCollection => ({
  id: collection.id,
  amount: toMajorString(capturedIn(collection, exponent), exponent),
  paid: true,
})

function capturedIn({ payments }: Pick<CollectionRecord, "payments">, exponent: number): bigint {
  const captures = payments.flatMap(({ captures }) => captures ?? [])
  return total(
    captures.map(({ amount }) => amount),
    exponent
  )
}

function count(order: OrderRecord, { exponent }: BalanceMoment): Mend | null {
  const shown = (units: bigint) => toMajorString(units, exponent)
  const collections = order.payment_collections.flatMap(({ id, payments, refunded_amount }) => {
    const standing = standingPayments(order, exponent, [{ payments }])
    const captured = capturedIn({ payments: standing }, exponent)
    const refunded = refundedIn(standing, exponent)
    const isOver = captured > 0n && total([refunded_amount ?? 0], exponent) > refunded
    return isOver && standing.length < payments.length
      ? { id, captured_amount: shown(captured), refunded_amount: shown(refunded) }
      : []
  })
  return collections.length > 0 ? { do: "count", collections } : null
}

function refundedIn(payments: CollectionRecord["payments"], exponent: number): bigint {
  const refunds = payments.flatMap(({ refunds }) => refunds ?? [])
  return total(
    refunds.map(({ amount }) => amount),
    exponent
  )
}

/** Core writes what belongs together within one workflow: what is missing after this was cut off. */
function isOld({ created_at }: { created_at?: Time }, { now }: { now: number }): boolean {
  return !created_at || now - epochOf(created_at) >= CORE_CUT_OFF_MS
}
