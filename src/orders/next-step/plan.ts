import { isCanceled } from "../records/predicates"
import { type Snapshot, type Unreadable } from "../records/records"
import { PAID } from "./paid"
import { type Findings, type PlanMoment, type Plan, type PlannedPayment, type PlanOptions } from "./types"
import { UNPAID } from "./unpaid"
import { viewOf, type PlanRows } from "./view"

/**
 * The second judge: what the store must do with this payment next. Pure and total; the first row that holds answers. An effect is one
 * step of {@link Effect}; after it everything is read again, so that a process which dies between two of them needs no code of its own.
 *
 * Whatever cannot be read (a relation, an amount, the payments of captured money) is waited for.
 *
 * Money that came (`decide` says paid) has one target: the order that an employee gave it to, the order that stands for its cart or collection,
 * the cart, or its collection. It then takes the same steps. What cannot be its target's is told (first reason), or its assignment is undone
 * (second).
 *
 * | row | when | plan |
 * |---|---|---|
 * | test | test money in a live store | applied where an order was made of it before; else environment_discrepancy, test_money |
 * | canceled | the order is canceled | applied where the shop gave this money back; else raise paid_after_cancel, of an assignment where it was captured |
 * | fresh_capture | outside core's lock of a cart, a capture that is not booked on the order yet | wait for core |
 * | unfinished | order and collection are not linked, a capture is not booked on the order, or the money is marked as canceled | repair_order |
 * | captured | a payment of this money stands there, and no order of a cart has to be made | applied |
 * | gone | the cart is gone; nothing here is of a payment that the service alone told of; of an assignment: the money stands elsewhere, the order cannot be found, or is canceled | paid_without_order; unknown_payment; spent, gone, order_canceled |
 * | refunded | a part of this money went back, or all | raise duplicate_payment beside an order of its cart, else paid_without_order; reversed |
 * | paid_for | other money that came leaves too little to pay: standing payments, another attempt, the order's own count | raise duplicate_payment |
 * | old_recovered | its row was lost, and it was begun more than a day ago: a person may have dealt with it | raise late_payment |
 * | asks_otherwise | cart, session, collection or order ask for something else, or for less | late_payment; owes_less, collection_changed |
 * | unheard | the service has not said for a week whether the money of an assignment is still there | undo_assignment |
 * | failed | three looks at an assignment failed | undo_assignment |
 * | collection | a cart, of before a restored backup, or an assignment has no collection yet | open_checkout; assign_collection where one asks for just this and is untouched, else make_collection |
 * | session | no session of this money | link_session to one that no money came for, else open_session, which reuses this money |
 * | pay | it has one | complete_cart, or capture |
 * | rest | the sessions are for other money, or there is none | raise paid_without_order; beside an order duplicate_payment, or late_payment where it owes this sum since an edit |
 *
 * No money (waiting or failed):
 *
 * | row | when | plan |
 * |---|---|---|
 * | ended | this look canceled an order that a process left behind, or money appeared on it meanwhile | raise order_without_payment |
 * | owes_nothing | none of the cart's orders stands, or it owes nothing: a full discount, or payments that stand, captured or not; another try of its cart paid it | wait |
 * | patience | it was placed to wait, core may still be at it, or a payment link asks its customer to pay it | wait until then |
 * | in_doubt | the answer does not surely say that no money came | wait an hour |
 * | others | another attempt, those by its links among them, brought money; was not asked; is not sure | wait for its own look; ask_attempts; wait an hour |
 * | core | core is writing a credit line: it cancels or refunds the order just now, or was killed in it | wait until that was cut off; end_leftover_changes |
 * | blocked | money, another provider's session, a credit line, an open change but a transfer, or goods block the order | raise unpaid_order_kept |
 * | transfer | another customer asked to have it, which ends with it | end_leftover_changes |
 * | unpaid | nothing does | cancel_order |
 */
export function plan(
  payment: PlannedPayment,
  snapshot: (Snapshot & Findings) | Unreadable,
  options: PlanOptions,
  now: number
): Plan {
  const rows = payment.unpaid === null || payment.assigned_order_id ? PAID : UNPAID
  return planBy(rows, payment, { snapshot, options, now })
}

/**
 * Whether an order stands that was paid with this money, also where the ledger does not know of it yet: a look that would have applied it
 * failed, and a person was told. What goes back of it goes through Medusa. What cannot be read may be one.
 */
export function paysAnOrder(payment: PlannedPayment, { snapshot, options, now }: PlanMoment): boolean {
  if ("unreadable" in snapshot) return true
  const view = viewOf(payment, snapshot, options, now)
  return view.order !== null && !isCanceled(view.order) && !!PAID.captured(view)
}

/** Whether Medusa has a payment of this money that core did not take back, be it of an order that is canceled. What cannot be read may be one. */
export function isInMedusa(payment: PlannedPayment, { snapshot, options, now }: PlanMoment): boolean {
  return "unreadable" in snapshot || viewOf(payment, snapshot, options, now).captured.length > 0
}

/** The same by other rows: a test takes them away one by one. */
export function planBy(
  rows: PlanRows,
  payment: PlannedPayment,
  { snapshot, options, now }: PlanMoment
): Plan {
  if ("unreadable" in snapshot) return { kind: "wait", until: null, because: "unreadable" }
  const view = viewOf(payment, snapshot, options, now)
  for (const row of Object.values(rows)) {
    const answer = row(view)
    if (answer) return answer
  }
  return { kind: "wait", until: null, because: "nothing_to_do" }
}
