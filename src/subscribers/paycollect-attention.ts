import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, type AttentionReason } from "../domain/attention"
import { INTENT_NEEDS_ATTENTION } from "../domain/events"
import { showInFeed } from "../utils/feed"

interface NeedsAttention {
  merchant_reference: string
  attention_id: string
  reason: AttentionReason
}

/**
 * Shows a new item of the "needs attention" list in the dashboard's feed, and tells the log. An event that is delivered twice is shown
 * once in the feed.
 */
export default async function notifyDashboard({
  event: { data },
  container,
}: SubscriberArgs<NeedsAttention>): Promise<void> {
  const { happened, money, action } = ATTENTION_REASONS[data.reason]
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(
    `paycollect: ${data.merchant_reference} needs attention (${data.reason}). ${happened} ${money} See the list of payments in the dashboard.`
  )
  // Without a feed the list in the dashboard says it all the same.
  await showInFeed(container, {
    id: data.attention_id,
    title: `PayCollect: ${data.merchant_reference}`,
    description: `${happened} ${money} ${action}`,
  })
}

export const config: SubscriberConfig = {
  event: INTENT_NEEDS_ATTENTION,
  context: { subscriberId: "paycollect-attention" },
}
