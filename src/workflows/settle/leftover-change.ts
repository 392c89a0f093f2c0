import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderChangeType } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import type PayCollectModuleService from "../../modules/paycollect/service"

/** Core makes and confirms the change within one workflow, in moments. */
const LEFT_OVER_MS = 60_000

/**
 * Core notes a canceled or refunded order's credit line as an order change, which it makes and confirms in two steps. A process killed
 * in between leaves it open, and from then on core refuses to change or cancel that order. Edits and returns are a person's: left alone.
 */
export async function endLeftoverChange(container: MedusaContainer, orderId: string): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const open = (await openChanges(container, orderId)).filter(
    ({ change_type }) => (change_type as string | undefined) === OrderChangeType.CREDIT_LINE
  )
  const now = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE).clock.now()
  const leftOver = open.filter(({ created_at }) => now - new Date(created_at).getTime() > LEFT_OVER_MS)
  if (leftOver.length) await orders.cancelOrderChange(leftOver.map(({ id }) => id))
}

/** An edit, return, exchange or claim that nobody confirmed yet. Core changes no such order, and says so only after it gave money back. */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  return (await openChanges(container, orderId)).length > 0
}

async function openChanges(container: MedusaContainer, orderId: string) {
  const orders = container.resolve(Modules.ORDER)
  return await orders.listOrderChanges({
    order_id: orderId,
    status: ["pending", "requested"],
  } as Parameters<typeof orders.listOrderChanges>[0])
}
