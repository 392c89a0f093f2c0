import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type SettingsChange } from "../../../../settings/store"
import { settingsView } from "../../../../features/settings-page/view"
import { hasProviderFor } from "../../../../orders/records/notification-channels"
import { usersById } from "../../../../orders/records/lookups"
import { type AdminPayCollectSettings } from "../../../../types/http"
import { publish } from "../../../../orders/emit"
import { SettingsRefused } from "../../../../features/settings-page/body"
import { refusing, type Refused } from "../../../service-errors"

const CHANGES = 20

export async function shownSettings(container: MedusaContainer): Promise<AdminPayCollectSettings> {
  const { configuration, settings, state } = paycollectOf(container)
  const active = await configuration.current()
  const [webhook, changes] = await Promise.all([
    state.get<{ at: string; known: boolean }>("webhook_last_seen"),
    settings.changes(CHANGES),
  ])
  const shown = settingsView(configuration, active)
  const has_provider = hasProviderFor(container, active.options.notifications.channel)
  return {
    ...shown,
    notifications: { ...shown.notifications, has_provider },
    webhook_last_seen: webhook,
    changes: await withActors(container, changes),
  }
}

/** Colleagues know each other by name; by e-mail where one gave none, as in Medusa's own list of users. */
async function withActors(
  container: MedusaContainer,
  changes: SettingsChange[]
): Promise<AdminPayCollectSettings["changes"]> {
  const ids = [...new Set(changes.flatMap(({ actor_id }) => actor_id ?? []))]
  const users = await usersById(queryOf(container), ids)
  const names = new Map(
    users.map(({ id, first_name, last_name, email }) => [
      id,
      [first_name, last_name].filter(Boolean).join(" ") || email,
    ])
  )
  return changes.map(({ at, actor_id, fields }) => ({
    at: at.toISOString(),
    actor_id,
    actor: (actor_id && names.get(actor_id)) || null,
    fields,
  }))
}

/** What was saved is in force whether or not an event can be sent: the list of changes in the dashboard says it all the same. */
export async function notifyChange(container: MedusaContainer, change: SettingsChange): Promise<void> {
  const { id, actor_id, fields } = change
  await publish(container, "paycollect.settings.changed", { id, actor_id, fields }, id)
}

/** Answered here, because Medusa's error handler keeps the message and drops the list of fields. Anything else is its business. */
export function refuseSave(res: Refused, error: unknown): void {
  if (!(error instanceof SettingsRefused)) throw error
  const { type, message, errors, check } = error
  refusing(res)
    .status(400)
    .json({ type, message, errors, ...(check && { check }) })
}
