import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { SETTINGS_CHANGED } from "../../../../payments/events"
import { type SettingsChange } from "../../../../settings/store"

/** What was saved is in force whether or not an event can be sent: the list of changes in the dashboard says it all the same. */
export async function notifyChange(container: MedusaContainer, change: SettingsChange): Promise<void> {
  const { id, actor_id, fields } = change
  try {
    await container
      .resolve(Modules.EVENT_BUS)
      .emit({ name: SETTINGS_CHANGED, data: { id, actor_id, fields } }, {})
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown error"
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`paycollect: ${SETTINGS_CHANGED} was not sent: ${name}`)
  }
}
