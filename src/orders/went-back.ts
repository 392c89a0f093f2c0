import { type MedusaContainer } from "@medusajs/framework/types"
import { DAY_MS, MINUTE_MS } from "../service/config"
import { type Verified } from "../payments/assess"
import { isAssigned } from "../payments/attempts"
import { goneOf } from "../payments/came"
import { may, phaseOf } from "../payments/phase"
import { askableAt } from "../payments/polling"
import { REVIEW_PAUSE_MS } from "../payments/reversal"
import { hear } from "../payments/review"
import { factsOf, type Source } from "../payments/source"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type AttentionReason } from "../payments/attention-reasons"
import { type OpenItem } from "../payments/ledger/item-moves"
import { type Unheard } from "./next-step/types"
import { needsAttention, notifyItem } from "./raise"
import { takeUnpaidOrderBack } from "./unpaid-order"
import { moduleOf } from "../payments/module"

const ASK_AGAIN_MS = 10 * MINUTE_MS
const UNKNOWN_MS = 7 * DAY_MS
/** Longer than a review may take: it ends by its owner's death alone. */
const QUESTION_LEASE_MS = 15_000

/** One open item of a payment, beside those of its refunds. */
export const REVERSED_KEY = "reversed"

/**
 * Money that lies on the list may have gone back meanwhile: asked before a person makes anything of it. Of a
 * part that went back nothing but the rest can be refunded. All of it is the store's no more: its item gives way to one that says so.
 * @returns whether all of it went back; what the service does not say is taken to be there
 */
export async function wentBack(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  const { review, ledger, clock } = moduleOf(container)
  // Asked in turn, and with a pause, as for an employee's other questions.
  const source: Source = { by: "admin" }
  const isAsked = isListed(intent, clock.now()) && askableAt(intent, factsOf(source).pause) <= clock.now()
  const asking = isAsked ? await ledger.claimToAsk(intent, source, QUESTION_LEASE_MS) : null
  if (!asking) return false
  const heard = await review.ask(asking, source).finally(() => ledger.release(asking, "verify_lease_until"))
  if (heard?.verdict.kind !== "reversed" || !heard.isEvidence) return false
  return await tellGone(container, intent.id, { facts: heard.verdict.facts })
}

/**
 * Money that came otherwise than it was asked for, of which the last answer says that it is not there any more: nothing but this looks at its item.
 * @returns whether all of it went back, and a person is told so
 */
export async function disputedWentBack(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  const { attention } = moduleOf(container)
  const { came, verified_at } = intent
  const said = intent.verified as Verified | null
  if (!said) return false
  if (came === "0") {
    const item = await attention.unreadableGone(intent.id, said.status!)
    if (item) await notifyItem(container, intent, item)
    return false
  }
  const asked = new Date(verified_at!).getTime()
  const { verdict, isEvidence } = await hear(moduleOf(container), intent, { said, asked })
  if (verdict.kind !== "reversed" || !isEvidence) return false
  return await tellGone(container, intent.id, { facts: verdict.facts })
}

/**
 * Of money that an order stands for some is gone: nothing changes on the order, a person decides.
 */
export async function tellReversed(
  container: Pick<MedusaContainer, "resolve">,
  intent: IntentRow,
  facts: Record<string, string>,
  once: OpenItem["once"] = "facts"
): Promise<void> {
  await needsAttention(container, intent, { reason: "reversed", key: REVERSED_KEY, data: facts, once })
}

/**
 * That all of it is gone is what a person is told, whatever else was said of it.
 * @returns false where some of it is there, or more is to be done about it
 */
export async function tellGone(
  container: MedusaContainer,
  id: string,
  { facts, isHeld }: { facts?: Record<string, string>; isHeld?: boolean }
): Promise<boolean> {
  const { attention, ledger } = moduleOf(container)
  const intent = await ledger.byId(id)
  if (goneOf(intent) < BigInt(intent.came)) return false
  await takeUnpaidOrderBack(container, intent)
  const told = { intent_id: id, reason: "reversed", key: REVERSED_KEY, data: facts } as const
  // Who tries it again makes nothing of money that is gone.
  const item = await attention.giveWay(told, isHeld || phaseOf(intent) === "retried")
  if (item) await notifyItem(container, intent, item)
  return item !== null
}

/** It came, no order was made of it, and it waits for a person. An answer about money that has only just come may lag. */
function isListed(intent: IntentRow, now: number): boolean {
  const { came, paid_at } = intent
  const isOld = !paid_at || now - new Date(paid_at).getTime() > REVIEW_PAUSE_MS
  return came !== "0" && isOld && may("giveWay", intent)
}

/** Before it was first asked in vain the money lay on the list, or the store was out and did not ask. */
export async function howUnheard(container: MedusaContainer, intent: IntentRow): Promise<Unheard> {
  const { ledger, clock } = moduleOf(container)
  return clock.now() - (await ledger.silentSince(intent)) < UNKNOWN_MS ? "for_now" : "for_good"
}

/**
 * Money that came and may have gone back since, and the service does not say: nothing is made of it. It is asked about again, and after a week
 * it is a person's. @returns the reason of the item then
 */
export async function waitForEvidence(
  container: MedusaContainer,
  intent: IntentRow
): Promise<AttentionReason | null> {
  const { ledger, clock } = moduleOf(container)
  // A person may do nothing with money that is bound to an order: the job's look ends that first, and the next one gives up.
  if (isAssigned(intent) || (await howUnheard(container, intent)) === "for_now") {
    await ledger.scheduleBy(intent.id, clock.now() + ASK_AGAIN_MS)
    return null
  }
  const reason = "paid_without_order"
  await needsAttention(container, intent, { reason, ends: "giveUp" })
  return reason
}
