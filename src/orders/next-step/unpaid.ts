import { HOUR_MS, MINUTE_MS } from "../../service/config"
import { isUntouched, mayPayFor } from "../../payments/attempts"
import { isCanceled, openOf, owedBy, blockerOf } from "../records/predicates"
import { type AttemptRecord, type OrderRecord } from "../records/records"
import { CORE_CUT_OFF_MS, effect, raise, epochOf, wait, type PlanRows, type View } from "./view"

/** Core holds a cart for at most 120 s while it completes: an unpaid order older than this was left behind by a process that died. */
export const ABANDONED_MS = 3 * MINUTE_MS
/** How often an unpaid order is looked at while the service gives no clear answer about its payment, and while a link asks for it. */
export const IN_DOUBT_MS = HOUR_MS
/** Answers that surely say "no money". After anything else, silence above all, an order is left alone. */
const CLEARLY_UNPAID = new Set([
  "requires_action",
  "processing",
  "failed",
  "canceled",
  "not_found",
  "rejected",
])

/** An order that may stand without money. See the table of `plan`. */
export const UNPAID = {
  ended: (view) => {
    const order = endedOrder(view)
    const blocker = order && blockerOf(order, { openChanges: 0, exponent: view.exponent })
    if (blocker === "money")
      return raise("order_without_payment", { data: { order_id: order!.id, money_appeared: true } })
    const { ended } = view.snapshot
    return ended && !ended.placed && raise("order_without_payment", { data: { order_id: ended.order_id } })
  },
  owes_nothing: (view) => {
    const { payment, order, exponent } = view
    if (!payment.cart_id || !order || isCanceled(order)) return wait("no_order")
    if (isPaidByAnotherTry(view)) return wait("other_paid")
    if (owedBy(order, exponent) <= 0n) return wait("owes_nothing")
    return openOf(order, exponent) <= 0n && wait("paid_elsewhere")
  },
  patience: (view) => {
    const patience = isPlaced(view) ? view.options.pendingOrderExpiryHours * HOUR_MS : ABANDONED_MS
    const ends = epochOf(view.order!.created_at) + patience
    if (ends > view.now) return wait("too_early", ends)
    // Looked at meanwhile, too: it may be withdrawn.
    const { askedUntil } = view.snapshot
    const asked = askedUntil ? epochOf(askedUntil) : 0
    return asked > view.now && wait("asked_by_link", Math.min(asked, view.now + IN_DOUBT_MS))
  },
  in_doubt: (view) => !CLEARLY_UNPAID.has(view.payment.unpaid!) && wait("in_doubt", view.now + IN_DOUBT_MS),
  others: (view) => {
    const rest = others(view)
    if (rest.some(({ outcome }) => outcome === "paid")) return wait("other_paid")
    // Money that is not what was asked for is a person's matter, and pays no order.
    const unpaid = rest.flatMap(({ id, outcome }) =>
      outcome === "discrepancy" ? [] : { id, why: view.snapshot.unpaid?.[id] }
    )
    const unasked = unpaid.filter(({ why }) => why === undefined).map(({ id }) => id)
    if (unasked.length > 0) return effect({ do: "ask_attempts", ids: unasked })
    return unpaid.some(({ why }) => !CLEARLY_UNPAID.has(why!)) && wait("in_doubt", view.now + IN_DOUBT_MS)
  },
  core: (view) => {
    const credits = changesOf(view).filter(isCredit)
    const fresh = credits.filter((change) => !isLeftover(change, view.now))
    const youngest = Math.max(...fresh.map(({ created_at }) => epochOf(created_at)))
    if (fresh.length > 0) return wait("core_is_canceling", youngest + CORE_CUT_OFF_MS)
    return credits.length > 0 && effect({ do: "end_leftover_changes", ids: credits.map(({ id }) => id) })
  },
  blocked: (view) => {
    const openChanges = changesOf(view).filter((change) => !isTransfer(change)).length
    const blocker = blockerOf(withUnlinked(view), { openChanges, exponent: view.exponent })
    return blocker && raise("unpaid_order_kept", { data: { order_id: view.order!.id, blocker }, once: true })
  },
  // Anybody who knows an order's id may ask to have it: that keeps no goods from being sold. Core changes nothing of an order once it is canceled.
  transfer: (view) => {
    const ids = changesOf(view)
      .filter(isTransfer)
      .map(({ id }) => id)
    return ids.length > 0 && effect({ do: "end_leftover_changes", ids })
  },
  unpaid: (view) => effect({ do: "cancel_order", order_id: view.order!.id, placed: isPlaced(view) }),
} satisfies PlanRows

/**
 * Core notes a canceled or refunded order's credit line as a change, which it makes and confirms in two steps. A process killed in between
 * leaves it open, and from then on core refuses to change or cancel that order. Edits and returns are a person's: left alone.
 */
export function isLeftover(
  change: { change_type?: string | null; created_at: string | Date },
  now: number
): boolean {
  return isCredit(change) && now - epochOf(change.created_at) > CORE_CUT_OFF_MS
}

const isCredit = ({ change_type }: { change_type?: string | null }) => change_type === "credit_line"

const isTransfer = ({ change_type }: { change_type?: string | null }) => change_type === "transfer"

const changesOf = ({ snapshot, order }: View) =>
  snapshot.changes.filter(({ order_id }) => order_id === order!.id)

/** A customer who starts anew for a placed order has a fresh session; the order waits on purpose all the same. */
function isPlaced({ options, collection }: View): boolean {
  const isWaiting = collection?.payment_sessions.some(({ status }) => status === "pending_authorization")
  return options.pendingOrders === "place" || isWaiting === true
}

/** Those whose money may be this order's and is not among its payments yet; what went back, or an employee gave to another one, is not. */
function others({ payment, snapshot, order }: View): AttemptRecord[] {
  const whole = snapshot.attempts.filter(isUntouched)
  return whole.filter(
    (each) =>
      each.id !== payment.id && !each.applied_at && each.status !== "rejected" && mayPayFor(each, order!.id)
  )
}

/** Of the same cart. What the order owes an edit or an exchange added since: it is no order that awaits this money. */
function isPaidByAnotherTry({ payment, snapshot, order }: View): boolean {
  const { payment_collection_id } = payment
  return snapshot.attempts.some(
    (each) =>
      !!each.applied_at &&
      each.order_id === order!.id &&
      each.payment_collection_id === payment_collection_id &&
      isUntouched(each)
  )
}

function endedOrder({ snapshot }: View): OrderRecord | null {
  return snapshot.orders.find(({ id }) => id === snapshot.ended?.order_id) ?? null
}

/** The cart's collections belong to the order also where core did not live to link them; those of its canceled orders do not. */
function withUnlinked({ order, snapshot }: View): OrderRecord {
  const ofOthers = snapshot.orders
    .filter(({ id }) => id !== order!.id)
    .flatMap(({ payment_collections }) => payment_collections.map(({ id }) => id))
  const own = snapshot.collections.filter(({ id }) => !ofOthers.includes(id))
  return { ...order!, payment_collections: own }
}
