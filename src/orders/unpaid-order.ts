import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { type Source } from "../payments/source"
import { type PlanEffect, type Findings, type Plan } from "./next-step/types"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { runEffect } from "./effects"
import { needsAttention } from "./raise"
import { bringInLine } from "./loop"
import { orderById, subjectsOfOrder } from "./records/lookups"
import { blockerOf, isCanceled, openOf } from "./records/predicates"
import { openChanges, problemOfRecords } from "./records/snapshot"
import { lineItemsOf } from "./records/variants"
import { loggerOf, moduleOf, queryOf } from "../payments/module"
import { type OrdersModule } from "./module"

/** Waits for the service, so it is done before the cart's money is held; everything else is done while it is. */
const asks = (effect: PlanEffect) => effect.do === "ask_attempts"

/**
 * The other half of the promise: no order is shown as open that no payment comes for. Called after a verify that found no money.
 * `plan` says what becomes of the order; it is ended only while the cart's money is held, so that none of its attempts can be captured
 * meanwhile, and only when none of them is paid.
 * @returns whether nothing is left that a later look could bring further
 */
export async function endUnpaidOrder(
  container: MedusaContainer,
  intent: IntentRow,
  { reason, source }: { reason: string; source: Source }
): Promise<boolean> {
  if (!intent.cart_id) return true
  const { ledger } = moduleOf(container)
  const plan = async (findings: Findings, may: (effect: PlanEffect) => boolean) =>
    await bringInLine(container, intent, { unpaid: reason, source, findings, may })

  const outside = await plan({}, asks)
  if (outside.plan.kind !== "effect") return await concluded(container, intent, outside.plan)
  const ended = await ledger.whileHolding(intent.subject_id, { wait: 0 }, async () => {
    const inside = await plan(outside.findings, (effect) => !asks(effect)).catch((error: unknown) =>
      refusedCancel(error, outside.plan)
    )
    return await concluded(container, intent, inside.plan)
  })
  return ended.held && ended.value
}

/** Core cancels no order that is fulfilled or being worked on: goods may be on their way, and only a person can stop them. */
function refusedCancel(error: unknown, wanted: Plan): { plan: Plan } {
  if (!MedusaError.isMedusaError(error)) throw error
  const effect = wanted.kind === "effect" ? wanted.effect : null
  const data = effect?.do === "cancel_order" ? { order_id: effect.order_id } : undefined
  return { plan: { kind: "raise", reason: "unpaid_order_kept", data, once: true } }
}

async function concluded(container: MedusaContainer, intent: IntentRow, plan: Plan): Promise<boolean> {
  const { ledger } = moduleOf(container)
  // The schedule's next step may lie far behind the order's end.
  if (plan.kind === "wait" && plan.until !== null) await ledger.scheduleBy(intent.id, plan.until)
  if (plan.kind === "raise") await needsAttention(container, intent, plan)
  return (
    plan.kind === "raise" || (plan.kind === "wait" && plan.until === null && plan.because !== "unreadable")
  )
}

/** The one order that is made of a payment has this id: a second one of it cannot be written. */
export const orderIdOfMoney = ({ id }: Pick<IntentRow, "id">) => `order_${id.slice(id.indexOf("_") + 1)}`

/**
 * The id of the order that was made of this money and does not have it, as it was made; null where none stands, or where other money, an edit, a
 * link or anything else that a person did made it more than that.
 */
export async function unpaidOrderOf(container: MedusaContainer, money: IntentRow): Promise<string | null> {
  const query = queryOf(container)
  const order = await orderById(query, orderIdOfMoney(money))
  if (!order || order.is_draft_order || isCanceled(order)) return null
  if (problemOfRecords([order], order.payment_collections)) return null
  const { assignments, links } = moduleOf<OrdersModule>(container)
  const [changes, assigned, askedUntil] = await Promise.all([
    openChanges(query, [order]),
    assignments.onOrder(order.id),
    links.openUntil([], [order.id]),
  ])
  const { exponent } = money
  const isBegun = assigned ?? askedUntil ?? blockerOf(order, { openChanges: changes.length, exponent })
  return !isBegun && openOf(order, exponent) === BigInt(money.amount) ? order.id : null
}

/**
 * What a process that died made of this money, which goes elsewhere now: nothing would come for it, and it holds goods. A draft is no order, and
 * stays without them. Only while nothing else is paid into it; an order that core does not cancel stands, and is shown as unpaid.
 */
export async function takeUnpaidOrderBack(container: MedusaContainer, money: IntentRow): Promise<void> {
  const query = queryOf(container)
  const order_id = orderIdOfMoney(money)
  const subjects = await subjectsOfOrder(query, order_id)
  await moduleOf(container).ledger.whileHolding(subjects, { wait: 0, orderId: order_id }, async () => {
    const isUnpaid = (await unpaidOrderOf(container, money)) !== null
    if (isUnpaid)
      return await takeOrderBack(container, money, order_id).catch((error: unknown) => {
        if (!MedusaError.isMedusaError(error)) throw error
        const why = `${order_id}, which was made of ${money.merchant_reference}, stands unpaid: ${error.message}`
        loggerOf(container).warn(`paycollect: order ${why} Cancel it in Medusa.`)
      })
    if ((await orderById(query, order_id))?.is_draft_order) await freeGoods(container, order_id)
  })
}

/** Gives back what an order, or a draft whose conversion was cut off, has reserved. */
export async function freeGoods(container: MedusaContainer, order_id: string): Promise<void> {
  const ids = await lineItemsOf(queryOf(container), order_id)
  await deleteReservationsByLineItemsWorkflow(container).run({ input: { ids } })
}

/** Its money went elsewhere, or is about to. */
export async function takeOrderBack(container: MedusaContainer, intent: IntentRow, order_id: string) {
  const effect = { do: "cancel_order", order_id, placed: false } as const
  await runEffect(container, { intent, effect, source: { by: "order" } })
}
