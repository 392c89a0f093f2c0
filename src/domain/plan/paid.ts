import { askedOf, isBooked, isCanceled, isGivenBack, isPaidFor, paymentOf } from "../../store/predicates"
import { isPlayMoney } from "../environment"
import { isSameMoney } from "../money"
import {
  bringsMoney,
  CUT_OFF_MS,
  freeSession,
  hasOrder,
  isMine,
  isUnderCartLock,
  isSentBack,
  needsOrder,
  orderId,
  ourSessions,
  ownSession,
  run,
  settled,
  tell,
  timeOf,
  unbookedCaptures,
  wait,
  wasPaidBefore,
  type Rows,
} from "./view"

/** Money that came. See the table of `plan`. */
export const PAID = {
  test_booked: (view) =>
    isPlayMoney(view.payment, view.options) &&
    view.booked.some((each) => isBooked(each, view.exponent, view.orderedAt)) &&
    settled(orderId(view)),
  test_money: (view) => isPlayMoney(view.payment, view.options) && tell("environment_mismatch"),

  returned: (view) => {
    const taken = view.booked.filter(({ captured_at }) => captured_at)
    const isBack = taken.length > 0 && taken.every((each) => isGivenBack(each, view.exponent, view.orderedAt))
    return hasOrder(view) && isCanceled(view.order!) && isBack && settled(orderId(view))
  },
  canceled: (view) => hasOrder(view) && isCanceled(view.order!) && tell("paid_after_cancel"),

  sent_back: (view) => needsOrder(view) && isSentBack(view) && tell("paid_without_order"),
  unknown: ({ payment, snapshot, order, collection }) =>
    payment.rebuilt === "event" && !order && !snapshot.cart && !collection && tell("unknown_payment"),
  no_cart: (view) =>
    needsOrder(view) && !(view.snapshot.cart && view.collection) && tell("paid_without_order"),
  other_price: (view) => {
    const { cart } = view.snapshot
    const price = cart && { amount: cart.total, currency_code: cart.currency_code }
    return needsOrder(view) && price && !isSameMoney(view.payment, price) && tell("late_payment")
  },
  other_session: (view) =>
    needsOrder(view) && view.live && !isSameMoney(view.payment, view.live) && tell("late_payment"),
  free_session: (view) =>
    needsOrder(view) &&
    view.live &&
    !isMine(view, view.live) &&
    !bringsMoney(view, view.live) &&
    run({ do: "link_session", session_id: view.live.id }),
  complete: (view) =>
    needsOrder(view) && view.live && run({ do: "complete_cart", cart_id: view.payment.cart_id! }),
  other_collection: (view) =>
    needsOrder(view) && !isSameMoney(view.payment, view.collection!) && tell("late_payment"),
  no_session: (view) => needsOrder(view) && run({ do: "open_session", collection_id: view.collection!.id }),

  fresh_capture: (view) => {
    const youngest = Math.max(...unbookedCaptures(view).map(({ created_at }) => timeOf(created_at)))
    const isCutOff = youngest + CUT_OFF_MS <= view.now
    const waits = hasOrder(view) && !isUnderCartLock(view) && Number.isFinite(youngest) && !isCutOff
    return waits && wait("core_is_booking", youngest + CUT_OFF_MS)
  },
  unfinished: (view) => {
    const { order, collection, booked } = view
    if (!order || !collection) return null
    const linked = order.payment_collections
    const isNamed = collection.payments.some((each) => booked.includes(each))
    const link = !linked.some(({ id }) => id === collection.id) && (isNamed || linked.length === 0)
    const captures = unbookedCaptures(view)
    // Beside a payment that stands, a canceled one is this money a second time.
    const uncancel = booked.every(({ canceled_at }) => canceled_at) ? booked.slice(0, 1) : []
    if (!link && captures.length === 0 && uncancel.length === 0) return null
    return run({
      do: "repair_order",
      order_id: order.id,
      collection_id: collection.id,
      link,
      captures,
      uncancel: uncancel.map(({ id }) => id),
    })
  },
  booked: (view) => {
    const { collection, exponent } = view
    const bySession = ourSessions(view)
      .filter((session) => isMine(view, session))
      .flatMap((session) => paymentOf(session, collection!) ?? [])
    const isThere = [...view.booked, ...bySession].some((each) => isBooked(each, exponent, view.orderedAt))
    return isThere && settled(orderId(view))
  },
  sent_back_beside: (view) =>
    isSentBack(view) && tell(view.payment.cart_id !== null ? "duplicate_payment" : "paid_without_order"),
  paid_for: (view) => {
    const { collection, order, exponent } = view
    const isCovered = collection && isPaidFor(collection, BigInt(view.payment.amount), exponent)
    const owesNothing = order && askedOf(order, view.payment, exponent) <= 0n
    return (isCovered || owesNothing || wasPaidBefore(view)) && tell("duplicate_payment")
  },
  // An edit took goods off the order while the customer was at the hosted page: what she pays there is asked for by nobody any more.
  owes_less: ({ order, payment, exponent }) =>
    order && askedOf(order, payment, exponent) < BigInt(payment.amount) && tell("late_payment"),
  other_mine: (view) => {
    const session = ownSession(view) ?? freeSession(view)
    return session && !isSameMoney(view.payment, session) && tell("late_payment")
  },
  mine: (view) => {
    const session = ownSession(view)
    return session && run({ do: "capture", session_id: session.id })
  },
  free: (view) => {
    const session = freeSession(view)
    return session && run({ do: "link_session", session_id: session.id })
  },
  // Another provider was chosen in another tab, which took the last session of ours with it, or core deleted the collection.
  unsessioned: (view) => {
    const { order, collection, payment } = view
    if (!order || ourSessions(view).length > 0) return null
    // Core deletes the others for ours: what is more than begun with another provider stays.
    const isFree = collection?.payment_sessions.every(({ status }) => status === "pending")
    return collection && isFree && isSameMoney(payment, collection)
      ? run({ do: "open_session", collection_id: collection.id })
      : tell("late_payment")
  },
  second: (view) => hasOrder(view) && tell("duplicate_payment"),
  nothing: () => tell("paid_without_order"),
} satisfies Rows
