import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { loggerOf } from "../payments/module"
import { type AttentionReason } from "../payments/attention-reasons"
import { INTENT_NEEDS_ATTENTION } from "../payments/events"
import { showItem, notify } from "../features/alerts/notify"
import { explainedItem } from "../texts"

interface NeedsAttention {
  payment_number: string
  merchant_reference: string
  attention_id: string
  reason: AttentionReason
}

/**
 * Tells the log, the dashboard's feed and the merchant of a new item of the "needs attention" list. An event that is delivered twice is
 * shown and sent once; for one that is lost the job does the same.
 */
export default async function notifyItem({
  event: { data },
  container,
}: SubscriberArgs<NeedsAttention>): Promise<void> {
  const { happened, money } = explainedItem(data.reason, "en")
  loggerOf(container).warn(
    `paycollect: ${data.payment_number} (${data.merchant_reference}) needs attention (${data.reason}). ${happened} ${money} See the list of payments in the dashboard.`
  )
  await showItem(container, data.attention_id)
  await notify(container)
}

export const config: SubscriberConfig = {
  event: INTENT_NEEDS_ATTENTION,
  context: { subscriberId: "paycollect-attention" },
}
