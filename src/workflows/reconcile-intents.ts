import { type MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lookBackAtDue } from "../settlement/look-back"
import { reconcile, type ReconcileTask } from "../settlement/reconcile"
import { followUpRefunds } from "../settlement/refund-follow-up"

/** What the features have the job do beside the payments that are due, in this order. */
export const DUE_TASKS: readonly ReconcileTask[] = [
  { name: "reversals", run: lookBackAtDue },
  { name: "the refunds", run: followUpRefunds },
]

const reconcileStep = createStep(
  "paycollect-reconcile-step",
  async (_: Record<string, never>, { container }: { container: MedusaContainer }) => {
    return new StepResponse(await reconcile(container, DUE_TASKS))
  }
)

/** Settles what is due: payments whose customer, webhook or server went away. Result: how many were looked at, and what became of them. */
export const reconcileIntentsWorkflow = createWorkflow("paycollect-reconcile-intents", () => {
  return new WorkflowResponse(reconcileStep({}))
})
