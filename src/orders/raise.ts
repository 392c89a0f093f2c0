import { type MedusaContainer } from "@medusajs/framework/types"
import { type AttentionReason } from "../payments/attention-reasons"
import { type OpenItem } from "../payments/ledger/item-moves"
import { type AttentionRow } from "../modules/paycollect/models/attention"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { loggerOf, moduleOf } from "../payments/module"
import { warnOnceAMinute } from "../payments/refused-starts"
import { emit, quietly, type Telling } from "./emit"
import { type OrdersModule } from "./module"

/** An order has it, or the collection without a cart; who asked for it by a payment link hears of that, too. */
export async function notifyApplied(container: MedusaContainer, intent: IntentRow): Promise<void> {
  await emit(container, "paycollect.intent.applied", intent, {})
  await notifyClosed(container, intent, intent.applied_at)
  if (intent.assigned_order_id) return
  const name = "paycollect.link.paid"
  await quietly(container, `${name} of ${intent.merchant_reference}`, async () => {
    const { links } = moduleOf<OrdersModule>(container)
    const link = await links.ofCollection(intent.payment_collection_id)
    if (!link) return
    const { id, cart_id } = link
    const of = { ...intent, id, cart_id, order_id: link.order_id ?? intent.order_id }
    await emit(container, name, of, { intent_id: intent.id })
  })
}

/** Puts an intent on the "needs attention" list; told once per item, by an event that also reaches the dashboard's feed. */
export async function needsAttention(
  container: Telling,
  intent: IntentRow,
  item: Omit<OpenItem, "intent_id">
): Promise<boolean> {
  const { attention } = moduleOf(container)
  const opened = await attention.open({ ...item, intent_id: intent.id })
  if (opened) await notifyItem(container, intent, opened)
  return opened !== null
}

/** These, and what is about money, end what was said before. */
const TAKE_PLACES: ReadonlySet<string> = new Set<AttentionReason>(["reversed", "won_back", "order_overpaid"])

/** Once per item, by the process that opened it. What it took the place of was closed at the same moment. */
export async function notifyItem(container: Telling, intent: IntentRow, item: AttentionRow): Promise<void> {
  const { id: attention_id, reason, created_at } = item
  await emit(container, "paycollect.attention.opened", intent, toldOf(item))
  if (item.category !== "money" && !TAKE_PLACES.has(reason)) return
  if (reason === "reversed") await emit(container, "paycollect.intent.reversed", intent, { attention_id })
  await notifyClosed(container, intent, created_at)
}

/** What was said of an order that is in balance now. */
export async function endUnbalanced(container: MedusaContainer, order_id: string): Promise<void> {
  const { attention, ledger } = moduleOf(container)
  for (const { intent_id, at } of await attention.endUnbalanced(order_id))
    await notifyClosed(container, await ledger.byId(intent_id), at)
}

/** The items of a payment that were closed by what was written at that moment: once, by the process that wrote it. */
export async function notifyClosed(
  container: Telling,
  intent: IntentRow,
  at: Date | string | null
): Promise<void> {
  await quietly(container, `that items of ${intent.merchant_reference} are closed`, async () => {
    for (const item of await moduleOf(container).attention.closedAt(intent.id, new Date(at!))) {
      const more = { ...toldOf(item), resolved_by: item.resolved_by! }
      await emit(container, "paycollect.attention.closed", intent, more)
    }
  })
}

/** Rows have no reason that is not one of the list. */
const toldOf = ({ id, reason, category }: AttentionRow) => ({
  attention_id: id,
  reason: reason as AttentionReason,
  category,
})

/** What was to be paid and what the service says came, for an item about money that does not match. */
export function askedAndAnswered(intent: IntentRow): Record<string, unknown> {
  const { amount, currency } = (intent.verified ?? {}) as { amount?: string; currency?: string }
  return {
    asked: `${intent.amount} ${intent.currency_code.toUpperCase()}`,
    answered: `${amount ?? "?"} ${currency ?? "?"}`,
  }
}

/** No item: it passes for all payments at once, and what says so to the operator is not a line for each. */
export function warnPassing(
  container: MedusaContainer,
  { merchant_reference }: IntentRow,
  fault: string
): void {
  const text = `${merchant_reference} is paid, and its order could not be made yet: ${fault}. The job tries again each minute; look at the database and Redis.`
  warnOnceAMinute(loggerOf(container), `order: ${fault}`, text, "orders could not be made yet")
}
