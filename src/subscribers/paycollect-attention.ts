import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, type AttentionReason } from "../domain/attention"
import { INTENT_NEEDS_ATTENTION } from "../domain/events"

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
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to: "",
      channel: "feed",
      template: "admin-ui",
      idempotency_key: data.attention_id,
      data: {
        title: `PayCollect: ${data.merchant_reference}`,
        description: `${happened} ${money} ${action}`,
      },
    })
  } catch (error) {
    // A store may run without the Notification Module or without a feed: the list in the dashboard says it all the same.
    const name = error instanceof Error ? error.name : "unknown error"
    logger.debug(`paycollect: no dashboard notification: ${name}`)
  }
}

export const config: SubscriberConfig = {
  event: INTENT_NEEDS_ATTENTION,
  context: { subscriberId: "paycollect-attention" },
}
