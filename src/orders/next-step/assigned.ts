import {
  isTakenIn,
  isCanceled,
  isPaymentOf,
  isPaidFor,
  isTakenBack,
  openOf,
  paymentOf,
} from "../records/predicates"
import { type CollectionRecord } from "../records/records"
import { isTestInLive } from "../../payments/assess"
import { isSameMoney } from "../../payments/money"
import { PAID } from "./paid"
import { type Undone } from "../../payments/ledger/assignments"
import {
  isPaidByThis,
  orderIdOf,
  ourSessions,
  ownSession,
  effect,
  applied,
  raise,
  type PlanRow,
  type PlanRows,
  type View,
} from "./view"

/** Looks at money that may fail before a person decides. */
export const MAX_ATTEMPTS = 3

/** Money that an employee gave to an order. See the table of `plan`. */
export const ASSIGNED = {
  returned: PAID.returned,
  canceled_since: (view) =>
    view.hasOrder && isCanceled(view.order!) && isCapturedThere(view) && raise("paid_after_cancel"),
  fresh_capture: PAID.fresh_capture,
  unfinished: PAID.unfinished,
  captured: (view) => isCapturedThere(view) && applied(orderIdOf(view)),

  spent: undone("spent", (view) => isSpentElsewhere(view)),
  gone: undone("gone", (view) => !view.hasOrder),
  order_canceled: undone("order_canceled", ({ order }) => isCanceled(order!)),
  test_money: undone("test_money", (view) => isTestInLive(view.payment, view.options)),
  owes_less: undone(
    "owes_less",
    ({ order, payment, exponent }) => openOf(order!, exponent) < BigInt(payment.amount)
  ),
  collection_changed: undone("collection_changed", (view) => {
    const { payment, collection, exponent } = view
    if (!payment.assigned_collection_id) return false
    const isSame = collection && isSameMoney(payment, collection)
    return !isSame || isPaidFor(collection, BigInt(payment.amount), exponent)
  }),
  failed: undone("failed", ({ payment }) => (payment.advance_attempts ?? 0) >= MAX_ATTEMPTS),

  make: (view) => {
    const isMissing = !view.payment.assigned_collection_id && !fittingCollection(view)
    return isMissing && effect({ do: "make_collection", order_id: view.order!.id })
  },
  assign: (view) =>
    !view.payment.assigned_collection_id &&
    effect({ do: "assign_collection", collection_id: fittingCollection(view)!.id }),
  open: (view) => !ownSession(view) && effect({ do: "open_session", collection_id: view.collection!.id }),
  pay: (view) => effect({ do: "capture", session_id: ownSession(view)!.id }),
} satisfies PlanRows

/** Nothing is paid by its assignment yet, so that it can be undone: the money is its merchant's to decide about again. */
function undone(because: Undone, holds: (view: View) => boolean): PlanRow {
  return (view) => {
    if (!holds(view)) return null
    return effect({
      do: "undo_assignment",
      because,
      session_ids: ourSessions(view)
        .filter((each) => isPaidByThis(view, each) && !paymentOf(each, view.collection!))
        .map(({ id }) => id),
    })
  }
}

function isCapturedThere({ captured: booked, exponent, orderedAt }: View): boolean {
  return booked.some((each) => isTakenIn(each, exponent, orderedAt))
}

/** Core was about to make a payment of it when it was given to the order, and did: in its own collection it would be captured. */
function isSpentElsewhere({ snapshot, payment, exponent }: View): boolean {
  return snapshot.collections
    .flatMap(({ payments }) => payments)
    .some((each) => isPaymentOf(each, payment) && !isTakenBack(each, exponent))
}

/** What core made for an order of an edit, or what a process that died made for this very assignment: nothing is begun with it. */
function fittingCollection({ order, payment }: View): CollectionRecord | undefined {
  return order!.payment_collections.find((each) => isUntouchedCollection(each) && isSameMoney(payment, each))
}

function isUntouchedCollection({ status, payment_sessions, payments }: CollectionRecord): boolean {
  return status === "not_paid" && payment_sessions.length === 0 && payments.length === 0
}
