import { type CreateOrderTransactionDTO, type LinkDefinition } from "@medusajs/framework/types"
import { createWorkflow, when, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  acquireLockStep,
  addOrderTransactionStep,
  createRemoteLinkStep,
  releaseLockStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import { REPAIR_ORDER } from "../orders/effects"
import { uncancelPaymentsStep } from "./steps/uncancel-payments"

export interface RepairOrderInput {
  /** the cart's id, under which core completes it; the collection's where there is no cart */
  lock: string
  order_id: string
  links: LinkDefinition[]
  transactions: CreateOrderTransactionDTO[]
  /** captured payments that core marked as canceled and did not return */
  canceled_payments: string[]
}

/**
 * Adds what core writes last to an order, under the lock that core completes carts with: a completion that is still at work comes
 * first; what it wrote meanwhile is not written twice, and an order that it took back is left alone.
 */
export const repairOrderWorkflow = createWorkflow(REPAIR_ORDER, (input: RepairOrderInput) => {
  acquireLockStep({ key: input.lock, timeout: 30, ttl: 120 })
  const { data: orders } = useQueryGraphStep({
    entity: "order",
    fields: ["id"],
    filters: { id: input.order_id },
  })
  when({ orders }, ({ orders }) => orders.length > 0).then(() => {
    createRemoteLinkStep(input.links)
    addOrderTransactionStep(input.transactions)
    uncancelPaymentsStep(input.canceled_payments)
  })
  releaseLockStep({ key: input.lock })
  return new WorkflowResponse(void 0)
})
