import { type MedusaContainer } from "@medusajs/framework/types"
import { type Priority } from "../service"
import { goneOf } from "../payments/came"
import { isAftermath, REVIEW_PAUSE_MS } from "../payments/reversal"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { notifyItem } from "./raise"
import { moduleOf } from "../payments/module"

/** One open item of a payment, beside those of its refunds. */
export const REVERSED_KEY = "reversed"

/**
 * Money that lies on the list may have gone back meanwhile: asked where the service speaks of it, and before a person makes anything of it. Of a
 * part that went back nothing but the rest can be refunded. All of it is the store's no more: its item gives way to one that says so.
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
  const { id } = intent
  const { came, ...now } = await ledger.byId(id)
  if (goneOf(now) < BigInt(came)) return false
  const told = { intent_id: id, reason: "reversed", key: REVERSED_KEY, data: standing.facts } as const
  const item = await attention.giveWay(told)
  if (item) await notifyItem(container, intent, item)
  return item !== null
}

/** It came, no order was made of it, and it waits for a person. An answer about money that has only just come may lag. */
function isListed(
  { came, paid_at, applied_at, closed_at, assigned_order_id, next_step_at }: IntentRow,
  now: number
): boolean {
  const isOld = !paid_at || now - new Date(paid_at).getTime() > REVIEW_PAUSE_MS
  return came !== "0" && isOld && !applied_at && !closed_at && !assigned_order_id && !next_step_at
}
