import { type MedusaContainer } from "@medusajs/framework/types"
import { paycollectOf } from "../modules/paycollect"
import { tellCaptures } from "../orders/captured"
import { loggerOf } from "../payments/module"
import { running } from "../service/telemetry"
import { advanceDueWorkflow } from "../workflows/advance-due"

/** Every minute, on every instance that runs jobs: rows are handed out one by one, so more instances do no work twice. */
export default async function paycollectDue(container: MedusaContainer): Promise<void> {
  const { configuration } = paycollectOf(container)
  const active = await configuration.current()
  const renewed = await configuration.renewSeals()
  if (renewed > 0)
    loggerOf(container).info(
      `paycollect: stored secrets were encrypted anew (${renewed}) with the first encryption key. The keys behind it are needed no more.`
    )
  // Payments of the environment that is not chosen, or that lost its key, still become orders.
  const reachable = active.clientOrNull("test") ?? active.clientOrNull("live")
  // What is captured is told of without any key, too.
  if (!reachable) return await tellCaptures(container)
  await running("reconcile", () => advanceDueWorkflow(container).run({ input: {} }))
}

export const config = { name: "paycollect-due", schedule: "* * * * *" }
