import { type MedusaContainer } from "@medusajs/framework/types"
import { type Priority } from "../client"
import { isAftermath, LOOK_BACK_PAUSE_MS, unbooked, type Standing } from "../domain/reversal"
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
 * Money that lies on the list may have gone back meanwhile: asked where the service speaks of it, and before a person makes anything of it. Of a
 * part that went back the payment is counted as refunded, so that nothing but the rest of it can be sent back. All of it is the store's no
 * more: its item gives way to one that says so. Both only as long as nothing else was counted since the row was read.
 * @returns whether all of it went back; what the service does not say is taken to be there
 */
export async function wentBack(
  container: MedusaContainer,
  intent: IntentRow,
  priority: Priority
): Promise<boolean> {
  const { lookBack, ledger, attention, clock } = paycollectOf(container)
  if (!isListed(intent, clock.now())) return false
  const standing = await lookBack.ask(intent, priority)
  if (standing?.kind !== "reversed" || !isAftermath(standing.facts.status)) return false
  const { id, amount, refunded } = intent
  const gone = unbooked(standing.facts, intent)
  const counted = BigInt(refunded) + gone
  if (counted < BigInt(amount)) {
    const data = { amount: gone.toString() }
    await ledger.addRefund(id, gone, { type: "refund_sent", cause: "reversed", data }, counted)
    return false
  }
  const told = { intent_id: id, reason: "reversed", key: KEY, data: standing.facts } as const
  const item = await attention.giveWay(told, refunded)
  if (item) await announceItem(container, intent, item)
  return item !== null
}

/** It came, no order was made of it, and it waits for a person. An answer about money that has only just come may lag. */
function isListed(
  { outcome, paid_at, settled_at, released_at, booking_order_id, due_at }: IntentRow,
  now: number
): boolean {
  const isOld = !paid_at || now - new Date(paid_at).getTime() > LOOK_BACK_PAUSE_MS
  return outcome === "paid" && isOld && !settled_at && !released_at && !booking_order_id && !due_at
}

async function tellReversed(
  container: MedusaContainer,
  intent: IntentRow,
  { facts }: Extract<Standing, { kind: "reversed" }>
): Promise<void> {
  await needsAttention(container, intent, { reason: "reversed", key: KEY, data: facts, once: "facts" })
}
