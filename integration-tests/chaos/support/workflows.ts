import { type MedusaContainer } from "@medusajs/framework/types"
import { settle, type SettleInput } from "../../../src/settlement/settle"

/** Stands in for `src/workflows`: the engine adds nothing here, for the workflow is one step, and the step is `settle`. */
export const settleIntentWorkflow = (container: MedusaContainer) => ({
  run: async ({ input }: { input: SettleInput }) => ({ result: await settle(container, input) }),
})
