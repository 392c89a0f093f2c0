import { type MedusaContainer } from "@medusajs/framework/types"
import { paycollectOf } from "../modules/paycollect"
import { running } from "../service/telemetry"
import { announce, notify } from "../features/alerts/notify"

/**
 * Every minute: whether customers can pay, what no event told of, the summary of the day, and what a provider refused. A job of its own, so that a provider that
 * does not answer holds up no money.
 */
export default async function paycollectNotify(container: MedusaContainer): Promise<void> {
  await running("notify", async () => {
    const { notices, outages, connection, configuration } = paycollectOf(container)
    const { environment } = await configuration.current()
    const news = await outages.news(environment, () => connection.check(environment))
    if (news) {
      await announce(container, { ...news.outage, kind: news.kind })
      await outages.settle(news)
    }
    await notify(container, { summary: true })
    await notices.forgetOld()
  })
}

export const config = { name: "paycollect-notify", schedule: "* * * * *" }
