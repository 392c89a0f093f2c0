import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { advance, type AdvanceInput } from "../orders/advance"

/** Not compensated: an applied payment is applied whatever happens to the workflow around it. */
const advanceIntentStep = createStep(
  "paycollect-advance-intent-step",
  async (input: AdvanceInput, { container }) => new StepResponse(await advance(container, input))
)

/**
 * Asks the service about one payment (at most once per 3 s) and brings the store in line: paid becomes exactly one order.
 * Input `{reference}`; result `{status, reason, cart_id, order_id}`. Never throws for a service that is down.
 */
export const advanceIntentWorkflow = createWorkflow("paycollect-advance-intent", (input: AdvanceInput) => {
  return new WorkflowResponse(advanceIntentStep(input))
})

export {
  assignPaymentWorkflow,
  createOrderFromPaymentWorkflow,
  createPaymentLinkWorkflow,
  refundPaycollectPaymentWorkflow,
  revokePaymentLinkWorkflow,
  sendPaymentLinkWorkflow,
  verifyPaymentWorkflow,
} from "./compose"
export { advanceDueWorkflow } from "./advance-due"
export { type AdvanceInput } from "../orders/advance"
export { type AdvanceResult, type AdvanceStatus } from "../orders/advance-result"
export { type DueRunNumbers } from "../orders/advance-due"
