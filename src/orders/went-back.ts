import { type MedusaContainer } from "@medusajs/framework/types"
import { type Priority } from "../service"
import { isAftermath, REVIEW_PAUSE_MS, unrecordedReversal } from "../payments/reversal"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { notifyItem } from "./raise"
import { moduleOf } from "../payments/module"

/** One open item of a payment, beside those of its refunds. */
export const REVERSED_KEY = "reversed"

/**
 * Money that lies on the list may have gone back meanwhile: asked where the service speaks of it, and before a person makes anything of it. Of a
 * part that went back the payment is counted as refunded, so that nothing but the rest of it can be refunded. All of it is the store's no
 * more: its item gives way to one that says so. Both only as long as nothing else was counted since the row was read.
 * @returns whether all of it went back; what the service does not say is taken to be there
 */
export async function wentBack(
  container: MedusaContainer,
  intent: IntentRow,
  priority: Priority
): Promise<boolean> {
  const { review: review, ledger, attention, clock } = moduleOf(container)
  if (!isListed(intent, clock.now())) return false
  const standing = await review.ask(intent, priority)
  if (standing?.kind !== "reversed" || !isAftermath(standing.facts.status)) return false
  const { id, amount, refunded } = intent
  const gone = unrecordedReversal(standing.facts, intent)
  const counted = BigInt(refunded) + gone
  if (counted < BigInt(amount)) {
    const data = { amount: gone.toString() }
    await ledger.addRefund(id, gone, { type: "refund_sent", cause: "reversed", data }, counted)
    return false
  }
  const told = { intent_id: id, reason: "reversed", key: REVERSED_KEY, data: standing.facts } as const
  const item = await attention.giveWay(told, refunded)
  if (item) await notifyItem(container, intent, item)
  return item !== null
}

/** It came, no order was made of it, and it waits for a person. An answer about money that has only just come may lag. */
function isListed(
  { outcome, paid_at, applied_at, closed_at, assigned_order_id, next_step_at }: IntentRow,
  now: number
): boolean {
  const isOld = !paid_at || now - new Date(paid_at).getTime() > REVIEW_PAUSE_MS
  return outcome === "paid" && isOld && !applied_at && !closed_at && !assigned_order_id && !next_step_at
}
