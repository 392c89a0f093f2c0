import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { whyNotAssignable, whyNotPayable, type NoAssignment, type NotAssignable } from "./rules"
import { isLeftover } from "../../orders/next-step/unpaid"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { orderById, subjectsOfOrder } from "../../orders/records/lookups"
import { openChanges } from "../../orders/records/snapshot"
import { goneOf } from "../../payments/came"
import { wentBack } from "../../orders/went-back"
import { standsInMedusa } from "../../orders/loop"
import { advance } from "../../orders/advance"
import { type AdvanceResult } from "../../orders/advance-result"
import { moduleOf, queryOf } from "../../payments/module"

const ASSIGN_WAIT_MS = 10_000

type AssignmentRefusalCode =
  NoAssignment | "short" | "no_region" | "reversed" | "not_done" | "order_stands" | "order_canceled"

const REFUSAL_MEANING: Record<AssignmentRefusalCode, string> = {
  assigned: "This payment was given to an order before; if that is canceled, refund the payment",
  no_item: "Only a payment with an open item about money that no order stands for can be booked on an order",
  refunded: "A part of this payment went back to the customer, and only a whole one can be booked",
  other_environment: "This payment is of the other environment than the store is in",
  no_order: "There is no such order",
  draft: "The order is still a draft: convert it first",
  canceled: "The order is canceled",
  other_currency: "The order is in another currency",
  open_change:
    "A change of the order is open (an edit, return, exchange, claim or transfer): confirm or cancel it first",
  owes_less: "The order owes less than this payment",
  busy: "Another payment is being booked on this order at this moment: try again in a minute",
  short: "There is less in stock than this payment was for",
  no_region:
    "The region or sales channel that the customer bought in is gone, and no other sells in this currency: make a region of it, and a default sales channel",
  reversed: "The service says that this money went back already: an item of its own says so",
  in_progress:
    "The payment or the order is being worked on at this moment, or was a moment ago: try again in a few minutes",
  not_done: "The order changed while the payment was being booked on it",
  order_stands: "The order was made and stands unpaid: try again in a few minutes, or cancel it",
  order_canceled: "The money is not free any more, so the order that was made for it was canceled",
}

/** Nothing of the money changed. NOT_ALLOWED (400), NOT_FOUND (404) for `no_order`; the dashboard has a text for each code. */
export class AssignmentRefusal extends MedusaError {
  constructor(code: AssignmentRefusalCode) {
    const { NOT_ALLOWED, NOT_FOUND } = MedusaError.Types
    super(
      code === "no_order" ? NOT_FOUND : NOT_ALLOWED,
      `${REFUSAL_MEANING[code]}. Nothing was booked, and the payment is as it was.`,
      `paycollect_assignment_${code}`
    )
  }
}

interface Assigning {
  order_id: string
  /** the employee's id */
  by: string
  /** makes the order, while the money is held. @returns the payment's row after that */
  make?: (row: IntentRow) => Promise<IntentRow>
}

/**
 * An employee gives money that came to an order: assigned under the lease of all money that it touches, then applied like any other. A repeat for
 * the same order goes on with it; a process that dies over it leaves it to the job.
 * @returns `succeeded` when the order has it; `waiting` when the job finishes it
 * @throws AssignmentRefusal with a code `paycollect_assignment_...`
 */
export async function assign(
  container: MedusaContainer,
  { merchant_reference, subject_id }: Pick<IntentRow, "merchant_reference" | "subject_id">,
  { order_id, by, make }: Assigning
): Promise<AdvanceResult> {
  const { ledger, assignments } = moduleOf(container)
  const listed = (await ledger.byReference(merchant_reference))!
  // The service is asked nothing for what is refused anyway; of what went back it may say otherwise by now.
  const isAsked = listed.assigned_order_id === order_id || goneOf(listed) > 0n
  const why = () => (make ? whyNotMoney(container, listed) : whyNot(container, listed, order_id))
  const blocker = isAsked ? null : await why()
  if (blocker) throw new AssignmentRefusal(blocker)
  if (await wentBack(container, listed)) throw new AssignmentRefusal("reversed")
  const ofOrder = await subjectsOfOrder(queryOf(container), order_id)
  const options = { wait: ASSIGN_WAIT_MS, orderId: order_id }
  const begun = await ledger.whileHolding([subject_id, ...ofOrder], options, async () => {
    const row = (await ledger.byReference(merchant_reference))!
    if (row.assigned_order_id === order_id) return
    const blocker = await whyNot(container, (await make?.(row)) ?? row, order_id)
    if (blocker) throw new AssignmentRefusal(blocker)
    if (!(await assignments.begin(row.id, order_id, by))) throw new AssignmentRefusal("in_progress")
  })
  if (!begun.held) throw new AssignmentRefusal("in_progress")

  const result = await advance(container, { reference: merchant_reference, source: { by: "assign" } })
  const row = (await ledger.byReference(merchant_reference))!
  if (row.assigned_order_id === order_id) return result
  throw new AssignmentRefusal((await whyNot(container, row, order_id)) ?? "not_done")
}

async function whyNot(
  container: MedusaContainer,
  row: IntentRow,
  orderId: string
): Promise<NoAssignment | null> {
  const ofMoney = await whyNotMoney(container, row)
  if (ofMoney) return ofMoney
  const { assignments, clock } = moduleOf(container)
  const query = queryOf(container)
  const [order, changes, other] = await Promise.all([
    orderById(query, orderId),
    openChanges(query, [{ id: orderId }]),
    assignments.onOrder(orderId),
  ])
  const openChange = changes.some((change) => !isLeftover(change, clock.now()))
  return whyNotPayable(row, order, { openChange, busy: other !== null })
}

/** The same of the money alone, whatever order it is for. */
export async function whyNotMoney(container: MedusaContainer, row: IntentRow): Promise<NotAssignable | null> {
  const { attention, configuration } = moduleOf(container)
  const open = await attention.openFor(row.id)
  const reasons = open.map(({ reason }) => reason)
  const blocker = whyNotAssignable(row, reasons, await configuration.current())
  // What Medusa holds of it, of a canceled order or one that could not be finished, would stand there twice.
  const mayBeHeld = reasons.some(
    (reason) => reason === "paid_after_cancel" || reason === "paid_without_order"
  )
  const isHeld = !blocker && mayBeHeld && (await standsInMedusa(container, row))
  return isHeld ? "assigned" : blocker
}
