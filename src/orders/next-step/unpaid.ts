import { MINUTE_MS } from "../../service/config"
import { isAssignedElsewhere } from "../../payments/attempts"
import { isCanceled, openOf, owedBy, blockerOf } from "../records/predicates"
import { type AttemptRecord, type OrderRecord } from "../records/records"
import { CORE_CUT_OFF_MS, effect, raise, epochOf, wait, type PlanRows, type View } from "./view"

/** Core holds a cart for at most 120 s while it completes: an unpaid order older than this was left behind by a process that died. */
export const ABANDONED_MS = 3 * MINUTE_MS
/** How often an unpaid order is looked at while the service gives no clear answer about its payment, and while a link asks for it. */
export const IN_DOUBT_MS = 60 * MINUTE_MS
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
  money_appeared: (view) => {
    const order = endedOrder(view)
    const blocker = order && blockerOf(order, { openChanges: 0, exponent: view.exponent })
    return (
      blocker === "money" &&
      raise("order_without_payment", { data: { order_id: order!.id, money_appeared: true } })
    )
  },
  ended: (view) => {
    const { ended } = view.snapshot
    return ended && !ended.placed && raise("order_without_payment", { data: { order_id: ended.order_id } })
  },
  no_order: (view) => (!view.payment.cart_id || !view.order || isCanceled(view.order)) && wait("no_order"),
  owes_nothing: (view) => owedBy(view.order!, view.exponent) <= 0n && wait("owes_nothing"),
  paid_elsewhere: (view) => openOf(view.order!, view.exponent) <= 0n && wait("paid_elsewhere"),
  too_early: (view) => {
    const patience = isPlaced(view) ? view.options.pendingOrderExpiryHours * 60 * MINUTE_MS : ABANDONED_MS
    const ends = epochOf(view.order!.created_at) + patience
    return ends > view.now && wait("too_early", ends)
  },
  // Looked at meanwhile, too: it may be withdrawn.
  asked_by_link: ({ snapshot: { askedUntil }, now }) => {
    const ends = askedUntil ? epochOf(askedUntil) : 0
    return ends > now && wait("asked_by_link", Math.min(ends, now + IN_DOUBT_MS))
  },
  in_doubt: (view) => !CLEARLY_UNPAID.has(view.payment.unpaid!) && wait("in_doubt", view.now + IN_DOUBT_MS),
  other_paid: (view) => others(view).some(({ outcome }) => outcome === "paid") && wait("other_paid"),
  unasked: (view) => {
    const ids = others(view).flatMap(({ id, outcome }) =>
      view.snapshot.unpaid?.[id] !== undefined || outcome === "discrepancy" ? [] : id
    )
    return ids.length > 0 && effect({ do: "ask_attempts", ids })
  },
  other_in_doubt: (view) =>
    // Money that is not what was asked for is a person's matter, and pays no order.
    others(view).some(
      ({ id, outcome }) => outcome !== "discrepancy" && !CLEARLY_UNPAID.has(view.snapshot.unpaid?.[id] ?? "")
    ) && wait("in_doubt", view.now + IN_DOUBT_MS),
  fresh_change: (view) => {
    const fresh = changesOf(view).filter((change) => isCredit(change) && !isLeftover(change, view.now))
    const youngest = Math.max(...fresh.map(({ created_at }) => epochOf(created_at)))
    return fresh.length > 0 && wait("core_is_canceling", youngest + CORE_CUT_OFF_MS)
  },
  leftover: (view) => {
    const ids = changesOf(view)
      .filter((change) => isLeftover(change, view.now))
      .map(({ id }) => id)
    return ids.length > 0 && effect({ do: "end_leftover_changes", ids })
  },
  blocked: (view) => {
    const openChanges = changesOf(view).length
    const blocker = blockerOf(withUnlinked(view), { openChanges, exponent: view.exponent })
    return blocker && raise("unpaid_order_kept", { data: { order_id: view.order!.id, blocker }, once: true })
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

const changesOf = ({ snapshot, order }: View) =>
  snapshot.changes.filter(({ order_id }) => order_id === order!.id)

/** A customer who starts anew for a placed order has a fresh session; the order waits on purpose all the same. */
function isPlaced({ options, collection }: View): boolean {
  const isWaiting = collection?.payment_sessions.some(({ status }) => status === "pending_authorization")
  return options.pendingOrders === "place" || isWaiting === true
}

/** Those whose money may be this order's and is not among its payments yet; what an employee gave to another one is not. */
function others({ payment, snapshot, order }: View): AttemptRecord[] {
  return snapshot.attempts.filter(
    (each) =>
      each.id !== payment.id &&
      !each.closed_at &&
      !each.applied_at &&
      each.status !== "rejected" &&
      !isAssignedElsewhere(each, order!.id)
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
