import { type CreateOrderTransactionDTO, type LinkDefinition } from "@medusajs/framework/types"
import { createWorkflow, when, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  acquireLockStep,
  addOrderTransactionStep,
  createRemoteLinkStep,
  releaseLockStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import { MEND_ORDER } from "./settle/mend"
import { standAgainStep } from "./steps/stand-again"

export interface MendOrderInput {
  cart_id: string
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
export const mendOrderWorkflow = createWorkflow(MEND_ORDER, (input: MendOrderInput) => {
  acquireLockStep({ key: input.cart_id, timeout: 30, ttl: 120 })
  const { data: orders } = useQueryGraphStep({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: input.cart_id },
  })
  when({ orders, input }, ({ orders, input }) =>
    (orders as { order_id: string }[]).some(({ order_id }) => order_id === input.order_id)
  ).then(() => {
    createRemoteLinkStep(input.links)
    addOrderTransactionStep(input.transactions)
    standAgainStep(input.canceled_payments)
  })
  releaseLockStep({ key: input.cart_id })
  return new WorkflowResponse(void 0)
})
