import { type CreateOrderDTO, type MedusaContainer } from "@medusajs/framework/types"
import {
  convertDraftOrderWorkflow,
  createOrderWorkflow,
  deleteReservationsByLineItemsWorkflow,
} from "@medusajs/medusa/core-flows"
import { assign, ASSIGN_WAIT_MS, AssignmentRefusal, whyNotMoney } from "./assign"
import { draftOf, isShort, orderIdOfMoney, orderInputOf, type OrderDraft } from "./order-draft"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type Purchase } from "../../payments/purchase"
import { orderById } from "../../orders/records/lookups"
import { total } from "../../orders/records/predicates"
import { boughtBy, buyerOfCart, lineItemsOf, soldVariants } from "../../orders/records/variants"
import { wentBack } from "../../orders/went-back"
import { type AdvanceResult } from "../../orders/advance"
import { moduleOf, queryOf } from "../../payments/module"

type OfMoney = Pick<IntentRow, "merchant_reference" | "subject_id">

/**
 * Makes the order that late or double money was for, and books the money on it. The order's id follows from the payment's, so that a repeat, a
 * second employee and a try after a kill go on with the same order; until it has its money it stands unpaid, and the payment stays listed.
 * @returns `succeeded` when the order has it; `waiting` when the job finishes it
 * @throws AssignmentRefusal; with `short` nothing was made, with what `assign` refuses an order may stand that is not paid
 */
export async function createOrderFromPayment(
  container: MedusaContainer,
  { merchant_reference, subject_id }: OfMoney,
  { by }: { /** the employee's id */ by: string }
): Promise<AdvanceResult> {
  const { ledger } = moduleOf(container)
  const listed = (await ledger.byReference(merchant_reference))!
  const order_id = orderIdOfMoney(listed)
  if (listed.assigned_order_id !== order_id) {
    await mayBeOrdered(container, listed)
    if (await wentBack(container, listed)) throw new AssignmentRefusal("reversed")
    const made = await ledger.whileHolding(subject_id, { wait: ASSIGN_WAIT_MS }, async () => {
      const row = (await ledger.byReference(merchant_reference))!
      if (row.assigned_order_id === order_id) return
      await mayBeOrdered(container, row)
      await placeOrder(container, row, by)
    })
    if (!made.held) throw new AssignmentRefusal("in_progress")
  }
  return await assign(container, { merchant_reference, subject_id }, { order_id, by })
}

/** What the order would be, as things are now. Nothing is written. @throws AssignmentRefusal where none may be made of this money */
export async function previewOrder(
  container: MedusaContainer,
  { merchant_reference }: Pick<OfMoney, "merchant_reference">
): Promise<{ draft: OrderDraft; /** where it was made before */ placed_order_id: string | null }> {
  const row = (await moduleOf(container).ledger.byReference(merchant_reference))!
  await mayBeOrdered(container, row)
  const id = orderIdOfMoney(row)
  const [draft, found] = await Promise.all([draftOfRow(container, row), orderById(queryOf(container), id)])
  return { draft, placed_order_id: found && !found.is_draft_order ? id : null }
}

async function mayBeOrdered(container: MedusaContainer, row: IntentRow): Promise<void> {
  const blocker = await whyNotMoney(container, row)
  if (blocker) throw new AssignmentRefusal(blocker)
}

async function draftOfRow(container: MedusaContainer, row: IntentRow): Promise<OrderDraft> {
  const query = queryOf(container)
  const purchase = row.purchase as Purchase | null
  const ids = (purchase?.lines ?? []).flatMap(([id]) => id ?? [])
  const buyer = purchase ?? (row.cart_id ? await buyerOfCart(query, row.cart_id) : undefined)
  const by = await boughtBy(query, buyer ?? {}, row.currency_code)
  if (!by) throw new AssignmentRefusal("no_region")
  const variants = await soldVariants(query, ids, by.sales_channel_id)
  return { ...draftOf(row, purchase, { variants, buyer }), customer_id: undefined, ...by }
}

/** As a draft first: its conversion reserves the goods. One that was cut off before that is converted now, and reserves them once. */
async function placeOrder(container: MedusaContainer, row: IntentRow, by: string): Promise<void> {
  const query = queryOf(container)
  const id = orderIdOfMoney(row)
  const found = await orderById(query, id)
  if (found && !found.is_draft_order) return
  if (found) {
    const ids = await lineItemsOf(query, id)
    await deleteReservationsByLineItemsWorkflow(container).run({ input: { ids } })
  }
  const draft = await draftOfRow(container, row)
  if (draft.lines.some((line) => isShort(line, draft))) throw new AssignmentRefusal("short")
  if (!found) {
    const input = orderInputOf(draft, row) as CreateOrderDTO
    await createOrderWorkflow(container).run({ input })
  }
  const made = await orderById(query, id)
  // A store may change what its workflows make of it: for another sum it is not this money's.
  if (!made?.total || total([made.total], row.exponent) !== BigInt(row.amount))
    throw new AssignmentRefusal("not_done")
  await convertDraftOrderWorkflow(container).run({ input: { id } })
  const event = { type: "order_made", cause: "order", data: { order_id: id, by } } as const
  await moduleOf(container).ledger.record(row.id, event)
}
