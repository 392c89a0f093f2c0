import { type MedusaContainer } from "@medusajs/framework/types"
import { paycollectOf } from "../modules/paycollect"
import { loggerOf } from "../payments/module"
import { keepScheduled } from "../features/health/keep-scheduled"
import { running } from "../service/telemetry"
import { advanceDueWorkflow } from "../workflows/advance-due"

/**
 * Every minute, on every instance that runs jobs: rows are handed out one by one, so more instances do no work twice. Without any key, too: what
 * is known to have come still becomes an order, and refunds and orders are looked after.
 */
export default async function paycollectDue(container: MedusaContainer): Promise<void> {
  keepScheduled(container)
  const renewed = await paycollectOf(container).configuration.renewSeals()
  if (renewed > 0)
    loggerOf(container).info(
      `paycollect: stored secrets were encrypted anew (${renewed}) with the first encryption key. The keys behind it are needed no more.`
    )
  await running("reconcile", () => advanceDueWorkflow(container).run({ input: {} }))
}

export const config = { name: "paycollect-due", schedule: "* * * * *" }
