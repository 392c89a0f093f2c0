import {
  FINEST_DECIMALS,
  least,
  sumOf,
  toMajorString,
  toMinorUnits,
  type MajorAmountLike,
} from "../../payments/money"
import { isOurs } from "./providers"
import {
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type RefundRecord,
  type SessionRecord,
  type Time,
} from "./records"

/**
 * What Medusa's records say about money: one meaning each, for everything that decides. Pure. Sums are exact, and each total is rounded
 * to the currency's smallest unit before it is compared: an order of 6,996.25 XAF that was paid with 6,996 owes nothing, although core
 * shows 0.25.
 */

/** The sum in smallest units, rounded half up once. @throws RangeError for what is no amount */
export const total = sumOf

const amounts = (parts: readonly { amount: MajorAmountLike }[] | null | undefined) =>
  (parts ?? []).map(({ amount }) => amount)

/** What came in by a payment and did not go back, in smallest units. */
export function heldBy({ captures, refunds }: PaymentRecord, exponent: number): bigint {
  return total(amounts(captures), exponent) - total(amounts(refunds), exponent)
}

/** All that was captured went back, by whatever way. */
export function isReturned(payment: PaymentRecord, exponent: number): boolean {
  return total(amounts(payment.refunds), exponent) > 0n && heldBy(payment, exponent) <= 0n
}

/** In English whatever the store speaks. */
const COMPENSATION_NOTE = "Refunded due to cart completion failure"

/**
 * Core's own compensation of a completion that failed, by what only it leaves behind: a refund that no person asked for and that has no
 * reason, with its note, or from before the order stood. The text of the note may change. The time alone is wrong where the completion
 * stood still over it, and another one made the order.
 * @param orderedAt when the order that stands was made; null while there is none
 */
export function isByCore(
  { created_by, refund_reason_id, note, created_at }: RefundRecord,
  orderedAt: Time | null
): boolean {
  const isUnasked = created_by == null && refund_reason_id == null
  const isEarly = orderedAt === null || timestampOf(created_at ?? 0) <= timestampOf(orderedAt)
  return isUnasked && (isEarly || note === COMPENSATION_NOTE)
}

/**
 * By core: a completion failed after this payment, and it was canceled, refunded on paper, or both; no money moved. Canceled alone, when
 * a process died before the refund, it is still captured, and core makes the next order of it. Unless a person refunded some of it before, or its
 * money is not that order's by the ledger: then it is that order's no more than what core took back is.
 */
export function isTakenBack(
  payment: PaymentRecord,
  exponent: number,
  orderedAt: Time | null = null
): boolean {
  const { canceled_at, captured_at, is_elsewhere } = payment
  if (canceled_at && (!captured_at || is_elsewhere)) return true
  const refunds = payment.refunds ?? []
  const isOlder = ({ created_at }: RefundRecord) => timestampOf(created_at ?? 0) < timestampOf(orderedAt!)
  if (canceled_at && orderedAt && refunds.some(isOlder)) return true
  const before = canceled_at ? null : orderedAt
  return refunds.every((refund) => isByCore(refund, before)) && isReturned(payment, exponent)
}

/**
 * Core canceled it when a completion failed, did not live to refund it on paper, and made another payment of the same money since: what it
 * captured is there once.
 * @param all payments beside it
 */
export function isMadeAnew(
  { canceled_at, data }: PaymentRecord,
  all: readonly Pick<PaymentRecord, "canceled_at" | "data">[]
): boolean {
  const reference = data?.merchant_reference
  if (!canceled_at || typeof reference !== "string") return false
  return all.some((other) => !other.canceled_at && other.data?.merchant_reference === reference)
}

/** Payments of the order, of the given collection where one is given, without those that core took back or made anew. */
export function standingPayments(
  order: Pick<OrderRecord, "payment_collections" | "created_at">,
  exponent: number,
  of: Pick<CollectionRecord, "payments">[] = order.payment_collections
): PaymentRecord[] {
  const all = order.payment_collections.flatMap(({ payments }) => payments)
  return of
    .flatMap(({ payments }) => payments)
    .filter((each) => !isTakenBack(each, exponent, order.created_at) && !isMadeAnew(each, all))
}

/** Money came for it, or is authorized, by whatever way. What a promotion or an edit made free has none. */
export const hasMoney = (order: OrderRecord, exponent: number): boolean =>
  order.transactions.length > 0 || standingPayments(order, exponent).length > 0

