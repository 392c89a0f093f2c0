import { type MedusaContainer } from "@medusajs/framework/types"
import { type Priority } from "../client"
import { type Standing } from "../domain/reversal"
import { paycollectOf } from "../modules/paycollect"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { announceItem, needsAttention } from "./announce"

/** One open item of a payment, beside those of its refunds. */
const KEY = "reversed"
/** Of one run of the job, beside the payments that are due. */
const MOST = 10

/**
 * Looks whether the money of settled orders is still there: those whose look is due, as far as this run has room. Money that went back is
 * told, once per set of facts; nothing is canceled, and the payment stays settled.
 * @returns the rows that could not be looked at, with what went wrong
 */
export async function lookBackAtDue(
  container: MedusaContainer,
  room: number
): Promise<{ intent: IntentRow; error: unknown }[]> {
  const { lookBacks } = paycollectOf(container)
  const failed: { intent: IntentRow; error: unknown }[] = []
  if (room <= 0) return failed
  for (const intent of await lookBacks.claimDue(Math.min(room, MOST)))
    await lookBack(container, intent, "reconcile").catch((error: unknown) => failed.push({ intent, error }))
  return failed
}

/** A signed event about settled money that does not only repeat that it came: one look, now or a moment later. */
export async function hearOfSettled(container: MedusaContainer, { id }: IntentRow): Promise<void> {
  const { lookBacks } = paycollectOf(container)
  const intent = await lookBacks.claimNews(id)
  if (intent) await lookBack(container, intent, "webhook")
}

async function lookBack(container: MedusaContainer, intent: IntentRow, priority: Priority): Promise<void> {
  const paycollect = paycollectOf(container)
  const standing = await paycollect.lookBack.ask(intent, priority)
  if (standing?.kind === "reversed") await tellReversed(container, intent, standing)
  await paycollect.lookBack.done(intent, { answered: standing !== null })
}

/**
 * Money that lies on the list may have gone back meanwhile: asked where the service speaks of it, and before a person makes anything of it. What
 * went back is the store's no more: its item gives way to one that says so, and nothing is made of it by itself.
 * @returns whether it went back; what the service does not say is taken to be there
 */
export async function wentBack(
  container: MedusaContainer,
  intent: IntentRow,
  priority: Priority
): Promise<boolean> {
  const { lookBack, attention } = paycollectOf(container)
  if (!isListed(intent)) return false
  const standing = await lookBack.ask(intent, priority)
  if (standing?.kind !== "reversed") return false
  const item = await attention.giveWay({
    intent_id: intent.id,
    reason: "reversed",
    key: KEY,
    data: standing.facts,
  })
  if (item) await announceItem(container, intent, item)
  return item !== null
}

/** It came, no order was made of it, and it waits for a person. */
function isListed({ outcome, settled_at, released_at, booking_order_id, due_at }: IntentRow): boolean {
  return outcome === "paid" && !settled_at && !released_at && !booking_order_id && !due_at
}

async function tellReversed(
  container: MedusaContainer,
  intent: IntentRow,
  { facts }: Extract<Standing, { kind: "reversed" }>
): Promise<void> {
  await needsAttention(container, intent, { reason: "reversed", key: KEY, data: facts, once: "facts" })
}
