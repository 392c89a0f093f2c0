import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { settle, type SettleInput } from "../../settlement/settle"

/** Not compensated: a settled payment is settled whatever happens to the workflow around it. */
export const settleIntentStep = createStep(
  "paycollect-settle-intent-step",
  async (input: SettleInput, { container }) => {
    return new StepResponse(await settle(container, input))
  }
)
