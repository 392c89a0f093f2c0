import {
  askedOf,
  hasMoney,
  isTakenIn,
  isCanceled,
  isGivenBack,
  isPaidFor,
  paymentOf,
} from "../records/predicates"
import { DAY_MS } from "../../service/config"
import { isTestInLive } from "../../payments/assess"
import { fittingCollection, refuse, sessionOf, undo, whyGone, whyOther } from "./target"
import {
  bringsMoney,
  CORE_CUT_OFF_MS,
  isPaidByThis,
  ourSessions,
  ownSession,
  effect,
  applied,
  raise,
  epochOf,
  owesMore,
  unrecordedCaptures,
  wait,
  wasPaidBefore,
  type PlanRows,
  type View,
} from "./view"

/** Looks at money that may fail before a person decides. */
export const MAX_ATTEMPTS = 3

/** Money that came: the same steps whatever it is for. See the table of `plan`. */
export const PAID = {
  test: (view) => {
    if (!isTestInLive(view.payment, view.options)) return null
    return isCapturedThere(view)
      ? applied(view.order)
      : refuse(view, { told: "environment_discrepancy", undone: "test_money" })
  },
  canceled: (view) => {
    const { order, captured, exponent, orderedAt } = view
    if (!order || !isCanceled(order)) return null
    const taken = captured.filter(({ captured_at }) => captured_at)
    const isBack = taken.length > 0 && taken.every((each) => isGivenBack(each, exponent, orderedAt))
    if (isBack) return applied(view.order)
    return (view.target !== "assignment" || isCapturedThere(view)) && raise("paid_after_cancel")
  },
  fresh_capture: (view) => {
    const youngest = Math.max(...unrecordedCaptures(view).map(({ created_at }) => epochOf(created_at)))
    const isCutOff = youngest + CORE_CUT_OFF_MS <= view.now
    const waits = view.order && !view.isUnderCartLock && Number.isFinite(youngest) && !isCutOff
    return waits && wait("core_is_recording", youngest + CORE_CUT_OFF_MS)
  },
  unfinished: (view) => {
    const { order, collection, captured: booked } = view
    if (!order || !collection) return null
    const linked = order.payment_collections
    const isNamed = collection.payments.some((each) => booked.includes(each))
    const link = !linked.some(({ id }) => id === collection.id) && (isNamed || linked.length === 0)
    // Beside a payment that stands, a canceled one is this money a second time.
    const uncancel = booked.every(({ canceled_at }) => canceled_at) ? booked.slice(0, 1) : []
    if (!link && uncancel.length === 0 && unrecordedCaptures(view).length === 0) return null
    return effect({
      do: "repair_order",
      order_id: order.id,
      collection_id: collection.id,
      link,
      uncancel: uncancel.map(({ id }) => id),
    })
  },
  // Of a cart that has no order core makes one first, also of money that it captured already.
  captured: (view) => view.target !== "cart" && isCapturedThere(view) && applied(view.order),

  gone: whyGone,
  refunded: (view) => {
    const { target, isRefunded, payment } = view
    if (!isRefunded) return null
    if (target === "assignment") return undo(view, "reversed")
    return raise(target === "cart" || payment.cart_id === null ? "paid_without_order" : "duplicate_payment")
  },
  paid_for: (view) => {
    const { target, collection, order, payment, exponent } = view
    if (target === "assignment" || target === "cart") return null
    const isCovered = collection && isPaidFor(collection, BigInt(payment.amount), exponent) && !owesMore(view)
    const isPaid = order && hasMoney(order, exponent) && askedOf(order, payment, exponent) <= 0n
    return (isCovered || isPaid || wasPaidBefore(view)) && raise("duplicate_payment")
  },
  // A person may have dealt with it in its lost row: what old money is for is not concluded once more.
  old_recovered: ({ target, payment: { recovered, created_at }, now }) =>
    target !== "assignment" && !!recovered && now - epochOf(created_at) > DAY_MS && raise("late_payment"),
  asks_otherwise: (view) => {
    const why = whyOther(view)
    return why && (why === "other" ? raise("late_payment") : undo(view, why))
  },
  // Its item is a person's again, and the order may be paid with other money.
  unheard: (view) =>
    view.target === "assignment" && view.payment.unheard === "for_good" && undo(view, "unheard"),
  failed: (view) =>
    view.target === "assignment" &&
    (view.payment.advance_attempts ?? 0) >= MAX_ATTEMPTS &&
    undo(view, "failed"),

  collection: (view) => {
    if (view.target === "cart" && !view.collection)
      return effect({ do: "open_checkout", cart_id: view.snapshot.cart!.id })
    if (view.target !== "assignment" || view.payment.assigned_collection_id) return null
    const fitting = fittingCollection(view)
    return fitting
      ? effect({ do: "assign_collection", collection_id: fitting.id })
      : effect({ do: "make_collection", order_id: view.order!.id })
  },
  session: (view) => {
    const { target, collection } = view
    const session = sessionOf(view)
    if (!session) {
      const isMissing = target !== "collection" && (target !== "order" || ourSessions(view).length === 0)
      return isMissing && effect({ do: "open_session", collection_id: collection!.id })
    }
    // Of a cart whose session is paid by other money that came, core makes the order of that.
    const isPaid = isPaidByThis(view, session) || (target === "cart" && bringsMoney(view, session))
    return !isPaid && effect({ do: "link_session", session_id: session.id })
  },
  pay: (view) => {
    if (view.target === "cart") return effect({ do: "complete_cart", cart_id: view.payment.cart_id! })
    const session = ownSession(view)
    return session && effect({ do: "capture", session_id: session.id })
  },
  rest: (view) => {
    if (!view.order) return raise("paid_without_order")
    return raise(owesMore(view) ? "late_payment" : "duplicate_payment")
  },
} satisfies PlanRows

/** By a payment of this money, or, but for an assignment, by one that core made of its session. */
function isCapturedThere(view: View): boolean {
  const { target, captured, collection, exponent, orderedAt } = view
  const ofSessions = target === "assignment" ? [] : ourSessions(view)
  const made = ofSessions
    .filter((session) => isPaidByThis(view, session))
    .flatMap((session) => paymentOf(session, collection!) ?? [])
  return [...captured, ...made].some((each) => isTakenIn(each, exponent, orderedAt))
}
