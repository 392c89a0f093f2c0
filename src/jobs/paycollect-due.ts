import { type MedusaContainer } from "@medusajs/framework/types"
import { paycollectOf } from "../modules/paycollect"
import { running } from "../service/telemetry"
import { advanceDueWorkflow } from "../workflows/advance-due"

/** Every minute, on every instance that runs jobs: rows are handed out one by one, so more instances do no work twice. */
export default async function paycollectDue(container: MedusaContainer): Promise<void> {
  const { configuration } = paycollectOf(container)
  const active = await configuration.current()
  // Payments of the environment that is not chosen, or that lost its key, still become orders.
  const reachable = active.clientOrNull("test") ?? active.clientOrNull("live")
  if (!reachable) return
  await running("reconcile", () => advanceDueWorkflow(container).run({ input: {} }))
}

export const config = { name: "paycollect-due", schedule: "* * * * *" }
