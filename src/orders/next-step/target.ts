import {
  askedOf,
  isCanceled,
  isPaidFor,
  isPaymentOf,
  isTakenBack,
  openOf,
  paymentOf,
} from "../records/predicates"
import { type CollectionRecord, type SessionRecord } from "../records/records"
import { isSameMoney } from "../../payments/money"
import { type Undone } from "../../payments/ledger/assignments"
import { type AttentionReason } from "../../payments/attention-reasons"
import { type Plan } from "./types"
import { effect, isPaidByThis, ourSessions, ownSession, raise, unpaidSession, type View } from "./view"

/** It is not for its target: a person decides. An assignment is undone, and its item is open again. */
export function refuse(view: View, { told, undone }: { told: AttentionReason; undone: Undone }): Plan {
  return view.target === "assignment" ? undo(view, undone) : raise(told)
}

/** Nothing is paid by its assignment yet. */
export function undo(view: View, because: Undone): Plan {
  const session_ids = ourSessions(view)
    .filter((each) => isPaidByThis(view, each) && !paymentOf(each, view.collection!))
    .map(({ id }) => id)
  return effect({ do: "undo_assignment", because, session_ids })
}

/** Why there is no target any more, or none that this money was ever for. */
export function whyGone(view: View): Plan | null {
  const { target, payment, snapshot, order, collection } = view
  if (target === "assignment") {
    if (isSpentElsewhere(view)) return undo(view, "spent")
    if (!order) return undo(view, "gone")
    return isCanceled(order) ? undo(view, "order_canceled") : null
  }
  const isUnknown = payment.recovered === "event" && !order && !snapshot.cart && !collection
  if (isUnknown) return raise("unknown_payment")
  return target === "cart" && !snapshot.cart ? raise("paid_without_order") : null
}

/** Core was about to make a payment of it when it was given to the order, and did: in its own collection it would be captured. */
function isSpentElsewhere({ snapshot, payment, exponent }: View): boolean {
  return snapshot.collections
    .flatMap(({ payments }) => payments)
    .some((each) => isPaymentOf(each, payment) && !isTakenBack(each, exponent))
}

/** Why the target does not ask for just this money; null where it does. */
export function whyOther(view: View): Undone | "other" | null {
  if (view.target === "assignment") return whyNotAssignable(view)
  const isAsked = view.target === "cart" ? isPriceOfCart(view) : isAskedByOrder(view)
  return isAsked ? null : "other"
}

function isPriceOfCart({ payment, snapshot, live, collection }: View): boolean {
  const { total, currency_code } = snapshot.cart!
  const asks = live ?? collection
  return isSameMoney(payment, { amount: total, currency_code }) && (!asks || isSameMoney(payment, asks))
}

/**
 * An edit may have taken goods off the order while the customer was at the hosted page: no collection asks any more for what she pays there.
 * Another provider, chosen in another tab, took the last session of ours with it, or core deleted the collection: core deletes the sessions
 * of others for a new one of ours, and what is more than begun with them stays.
 */
function isAskedByOrder(view: View): boolean {
  const { order, payment, exponent, collection } = view
  if (order && askedOf(order, payment, exponent) < BigInt(payment.amount)) return false
  const session = sessionOf(view)
  if (session) return isSameMoney(payment, session)
  if (!order || ourSessions(view).length > 0) return true
  const isUntaken = collection?.payment_sessions.every(({ status }) => status === "pending")
  return !!isUntaken && isSameMoney(payment, collection!)
}

function whyNotAssignable({ order, payment, collection, exponent }: View): Undone | null {
  if (openOf(order!, exponent) < BigInt(payment.amount)) return "owes_less"
  if (!payment.assigned_collection_id) return null
  const isSame = collection && isSameMoney(payment, collection)
  return isSame && !isPaidFor(collection, BigInt(payment.amount), exponent) ? null : "collection_changed"
}

/** The session that this money is to pay: its own, else one that no money came for. */
export function sessionOf(view: View): SessionRecord | undefined {
  if (view.target === "cart") return view.live ?? undefined
  return ownSession(view) ?? (view.target === "assignment" ? undefined : unpaidSession(view))
}

/** What core made for an order of an edit, or what a process that died made for this very assignment: nothing is begun with it. */
export function fittingCollection({ order, payment }: View): CollectionRecord | undefined {
  return order!.payment_collections.find(
    (each) =>
      each.status === "not_paid" &&
      each.payment_sessions.length === 0 &&
      each.payments.length === 0 &&
      isSameMoney(payment, each)
  )
}
