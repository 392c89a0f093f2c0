import { type MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { reconcile } from "../settlement/reconcile"

const reconcileStep = createStep(
  "paycollect-reconcile-step",
  async (_: Record<string, never>, { container }: { container: MedusaContainer }) => {
    return new StepResponse(await reconcile(container))
  }
)

/** Settles what is due: payments whose customer, webhook or server went away. Result: how many were looked at, and what became of them. */
export const reconcileIntentsWorkflow = createWorkflow("paycollect-reconcile-intents", () => {
  return new WorkflowResponse(reconcileStep({}))
})
