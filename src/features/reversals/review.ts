import { type MedusaContainer } from "@medusajs/framework/types"
import { type SignedEvent, type Source } from "../../payments/source"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { needsAttention } from "../../orders/raise"
import { type OpenItem } from "../../payments/ledger/item-moves"
import { type ReversalVerdict } from "../../payments/reversal"
import { REVERSED_KEY } from "../../orders/went-back"
import { paymentBy } from "../../orders/records/lookups"
import { moduleOf, queryOf } from "../../payments/module"

/** Of one run of the job, beside the payments that are due. */
const MOST_REVIEWS = 10

/**
 * Looks whether the money of applied orders is still there: those whose look is due, as far as this run has room. Money that went back, or is
 * there again after it was written off, is listed, once per set of facts; nothing is canceled, and the payment stays as it is.
 * @returns the rows that could not be looked at, with what went wrong
 */
export async function reviewDue(
  container: MedusaContainer,
  room: number
): Promise<{ intent: IntentRow; error: unknown }[]> {
  const { reviews } = moduleOf(container)
  const failed: { intent: IntentRow; error: unknown }[] = []
  if (room <= 0) return failed
  for (const intent of await reviews.claimDue(Math.min(room, MOST_REVIEWS)))
    await review(container, intent, { by: "job" }).catch((error: unknown) => failed.push({ intent, error }))
  return failed
}

/** A signed event about money that is applied or closed: one look, now or a moment later, unless it only repeats that it came. */
export async function reviewOnNews(
  container: MedusaContainer,
  told: IntentRow,
  event: SignedEvent
): Promise<void> {
  if (event.saysPaid && told.reversed === "0") return
  const { reviews } = moduleOf(container)
  const intent = await reviews.claimNews(told.id)
  if (intent) await review(container, intent, event)
}

async function review(container: MedusaContainer, intent: IntentRow, source: Source): Promise<void> {
  const paycollect = moduleOf(container)
  const { order_id, used_by_session_id: sessionId, closed_at, assigned_order_id } = intent
  const isCores = !!order_id && !!sessionId && !closed_at && !assigned_order_id
  const standsFor = async () => await paymentBy(queryOf(container), { payment_session_id: sessionId! })
  // Core's process died while it took that order back.
  if (isCores && !(await standsFor())?.order_id) return await paycollect.ledger.orderLost(intent)
  const heard = await paycollect.review.ask(intent, source)
  const news = heard && itemBy(heard.verdict, intent)
  const once = heard?.rose ? "news" : "facts"
  const isTold = !!news && (await needsAttention(container, intent, { ...news, key: REVERSED_KEY, once }))
  const soon = source.by === "webhook" && heard !== null && !isTold
  await paycollect.review.done(intent, { answered: heard !== null, soon })
}

function itemBy(
  verdict: ReversalVerdict,
  { closed_as }: IntentRow
): Pick<OpenItem, "reason" | "data" | "after"> | null {
  if (verdict.kind === "unclear") return null
  // Who gave it back by hand may have done so at the service: that less is there tells nothing.
  if (verdict.kind === "reversed")
    return closed_as === "returned" ? null : { reason: "reversed", data: verdict.facts }
  if (verdict.facts) return { reason: "won_back", data: verdict.facts }
  return verdict.again ? { reason: "reversed", data: verdict.again, after: "won_back" } : null
}
