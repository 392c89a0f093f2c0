import { askedOf, isTakenIn, isCanceled, isGivenBack, isPaidFor, paymentOf } from "../records/predicates"
import { isTestInLive } from "../../payments/assess"
import { isSameMoney } from "../../payments/money"
import {
  bringsMoney,
  CORE_CUT_OFF_MS,
  unpaidSession,
  isPaidByThis,
  orderIdOf,
  ourSessions,
  ownSession,
  effect,
  applied,
  raise,
  epochOf,
  unrecordedCaptures,
  wait,
  wasPaidBefore,
  type PlanRows,
} from "./view"

/** Money that came. See the table of `plan`. */
export const PAID = {
  test_captured: (view) =>
    isTestInLive(view.payment, view.options) &&
    view.captured.some((each) => isTakenIn(each, view.exponent, view.orderedAt)) &&
    applied(orderIdOf(view)),
  test_money: (view) => isTestInLive(view.payment, view.options) && raise("environment_discrepancy"),

  returned: (view) => {
    const taken = view.captured.filter(({ captured_at }) => captured_at)
    const isBack = taken.length > 0 && taken.every((each) => isGivenBack(each, view.exponent, view.orderedAt))
    return view.hasOrder && isCanceled(view.order!) && isBack && applied(orderIdOf(view))
  },
  canceled: (view) => view.hasOrder && isCanceled(view.order!) && raise("paid_after_cancel"),

  refunded: (view) => view.needsOrder && view.isRefunded && raise("paid_without_order"),
  unknown: ({ payment, snapshot, order, collection }) =>
    payment.recovered === "event" && !order && !snapshot.cart && !collection && raise("unknown_payment"),
  no_cart: (view) =>
    view.needsOrder && !(view.snapshot.cart && view.collection) && raise("paid_without_order"),
  other_price: (view) => {
    const { cart } = view.snapshot
    const price = cart && { amount: cart.total, currency_code: cart.currency_code }
    return view.needsOrder && price && !isSameMoney(view.payment, price) && raise("late_payment")
  },
  other_session: (view) =>
    view.needsOrder && view.live && !isSameMoney(view.payment, view.live) && raise("late_payment"),
  unpaid_session: (view) =>
    view.needsOrder &&
    view.live &&
    !isPaidByThis(view, view.live) &&
    !bringsMoney(view, view.live) &&
    effect({ do: "link_session", session_id: view.live.id }),
  complete: (view) =>
    view.needsOrder && view.live && effect({ do: "complete_cart", cart_id: view.payment.cart_id! }),
  other_collection: (view) =>
    view.needsOrder && !isSameMoney(view.payment, view.collection!) && raise("late_payment"),
  no_session: (view) => view.needsOrder && effect({ do: "open_session", collection_id: view.collection!.id }),

  fresh_capture: (view) => {
    const youngest = Math.max(...unrecordedCaptures(view).map(({ created_at }) => epochOf(created_at)))
    const isCutOff = youngest + CORE_CUT_OFF_MS <= view.now
    const waits = view.hasOrder && !view.isUnderCartLock && Number.isFinite(youngest) && !isCutOff
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
  captured: (view) => {
    const { collection, exponent } = view
    const bySession = ourSessions(view)
      .filter((session) => isPaidByThis(view, session))
      .flatMap((session) => paymentOf(session, collection!) ?? [])
    const isThere = [...view.captured, ...bySession].some((each) => isTakenIn(each, exponent, view.orderedAt))
    return isThere && applied(orderIdOf(view))
  },
  refunded_beside: (view) =>
    view.isRefunded && raise(view.payment.cart_id !== null ? "duplicate_payment" : "paid_without_order"),
  paid_for: (view) => {
    const { collection, order, exponent } = view
    const isCovered = collection && isPaidFor(collection, BigInt(view.payment.amount), exponent)
    const owesNothing = order && askedOf(order, view.payment, exponent) <= 0n
    return (isCovered || owesNothing || wasPaidBefore(view)) && raise("duplicate_payment")
  },
  // An edit took goods off the order while the customer was at the hosted page: what she pays there is asked for by nobody any more.
  owes_less: ({ order, payment, exponent }) =>
    order && askedOf(order, payment, exponent) < BigInt(payment.amount) && raise("late_payment"),
  own_session_differs: (view) => {
    const session = ownSession(view) ?? unpaidSession(view)
    return session && !isSameMoney(view.payment, session) && raise("late_payment")
  },
  own_session: (view) => {
    const session = ownSession(view)
    return session && effect({ do: "capture", session_id: session.id })
  },
  spare_session: (view) => {
    const session = unpaidSession(view)
    return session && effect({ do: "link_session", session_id: session.id })
  },
  // Another provider was chosen in another tab, which took the last session of ours with it, or core deleted the collection.
  unsessioned: (view) => {
    const { order, collection, payment } = view
    if (!order || ourSessions(view).length > 0) return null
    // Core deletes the others for ours: what is more than begun with another provider stays.
    const isUntaken = collection?.payment_sessions.every(({ status }) => status === "pending")
    return collection && isUntaken && isSameMoney(payment, collection)
      ? effect({ do: "open_session", collection_id: collection.id })
      : raise("late_payment")
  },
  other_money: (view) => view.hasOrder && raise("duplicate_payment"),
  no_order_possible: () => raise("paid_without_order"),
} satisfies PlanRows
