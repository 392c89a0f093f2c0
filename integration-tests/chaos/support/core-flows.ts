import { type MedusaContainer } from "@medusajs/framework/types"
import { type Core } from "./core"

/** Stands in for `@medusajs/medusa/core-flows` in the runs without a booted store: the same names over the stand-in of core. */
const workflow =
  <I, R>(run: (core: Core, input: I) => Promise<R>) =>
  (container: MedusaContainer) => ({
    run: async ({ input }: { input: I }) => ({ result: await run(container.resolve<Core>("core"), input) }),
  })

export const completeCartWorkflow = workflow((core, { id }: { id: string }) => core.completeCart(id))
export const processPaymentWorkflow = workflow((core, { data }: { data: { session_id: string } }) =>
  core.processPayment(data.session_id)
)
export const createPaymentSessionsWorkflow = workflow(
  (core, input: { payment_collection_id: string; provider_id: string; data?: Record<string, unknown> }) =>
    core.createPaymentSession(input.payment_collection_id, input.provider_id, input.data)
)
export const createOrderPaymentCollectionWorkflow = workflow(
  (core, { order_id, amount }: { order_id: string; amount: number }) =>
    core.createOrderPaymentCollection(order_id, amount)
)
export const convertDraftOrderWorkflow = workflow((core, { id }: { id: string }) => core.convertDraft(id))
export const cancelOrderWorkflow = workflow((core, { order_id }: { order_id: string }) =>
  core.cancelOrder(order_id)
)
export const refundPaymentWorkflow = workflow(
  (core, { payment_id, amount }: { payment_id: string; amount: string }) =>
    core.refundPayment(payment_id, Number(amount))
)
