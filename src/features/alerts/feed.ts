import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

export interface FeedNote {
  /** what is told twice under one id is shown once */
  id: string
  title: string
  description: string
}

/** Shows a note in the dashboard's feed. Never throws: a store may run without the Notification Module or without a feed. */
export async function showInFeed(
  container: MedusaContainer,
  { id, title, description }: FeedNote
): Promise<void> {
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to: "",
      channel: "feed",
      template: "admin-ui",
      idempotency_key: id,
      data: { title, description },
    })
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown error"
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .debug(`paycollect: no dashboard notification: ${name}`)
  }
}
