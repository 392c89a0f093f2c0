import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isLeftover } from "../../domain/plan/unpaid"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { openChanges } from "../../store/snapshot"

/**
 * An edit, return, exchange or claim that no person confirmed yet: core changes no such order, and says so only after it gave money back.
 * What a killed cancel or refund of core's left open is ended first.
 */
export async function hasOpenChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const { clock } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const open = await openChanges(container.resolve(ContainerRegistrationKeys.QUERY), [{ id: orderId }])
  const leftOver = open.filter((change) => isLeftover(change, clock.now())).map(({ id }) => id)
  if (leftOver.length > 0) await container.resolve(Modules.ORDER).cancelOrderChange(leftOver)
  return open.length > leftOver.length
}
