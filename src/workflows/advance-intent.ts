import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AdvanceInput } from "../orders/advance"
import { advanceIntentStep } from "./steps/advance-intent"

/**
 * Asks the service about one payment (at most once per 3 s) and brings the store in line: paid becomes exactly one order.
 * Input `{reference, cause, priority?}`; result `{status, reason, cart_id, order_id}`. Never throws for a service that is down.
 */
export const advanceIntentWorkflow = createWorkflow("paycollect-advance-intent", (input: AdvanceInput) => {
  return new WorkflowResponse(advanceIntentStep(input))
})
