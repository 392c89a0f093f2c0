import { type MedusaContainer } from "@medusajs/framework/types"
import { advance, type AdvanceInput } from "../../../src/orders/advance"

/** Stands in for `src/workflows`: the engine adds nothing here, for the workflow is one step, and the step is `advance`. */
export const advanceIntentWorkflow = (container: MedusaContainer) => ({
  run: async ({ input }: { input: AdvanceInput }) => ({ result: await advance(container, input) }),
})
