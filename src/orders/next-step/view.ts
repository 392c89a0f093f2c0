import { MINUTE_MS } from "../../service/config"
import {
  askedOf,
  isCanceled,
  isMadeAnew,
  isPaymentOf,
  isSpent,
  isTakenBack,
  paymentOf,
  total,
} from "../records/predicates"
import { isOurs } from "../records/providers"
import {
  type AttemptRecord,
  type CaptureRecord,
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type SessionRecord,
  type Time,
  type Snapshot,
} from "../records/records"
import { type AttentionReason } from "../../payments/attention-reasons"
import { mayMakeOrder } from "../../payments/attempts"
import { goneOf } from "../../payments/came"
import { type PlanEffect, type Findings, type Plan, type PlannedPayment, type PlanOptions } from "./types"

/** Core captures and books, makes and confirms a credit line, within one workflow: what is half done after this was cut off. */
export const CORE_CUT_OFF_MS = MINUTE_MS

/** A row of the table: null, false or undefined where it does not hold. */
export type PlanRow = (view: View) => Plan | null | false | undefined
export type PlanRows = Readonly<Record<string, PlanRow>>

/**
 * What money that came is for, by the first that holds: the order that an employee gave it to; the order that stands, or stood, for its cart or
 * collection; the cart, of which none was made yet; its collection, which belongs to neither.
 */
export type Target = "assignment" | "order" | "cart" | "collection"

function targetOf(
  { assigned_order_id, cart_id }: Pick<PlannedPayment, "assigned_order_id" | "cart_id">,
  hasOrder: boolean
): Target {
  if (assigned_order_id) return "assignment"
  if (hasOrder) return "order"
  return cart_id === null ? "collection" : "cart"
}

/** A snapshot as it bears on one payment. */
export interface View {
  payment: PlannedPayment
  snapshot: Snapshot & Findings
  options: PlanOptions
  now: number
  exponent: number
  /** the one that stands, else a canceled one */
  order: OrderRecord | null
  orderedAt: Time | null
  /** whose sessions this money may be paid with: that of its booking, else the cart's while there is no order, else the payment's own */
  collection: CollectionRecord | null
  /** the first session of ours in it that can still be paid with */
  live: SessionRecord | null
  /** Medusa's payments that are this money, wherever they are (where it is booked, only there), and neither taken back by core nor made anew */
  captured: PaymentRecord[]
  target: Target
  /** a part of it, or all: no order may be made of what is left, nor be paid by it */
  isRefunded: boolean
  /** core holds the cart while it captures and books; of a collection without one it holds nothing */
  isUnderCartLock: boolean
}

/** @param order that has it, by a link or a change of it, too; null in a collection that no order has */
export const applied = (order: OrderRecord | null): Plan => ({ kind: "applied", order_id: order?.id ?? null })
export const raise = (
  reason: AttentionReason,
  more: { data?: Record<string, unknown>; once?: boolean } = {}
): Plan => ({
  kind: "raise",
  reason,
  ...more,
})
export const effect = (effect: PlanEffect): Plan => ({ kind: "effect", effect })
export const wait = (because: string, until: number | null = null): Plan => ({ kind: "wait", until, because })

export function viewOf(
  payment: PlannedPayment,
  snapshot: Snapshot & Findings,
  options: PlanOptions,
  now: number
): View {
  const { exponent } = payment
  const order = snapshot.orders.find((each) => !isCanceled(each)) ?? snapshot.orders[0] ?? null
  const collection = payment.assigned_order_id
    ? collectionById(snapshot, payment.assigned_collection_id)
    : collectionInView(payment, snapshot, order)
  const first = collection?.payment_sessions.find(isOurs)
  const orderedAt = order?.created_at ?? null
  const live = first && !isSpent(first, collection!, exponent) ? first : null
  const places = payment.assigned_order_id ? (collection ? [collection] : []) : snapshot.collections
  const payments = places.flatMap(({ payments }) => payments)
  const captured = payments.filter(
    (each) =>
      isPaymentOf(each, payment) && !isTakenBack(each, exponent, orderedAt) && !isMadeAnew(each, payments)
  )
  return {
    ...{ payment, snapshot, options, now, exponent, order, orderedAt, collection, live, captured },
    target: targetOf(payment, order !== null),
    isRefunded: goneOf(payment) > 0n,
    isUnderCartLock: payment.cart_id !== null && !payment.assigned_order_id,
  }
}

