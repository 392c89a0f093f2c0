import { errorName } from "../service/errors"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { INTENT_NEEDS_ATTENTION, INTENT_APPLIED, LINK_PAID } from "../payments/events"
import { formatPaymentNumber } from "../payments/names"
import { type OpenItem } from "../payments/ledger/items"
import { type AttentionRow } from "../modules/paycollect/models/attention"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { moduleOf } from "../payments/module"
import { type OrdersModule } from "./module"

/**
 * Tells the subscribers. Events are a convenience: the ledger and the attention list are what counts, so a broken event bus must never
 * stop money from being applied.
 */
export async function emit(
  container: Pick<MedusaContainer, "resolve">,
  name: string,
  intent: IntentRow,
  more: Record<string, unknown> = {}
) {
  await quietly(container, name, intent, async () => {
    const { id, merchant_reference, cart_id, order_id } = intent
    const payment_number = formatPaymentNumber(intent.payment_number)
    const data = { id, payment_number, merchant_reference, cart_id, order_id, ...more }
    await container.resolve(Modules.EVENT_BUS, { allowUnregistered: true })?.emit({ name, data }, {})
  })
}

/** An order has it, or the collection without a cart; who asked for it by a payment link hears of that, too. */
export async function notifyApplied(container: MedusaContainer, intent: IntentRow): Promise<void> {
  await emit(container, INTENT_APPLIED, intent)
  if (intent.assigned_order_id) return
  await quietly(container, LINK_PAID, intent, async () => {
    const { links } = moduleOf<OrdersModule>(container)
    const link = await links.ofCollection(intent.payment_collection_id)
    if (!link) return
    const { id, order_id, cart_id } = link
    await emit(container, LINK_PAID, intent, {
      id,
      order_id: order_id ?? intent.order_id,
      cart_id,
      intent_id: intent.id,
    })
  })
}

/** Puts an intent on the "needs attention" list; told once per item, by an event that also reaches the dashboard's feed. */
export async function needsAttention(
  container: Pick<MedusaContainer, "resolve">,
  intent: IntentRow,
  item: Omit<OpenItem, "intent_id">
): Promise<void> {
  const { attention } = moduleOf(container)
  const opened = await attention.open({ ...item, intent_id: intent.id })
  if (opened) await notifyItem(container, intent, opened)
}

/** Once per item, by the process that opened it. */
export async function notifyItem(
  container: Pick<MedusaContainer, "resolve">,
  intent: IntentRow,
  { id, reason, category }: AttentionRow
): Promise<void> {
  await emit(container, INTENT_NEEDS_ATTENTION, intent, { attention_id: id, reason, category })
}

/** The money is applied when it is told of: what goes wrong from then on must not look like a payment that could not be. */
async function quietly(
  container: Pick<MedusaContainer, "resolve">,
  name: string,
  { merchant_reference }: IntentRow,
  work: () => Promise<void>
): Promise<void> {
  try {
    await work()
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`paycollect: ${name} of ${merchant_reference} was not sent: ${errorName(error)}`)
  }
}

/** What was to be paid and what the service says came, for an item about money that does not match. */
export function askedAndAnswered(intent: IntentRow): Record<string, unknown> {
  const { amount, currency } = (intent.verified ?? {}) as { amount?: string; currency?: string }
  return {
    asked: `${intent.amount} ${intent.currency_code.toUpperCase()}`,
    answered: `${amount ?? "?"} ${currency ?? "?"}`,
  }
}
