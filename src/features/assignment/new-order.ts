import { type CreateOrderDTO, type MedusaContainer } from "@medusajs/framework/types"
import { convertDraftOrderWorkflow, createOrderWorkflow } from "@medusajs/medusa/core-flows"
import { assign, AssignmentRefusal, whyNotMoney } from "./assign"
import { draftOf, isShort, orderInputOf, type OrderDraft } from "./order-draft"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { readPurchase, type Purchase } from "../../payments/purchase"
import { orderById, orderOfCart, orderOfCollection } from "../../orders/records/lookups"
import { total } from "../../orders/records/predicates"
import { boughtBy, buyerOfCart, soldVariants } from "../../orders/records/variants"
import { type AdvanceResult } from "../../orders/advance-result"
import { freeGoods, orderIdOfMoney, takeOrderBack, unpaidOrderOf } from "../../orders/unpaid-order"
import { moduleOf, queryOf } from "../../payments/module"

type OfMoney = Pick<IntentRow, "merchant_reference" | "subject_id">

/**
 * Makes the order that late or double money was for, and books the money on it. The order's id follows from the payment's, so that a repeat, a
 * second employee and a try after a kill go on with the same order; until it has its money it stands unpaid, and the payment stays listed.
 * @returns `succeeded` when the order has it; `waiting` when the job finishes it
 * @throws AssignmentRefusal; with `order_stands` one was made that is not paid, with `order_canceled` it was taken back
 */
export async function createOrderFromPayment(
  container: MedusaContainer,
  { merchant_reference, subject_id }: OfMoney,
  { by }: { /** the employee's id */ by: string }
): Promise<AdvanceResult> {
  const { ledger, assignments } = moduleOf(container)
  const listed = (await ledger.byReference(merchant_reference))!
  const order_id = orderIdOfMoney(listed)
  const made = { order: false }
  const make = async (row: IntentRow) => {
    await mayBeOrdered(container, row)
    if (assignments.isTakenLately(row)) throw new AssignmentRefusal("in_progress")
    await placeOrder(container, row, by)
    made.order = true
    return await ledger.byId(row.id)
  }
  try {
    return await assign(container, { merchant_reference, subject_id }, { order_id, by, make })
  } catch (error) {
    throw made.order && error instanceof AssignmentRefusal
      ? await withoutMoney(container, listed, error)
      : error
  }
}

/** Its order was made, and the money was not booked on it: what becomes of the order, and what a person is told. */
async function withoutMoney(
  container: MedusaContainer,
  listed: IntentRow,
  refusal: AssignmentRefusal
): Promise<AssignmentRefusal> {
  const order_id = await unpaidOrderOf(container, listed)
  if (!order_id) return refusal
  const why = await whyNotMoney(container, await moduleOf(container).ledger.byId(listed.id))
  if (!why || why === "in_progress") return new AssignmentRefusal("order_stands")
  await takeOrderBack(container, listed, order_id)
  return new AssignmentRefusal("order_canceled")
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
  const open = await moduleOf(container).attention.openFor(row.id)
  if (!open.some(({ reason }) => reason === "paid_without_order")) return
  // Its own order was made and could not be paid: a second one would leave that unpaid.
  const query = queryOf(container)
  const own = await (row.cart_id
    ? orderOfCart(query, row.cart_id)
    : orderOfCollection(query, row.payment_collection_id))
  if (own && own.status !== "canceled") throw new AssignmentRefusal("order_stands")
}

async function draftOfRow(container: MedusaContainer, row: IntentRow): Promise<OrderDraft> {
  const query = queryOf(container)
  const purchase = row.purchase && readPurchase(row.purchase as unknown as Purchase)
  const ids = (purchase?.lines ?? []).flatMap(([id]) => id ?? [])
  const isKnown = purchase?.sales_channel_id || !row.cart_id
  const buyer = isKnown ? (purchase ?? undefined) : await buyerOfCart(query, row.cart_id!)
  const by = await boughtBy(query, buyer ?? {}, row.currency_code)
  if (!by) throw new AssignmentRefusal("no_region")
  const variants = await soldVariants(query, ids, by.sales_channel_id)
  const { options } = await moduleOf(container).configuration.current()
  const { language } = options.notifications
  return { ...draftOf(row, purchase, { variants, buyer, language }), customer_id: undefined, ...by }
}

/** As a draft first: its conversion reserves the goods. One that was cut off before that is converted now, and reserves them once. */
async function placeOrder(container: MedusaContainer, row: IntentRow, by: string): Promise<void> {
  const query = queryOf(container)
  const id = orderIdOfMoney(row)
  const found = await orderById(query, id)
  if (found && !found.is_draft_order) return
  if (found) await freeGoods(container, id)
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
