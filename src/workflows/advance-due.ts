import { type MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { undoLeft } from "../features/attention/close"
import { reviewDue } from "../features/reversals/review"
import { tellCaptures } from "../orders/captured"
import { balanceMoved } from "../orders/keep-balance"
import { advanceDue, type ReconcileTask } from "../orders/advance-due"
import { followUpRefunds } from "../features/refunds/follow-up"

/** What the features have the job do beside the payments that are due, in this order. */
export const DUE_TASKS: readonly ReconcileTask[] = [
  { name: "reversals", run: reviewDue },
  // Before refunds are looked for that were not sent: it takes some out of Medusa's books.
  { name: "the answers of people", run: undoLeft },
  { name: "the refunds", run: followUpRefunds },
  { name: "the orders' payments", run: balanceMoved },
  { name: "the captures", run: tellCaptures },
]

const advanceDueStep = createStep(
  "paycollect-advance-due-step",
  async (_: Record<string, never>, { container }: { container: MedusaContainer }) => {
    return new StepResponse(await advanceDue(container, DUE_TASKS))
  }
)

/** Advances what is due: payments whose customer, webhook or server went away. Result: how many were looked at, and what became of them. */
export const advanceDueWorkflow = createWorkflow("paycollect-advance-due", () => {
  return new WorkflowResponse(advanceDueStep({}))
})
