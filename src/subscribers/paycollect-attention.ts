import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { loggerOf } from "../payments/module"
import { type PayCollectEvents } from "../types/events"
import { showItem, notify } from "../features/alerts/notify"
import { explainedItem } from "../texts"

/**
 * Tells the log, the dashboard's feed and the merchant of a new item of the "needs attention" list. An event that is delivered twice is
 * shown and sent once; for one that is lost the job does the same.
 */
export default async function notifyItem({
  event: { data },
  container,
}: SubscriberArgs<PayCollectEvents["paycollect.attention.opened"]>): Promise<void> {
  const { happened, money } = explainedItem(data.reason, "en")
  loggerOf(container).warn(
    `paycollect: ${data.payment_number} (${data.merchant_reference}) needs attention (${data.reason}). ${happened} ${money} See the list of payments in the dashboard.`
  )
  await showItem(container, data.attention_id)
  await notify(container)
}

export const config: SubscriberConfig = {
  event: "paycollect.attention.opened",
  context: { subscriberId: "paycollect-attention" },
}
