import { type MedusaContainer } from "@medusajs/framework/types"
import { loggerOf } from "../../../payments/module"
import { type Environment } from "../../../service/config"
import { orphanReference } from "../../../features/recovery/rules"
import { numberOf } from "../../../payments/names"
import { type SignedEvent } from "../../../payments/source"
import { referencesOf, shopOf } from "../../../service/webhook"
import { paycollectOf } from "../../../modules/paycollect"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { showInFeed } from "../../../features/alerts/notify"
import { MESSAGES } from "../../../texts"
import { recoverOrphan } from "../../../features/recovery/recover"

/** Name of the tally of events about payments that nothing here is of. */
const FOREIGN_EVENTS = "foreign_events"

interface OrphanEvent {
  event: unknown
  source: SignedEvent
  /** whose webhook secrets sign it, the chosen one first */
  environments: Environment[]
}

/**
 * A signed event about a payment that the ledger has no row for. Only signed events come here: an untrusted visitor must not make the shop look.
 * @returns the row that was written anew; "later" when the event has to come again; null when it is not about a payment of ours
 */
export async function rowOfOrphan(
  container: MedusaContainer,
  { event, source, environments }: OrphanEvent
): Promise<IntentRow | "later" | null> {
  const parts = orphanReference(referencesOf(event))
  if (!parts) return null
  const { ledger } = paycollectOf(container)
  const shopId = shopOf(event)
  const result = await recoverOrphan(container, {
    ...parts,
    isNamed: shopId !== null && shopId === (await ledger.shop.id()),
    environments,
    payment_number: numberOf(event),
    source,
  })
  switch (result.found) {
    case "recovered":
      return result.intent
    case "foreign":
      await countForeignEvent(container)
      return null
    // The service may know by the next delivery what it told about (U-08).
    case "not_found":
    case "not_asked":
      return "later"
  }
}

/** Another shop under the same account, or records that are gone for good: one notice a day, however many come. */
async function countForeignEvent(container: MedusaContainer): Promise<void> {
  const { state, clock, configuration } = paycollectOf(container)
  const { day, today } = await state.tally(FOREIGN_EVENTS, new Date(clock.now()))
  if (today > 1) return
  loggerOf(container).warn(`paycollect: ${MESSAGES.en.notice.foreign_events}`)
  const { options } = await configuration.current()
  const { notice } = MESSAGES[options.notifications.language]
  await showInFeed(container, {
    id: `paycollect-foreign-${day}`,
    title: notice.foreign_events_title,
    description: notice.foreign_events,
  })
}