/** While there is no order the cart's: core completes with that one. Later the one that holds a session of this money, else its own. */
function collectionInView(
  payment: PlannedPayment,
  snapshot: Snapshot,
  order: OrderRecord | null
): CollectionRecord | null {
  const { cart, collections, payers } = snapshot
  if (!order && payment.cart_id) return collectionById(snapshot, cart?.payment_collection_id)
  const own = collectionById(snapshot, payment.payment_collection_id)
  const paysIn = ({ payment_sessions }: CollectionRecord) =>
    payment_sessions.some(({ id }) => payers[id] === payment.id)
  return own && paysIn(own) ? own : (collections.find(paysIn) ?? own)
}

function collectionById(
  { collections }: Snapshot,
  wanted: string | null | undefined
): CollectionRecord | null {
  return collections.find(({ id }) => id === wanted) ?? null
}

/**
 * A payment keeps the session that it pays once its money came; money that a person dealt with by hand, refunds or gave to an order keeps
 * none.
 */
export function bringsMoney(view: View, session: SessionRecord): boolean {
  const payer = payerOf(view, session)
  return !!payer && mayMakeOrder(payer)
}

function payerOf({ snapshot }: View, session: SessionRecord): AttemptRecord | undefined {
  return snapshot.attempts.find(({ id }) => id === snapshot.payers[session.id])
}

export function isPaidByThis({ payment, snapshot }: View, session: SessionRecord): boolean {
  return snapshot.payers[session.id] === payment.id
}

/** A session of this money that can be paid with, in the payment's own collection. */
export function ownSession(view: View): SessionRecord | undefined {
  return ourSessions(view).find(
    (session) => isPaidByThis(view, session) && !isSpent(session, view.collection!, view.exponent)
  )
}

export function unpaidSession(view: View): SessionRecord | undefined {
  return ourSessions(view).find(
    (session) => !paymentOf(session, view.collection!) && !bringsMoney(view, session)
  )
}

export function ourSessions({ collection }: View): SessionRecord[] {
  return collection?.payment_sessions.filter(isOurs) ?? []
}

/**
 * Another attempt paid this order. If the merchant gave that money back through Medusa since, this sum is the customer's too, not the order's.
 * Money that was refunded while no order stood for it paid for nothing.
 */
export function wasPaidBefore(view: View): boolean {
  const { payment, snapshot, order } = view
  if (!payment.cart_id || !order) return false
  return snapshot.attempts.some(
    ({ id, order_id, used_by_session_id, ...each }) =>
      id !== payment.id &&
      ((order_id === order.id && !owesMore(view)) ||
        (order_id === null && goneOf(each) > 0n && used_by_session_id !== null))
  )
}

/** An employee edited the order since it was paid: it owes this sum beside what was paid, and what is open decides. */
export function owesMore({ order, payment, exponent }: View): boolean {
  if (!order || askedOf(order, payment, exponent) < BigInt(payment.amount)) return false
  const booked = order.transactions.map(({ amount }) => amount)
  return total(booked, exponent) > 0n
}

/** Captures of this money that core did not live to book on the order. */
export function unrecordedCaptures({ order, captured }: View): CaptureRecord[] {
  const known = new Set(order?.transactions.map(({ reference_id }) => reference_id))
  return captured.flatMap(({ captures }) => captures ?? []).filter(({ id }) => id && !known.has(id))
}

export function epochOf(time: string | Date): number {
  return new Date(time).getTime()
}