/** By the shop, to the customer. */
export function isGivenBack(
  payment: PaymentRecord,
  exponent: number,
  orderedAt: Time | null = null
): boolean {
  const isBack = !!payment.captured_at && isReturned(payment, exponent)
  return isBack && !isTakenBack(payment, exponent, orderedAt)
}

/** The store took this money in, and has not taken that back. It may have gone back to the customer since. */
export function isTakenIn(payment: PaymentRecord, exponent: number, orderedAt: Time | null = null): boolean {
  return !!payment.captured_at && !isTakenBack(payment, exponent, orderedAt)
}

/** What a payment still pays, in smallest units: captured or only authorized, less what went back. */
export function leftOf({ amount, refunds }: PaymentRecord, exponent: number): bigint {
  return total([amount], exponent) - total(amounts(refunds), exponent)
}

/** This payment pays for something at this moment. */
export function stands(payment: PaymentRecord, exponent: number): boolean {
  return !payment.canceled_at && leftOf(payment, exponent) > 0n
}

/** What the standing payments pay, in smallest units, of whatever provider. */
export function paidBy(payments: readonly PaymentRecord[], exponent: number): bigint {
  return payments
    .filter((payment) => stands(payment, exponent))
    .reduce((sum, payment) => sum + leftOf(payment, exponent), 0n)
}

/** Standing payments leave less of a collection to pay than `asked`, in smallest units. */
export function isPaidFor(
  collection: Pick<CollectionRecord, "amount" | "payments">,
  asked: bigint,
  exponent: number
): boolean {
  const paid = paidBy(collection.payments, exponent)
  return paid > 0n && paid + asked > total([collection.amount], exponent)
}

/**
 * What the order still asks for, in smallest units; negative when it was paid too much. By its own total and what is booked on it: the sum that
 * core keeps may be of another version ({@link isSick}). An order that is read by its cart comes without a total, which its summary has, too.
 */
export function owedBy(order: OwingOrder, exponent: number): bigint {
  if (isCanceled(order) || order.is_draft_order) return 0n
  const returning = (order.items ?? []).map(({ return_requested_total }) => return_requested_total ?? 0)
  const off = [...returning, ...amounts(order.transactions)].map((amount) => exact(amount, -1n))
  return total([order.total ?? order.summary.current_order_total, ...off], exponent)
}

/**
 * What came too much, in smallest units: of two payments that were captured at the same moment, one at the counter for instance. What an order
 * owes its customer since it was changed is not meant: each change makes a version of it, and what is booked bears the version it met.
 */
export function overpaidBy(order: OrderRecord, exponent: number): bigint {
  const captures = order.transactions.filter(({ amount }) => total([amount], exponent) > 0n)
  const met = captures.some(({ version }) => version !== undefined && version === order.version)
  const owed = owedBy(order, exponent)
  return captures.length > 1 && met && owed < 0n && bookedAgain(order).length === 0 ? -owed : 0n
}

/**
 * What brought nothing. Core looks whether a capture is booked, and books it then: of two processes at the same one both do, as where one stood still
 * until its lock ran out.
 */
export function bookedAgain({ payment_collections, transactions }: OrderRecord): OrderRecord["transactions"] {
  const payments = payment_collections.flatMap(({ payments }) => payments)
  const moves = payments.flatMap(({ captures, refunds }) => [...(captures ?? []), ...(refunds ?? [])])
  const booked = (id?: string) => (id ? transactions.filter((each) => each.reference_id === id) : [])
  return moves.flatMap(({ id }) => booked(id).slice(1))
}

/** @param sign -1 for what goes off */
export function exact(amount: MajorAmountLike, sign: 1n | -1n = 1n): string {
  return toMajorString(sign * toMinorUnits(amount, FINEST_DECIMALS), FINEST_DECIMALS)
}

export type OwingOrder = Pick<
  OrderRecord,
  "status" | "is_draft_order" | "summary" | "total" | "items" | "transactions"
>

/**
 * The sum that core keeps lacks a payment, or has one twice: a change of the order was confirmed while it was booked. Until that is mended,
 * what core itself asks for is wrong, and no customer is asked for money.
 */
export function isSick({ summary, transactions }: OwingOrder, exponent: number): boolean {
  const { transaction_total: kept } = summary
  return kept != null && total([kept], exponent) !== total(amounts(transactions), exponent)
}

/**
 * What the order still asks for beyond what its payments bring, in smallest units: authorizations that wait for their capture, captures
 * that core did not live to book, and without what it has not yet balanced of a refund. Negative when that is too much.
 */
