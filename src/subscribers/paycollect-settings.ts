import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { loggerOf } from "../payments/module"
import { type PayCollectEvents } from "../types/events"
import { paycollectOf } from "../modules/paycollect"
import { leadsSomewhere } from "../settings/fields"
import { showInFeed } from "../features/alerts/notify"
import { settingIn, MESSAGES } from "../texts"
import { fillIn } from "../texts/language"

/**
 * Tells all employees in the dashboard, and the log, that keys, addresses or the environment were changed: an employee who may change
 * settings can lead payments to another account, and the others have to see it. Names only.
 */
export default async function notifySettings({
  event: { data },
  container,
}: SubscriberArgs<PayCollectEvents["paycollect.settings.changed"]>): Promise<void> {
  const fields = data.fields.filter(leadsSomewhere)
  if (fields.length === 0) return
  loggerOf(container).warn(
    `paycollect: settings were changed by ${data.actor_id ?? "no signed-in user"}: ${fields.join(", ")}`
  )
  const { configuration } = paycollectOf(container)
  const { language } = (await configuration.current()).options.notifications
  const { notice } = MESSAGES[language]
  const names = fields.map((field) => settingIn(language, field)).join(", ")
  await showInFeed(container, {
    id: data.id,
    title: notice.settings_title,
    description: fillIn(notice.settings, { names }),
  })
}

export const config: SubscriberConfig = {
  event: "paycollect.settings.changed",
  context: { subscriberId: "paycollect-settings" },
}
