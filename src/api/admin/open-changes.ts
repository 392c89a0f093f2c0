import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isLeftover } from "../../orders/next-step/unpaid"
import { paycollectOf } from "../../modules/paycollect"
import { openChanges } from "../../orders/records/snapshot"

/**
 * An edit, return, exchange or claim that no person confirmed yet: core changes no such order, and says so only after it gave money back.
 * What a killed cancel or refund of core's left open is ended first.
 */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { clock } = paycollectOf(container)
  const open = await openChanges(container.resolve(ContainerRegistrationKeys.QUERY), [{ id: orderId }])
  const leftOver = open.filter((change) => isLeftover(change, clock.now())).map(({ id }) => id)
  if (leftOver.length > 0) await container.resolve(Modules.ORDER).cancelOrderChange(leftOver)
  return open.length > leftOver.length
}
