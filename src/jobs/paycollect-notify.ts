import { type MedusaContainer } from "@medusajs/framework/types"
import { publish } from "../orders/emit"
import { paycollectOf } from "../modules/paycollect"
import { errorName } from "../service/errors"
import { loggerOf } from "../payments/module"
import { running } from "../service/telemetry"
import { connectionNote } from "../features/alerts/connection"
import { announce, notify } from "../features/alerts/notify"
import { messageCustomers } from "../features/messages/send"

/**
 * Every minute: whether customers can pay, what no event told of, the summary of the day, what a provider refused, and what customers are told. A job of its own, so
 * that a provider that does not answer holds up no money.
 */
export default async function paycollectNotify(container: MedusaContainer): Promise<void> {
  const { state, clock } = paycollectOf(container)
  await running("notify", async () => {
    await state.set("last_notify_run", { started_at: new Date(clock.now()).toISOString() })
    await tellOutage(container).catch((error: unknown) =>
      loggerOf(container).warn(`paycollect: whether customers can pay was not looked at: ${errorName(error)}`)
    )
    await notify(container, { summary: true })
    await paycollectOf(container).notices.forgetOld()
    // Last: a provider that is slow with customers' messages holds up nothing of the merchant's.
    await messageCustomers(container)
  })
}

const IN_THE_LOG = { language: "en", time_zone: "UTC" } as const

/** Told before it is settled: of a process that dies in between, the next run tells it again, under the same name. */
async function tellOutage(container: MedusaContainer): Promise<void> {
  const { outages, connection, configuration } = paycollectOf(container)
  const { environment, hasLostKey } = await configuration.current()
  if (hasLostKey) await outages.noteLostKey(environment)
  const news = await outages.news(environment, () => connection.check(environment))
  if (!news) return
  await announce(container, { ...news.outage, kind: news.kind })
  if (!(await outages.settle(news))) return
  const { title, description } = connectionNote({ ...news.outage, kind: news.kind }, IN_THE_LOG)
  loggerOf(container).warn(`paycollect: ${title}. ${description}`)
  const { code, since } = news.outage
  const name =
    news.kind === "connection_lost" ? "paycollect.connection.lost" : "paycollect.connection.restored"
  await publish(container, name, { environment: news.outage.environment, code, since }, environment)
}

export const config = { name: "paycollect-notify", schedule: "* * * * *" }
