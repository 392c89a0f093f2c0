import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { advance, type AdvanceInput } from "../../orders/advance"

/** Not compensated: a applied payment is applied whatever happens to the workflow around it. */
export const advanceIntentStep = createStep(
  "paycollect-advance-intent-step",
  async (input: AdvanceInput, { container }) => {
    return new StepResponse(await advance(container, input))
  }
)
