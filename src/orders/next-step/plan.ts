import { isCanceled } from "../records/predicates"
import { type Snapshot, type Unreadable } from "../records/records"
import { ASSIGNED } from "./assigned"
import { PAID } from "./paid"
import { type Findings, type PlanMoment, type Plan, type PlannedPayment, type PlanOptions } from "./types"
import { UNPAID } from "./unpaid"
import { viewOf, type PlanRows } from "./view"

/**
 * The second judge: what the store must do with this payment next. Pure and total; the first row that holds answers. An effect is one
 * step of {@link Effect}; after it everything is read again, so that a process which dies between two of them needs no code of its own.
 *
 * Money that came (`decide` says paid):
 *
 * | row | when | plan |
 * |---|---|---|
 * | unreadable | a relation, an amount or the payments of captured money are missing | wait |
 * | test_captured | test money in a live store, of which an order was made before | applied |
 * | test_money | test money in a live store | raise environment_discrepancy |
 * | returned | the order is canceled, and the shop gave this money back | applied |
 * | canceled | the order is canceled | raise paid_after_cancel |
 * | refunded | no order, and a part of this money went back | raise paid_without_order |
 * | unknown | the row was recovered from the service's word alone, and still nothing here is of it | raise unknown_payment |
 * | no_cart | no order, and the cart or its collection is gone | raise paid_without_order |
 * | other_price | no order, and the cart costs something else now | raise late_payment |
 * | other_session | no order, and its live session asks for something else | raise late_payment |
 * | unpaid_session | no order, and its live session is paid by nothing that came | link_session |
 * | complete | no order, and a live session | complete_cart |
 * | other_collection | no order, no live session, and the collection asks for something else | raise late_payment |
 * | no_session | no order, no live session | open_session, which reuses this money |
 * | fresh_capture | a collection without a cart whose capture is not booked on its order yet | wait for core |
 * | unfinished | order and collection are not linked, a capture is not booked on the order, or the money is marked as canceled | repair_order |
 * | captured | a payment of this money stands | applied |
 * | refunded_beside | a part of this money went back, and no payment of it stands | raise duplicate_payment; without a cart paid_without_order |
 * | paid_for | standing payments, another attempt or the order's own count leave too little to pay | raise duplicate_payment |
 * | owes_less | the order still owes something, and less than this money | raise late_payment |
 * | own_session_differs | this payment's session asks for something else | raise late_payment |
 * | own_session | this payment has a session | capture |
 * | spare_session | a session that no money came for | link_session |
 * | unsessioned | an order that owes it, and no session of ours where it is paid | open_session, which reuses this money; raise late_payment where something else is asked for, or nothing |
 * | other_money | an order, and its sessions are for other money | raise duplicate_payment |
 * | no_order_possible | no order, and no session is left to pay | raise paid_without_order |
 *
 * Money that an employee gave to an order (`features/assignment/rules.ts`): the snapshot is that order's.
 *
 * | row | when | plan |
 * |---|---|---|
 * | unreadable | as above | wait |
 * | returned | it was captured there, the order is canceled since, and the shop gave this money back | applied |
 * | canceled_since | it was captured there, and the order is canceled since | raise paid_after_cancel |
 * | fresh_capture | its capture is not booked on the order yet | wait for core |
 * | unfinished | its capture is not booked on the order, or the money is marked as canceled | repair_order |
 * | captured | a payment of this money stands there | applied |
 * | spent | a payment of this money stands elsewhere: core was about to make it | undo_assignment |
 * | gone | the order cannot be found | undo_assignment |
 * | order_canceled | the order is canceled | undo_assignment |
 * | test_money | test money in a live store | undo_assignment |
 * | owes_less | the order owes less than this money | undo_assignment |
 * | collection_changed | its collection is gone, asks for something else, or other money was paid into it | undo_assignment |
 * | failed | three looks failed | undo_assignment |
 * | make | no collection of the order asks for just this and is untouched | make_collection |
 * | assign | one does | assign_collection, before any session is made in it |
 * | open | it has no session of this money | open_session, which is paid by this money and never charged |
 * | pay | it has one | capture |
 *
 * No money (waiting or failed):
 *
 * | row | when | plan |
 * |---|---|---|
 * | unreadable | as above | wait |
 * | money_appeared | this look canceled the order, and money appeared on it meanwhile | raise order_without_payment |
 * | ended | this look canceled an order that a process left behind | raise order_without_payment |
 * | no_order | there is no cart, or none of its orders stands | wait |
 * | owes_nothing | the order owes nothing: a full discount, or paid through any of its collections | wait |
 * | paid_elsewhere | standing payments, captured or not, pay all that the order owes | wait |
 * | too_early | it was placed to wait, or core may still be at it | wait until then |
 * | asked_by_link | a payment link asks its customer to pay it | wait an hour, or until the link ends |
 * | in_doubt | the answer does not surely say that no money came | wait an hour |
 * | other_paid | another attempt brought money: its own look captures it | wait |
 * | unasked | the other attempts, those by its links among them, were not asked | ask_attempts |
 * | other_in_doubt | another attempt's answer is not sure | wait an hour |
 * | fresh_change | core is writing a credit line: it cancels or refunds the order just now | wait until that was cut off |
 * | leftover | a credit line that a killed cancel left open | end_leftover_changes |
 * | blocked | money, another provider's session, a credit line, an open change or goods block the order | raise unpaid_order_kept |
 * | unpaid | nothing does | cancel_order |
 */
export function plan(
  payment: PlannedPayment,
  snapshot: (Snapshot & Findings) | Unreadable,
  options: PlanOptions,
  now: number
): Plan {
  const rows = payment.assigned_order_id ? ASSIGNED : payment.unpaid === null ? PAID : UNPAID
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
