import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { SETTINGS_CHANGED } from "../domain/events"
import { leadsSomewhere } from "../modules/paycollect/settings/fields"
import { showInFeed } from "../utils/feed"

interface SettingsChanged {
  id: string
  actor_id: string | null
  /** as the admin API names them */
  fields: string[]
}

/**
 * Tells all employees in the dashboard, and the log, that keys, addresses or the environment were changed: an employee who may change
 * settings can lead payments to another account, and the others have to see it. Names only.
 */
export default async function announceSettings({
  event: { data },
  container,
}: SubscriberArgs<SettingsChanged>): Promise<void> {
  const fields = data.fields.filter(leadsSomewhere)
  if (fields.length === 0) return
  const names = fields.map((field) => field.replace(/[._]/g, " ")).join(", ")
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `paycollect: settings were changed by ${data.actor_id ?? "no signed-in user"}: ${fields.join(", ")}`
    )
  await showInFeed(container, {
    id: data.id,
    title: "PayCollect: keys or addresses were changed",
    description: `Changed: ${names}. Who and when: Settings, PayCollect, Recent changes. If none of you did this, correct it there and replace the keys at the payment service.`,
  })
}

export const config: SubscriberConfig = {
  event: SETTINGS_CHANGED,
  context: { subscriberId: "paycollect-settings" },
}
