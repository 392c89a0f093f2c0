import { type MedusaContainer } from "@medusajs/framework/types"
import { paycollectOf } from "../modules/paycollect"
import { running } from "../service/telemetry"
import { notify } from "../features/alerts/notify"

/**
 * Every minute: what no event told of, the summary of the day, and what a provider refused. A job of its own, so that a provider that
 * does not answer holds up no money.
 */
export default async function paycollectNotify(container: MedusaContainer): Promise<void> {
  await running("notify", async () => {
    await notify(container, { summary: true })
    await paycollectOf(container).notices.forgetOld()
  })
}

export const config = { name: "paycollect-notify", schedule: "* * * * *" }