export function openOf(order: OrderRecord, exponent: number): bigint {
  return owedBy(order, exponent) - paidBy(comingTo(order), exponent) - creditDue(order, exponent)
}

/** The collection that asks for just what is open, and in which nothing is paid; none where nothing is open. */
export function askingCollection(order: OrderRecord, exponent: number): CollectionRecord | undefined {
  const open = openOf(order, exponent)
  return order.payment_collections.find(
    ({ status, payments, amount }) =>
      open > 0n && status === "not_paid" && payments.length === 0 && total([amount], exponent) === open
  )
}

function comingTo({ transactions, payment_collections }: OrderRecord): PaymentRecord[] {
  const recorded = new Set(transactions.map(({ reference_id }) => reference_id))
  return payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ captured_at, captures }) => !captured_at || captures?.some(({ id }) => !recorded.has(id)))
}

/** The same for money that came, without what it brings itself. */
export function askedOf(order: OrderRecord, money: { merchant_reference: string }, exponent: number): bigint {
  const others = comingTo(order).filter((payment) => !isPaymentOf(payment, money))
  return owedBy(order, exponent) - paidBy(others, exponent) - creditDue(order, exponent)
}

/**
 * Of a refund of more than was paid too much core makes a credit line for the rest, so that it is not asked for again. So much is missing of
 * it: core has not made it yet, or did not live to.
 */
export function creditDue(order: OrderRecord, exponent: number): bigint {
  const given = total(amounts(freshRefunds(order)), exponent)
  const due = least(owedBy(order, exponent), given)
  return due > 0n ? due : 0n
}

/** Refunds that are booked on the order as it stands: with the credit line that balances one, as with every change, another version begins. */
export function freshRefunds(order: OrderRecord): RefundRecord[] {
  const fresh = order.transactions.filter(({ version }) => version === order.version)
  const booked = new Set(fresh.map(({ reference_id }) => reference_id))
  return refundsOf(order).filter(({ id }) => id !== undefined && booked.has(id))
}

/** Of all its payments, but for those with which core took a completion back. */
export function refundsOf({ payment_collections, created_at }: OrderRecord): RefundRecord[] {
  return payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap(({ refunds }) => refunds ?? [])
    .filter((refund) => !isByCore(refund, created_at))
}

export function paymentOf(session: SessionRecord, collection: CollectionRecord): PaymentRecord | null {
  return collection.payments.find(({ payment_session_id }) => payment_session_id === session.id) ?? null
}

/** Nothing can be paid with this session any more, although core would still complete a cart with it: some of its payment went back. */
export function isSpent(session: SessionRecord, collection: CollectionRecord, exponent: number): boolean {
  const payment = paymentOf(session, collection)
  return !!payment && (isTakenBack(payment, exponent) || total(amounts(payment.refunds), exponent) > 0n)
}

/** The payment that names this money, by the reference that our own `authorizePayment` wrote; its session may be gone. */
export function isPaymentOf(
  payment: PaymentRecord,
  { merchant_reference }: { merchant_reference: string }
): boolean {
  return payment.data?.merchant_reference === merchant_reference
}

const timestampOf = (time: Time | number): number => new Date(time).getTime()

export function isCanceled({ status }: Pick<OrderRecord, "status">): boolean {
  return status === "canceled"
}

/**
 * Why an order must not be ended as unpaid: money came for it, another provider is paid for it, or a person has begun something with it.
 * Null when nothing blocks it. Core would give back what is there, or refuse half-way.
 */
export function blockerOf(
  order: OrderRecord,
  { openChanges, exponent }: { openChanges: number; exponent: number }
): "money" | "other_provider" | "credit" | "change" | "goods" | null {
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const hasMoney =
    payments.some((payment) => stands(payment, exponent) || heldBy(payment, exponent) > 0n) ||
    total(amounts(order.transactions), exponent) !== 0n
  if (hasMoney) return "money"
  const sessions = order.payment_collections.flatMap((collection) => collection.payment_sessions)
  if (!sessions.every(isOurs)) return "other_provider"
  // Core notes one of nothing on an unpaid order that it cancels: a process that was killed then leaves it.
  if (order.credit_lines.some(({ amount }) => total([amount], exponent) !== 0n)) return "credit"
  if (openChanges > 0) return "change"
  return order.fulfillments.some(({ canceled_at }) => !canceled_at) ? "goods" : null
}
