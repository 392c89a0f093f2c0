import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { notAllowed, notFound, safeMessage } from "../../payments/errors"
import { errorName } from "../../service/errors"
import {
  moneyAnswers,
  type AttentionReason,
  type ItemResolution,
  type MoneyAnswer,
} from "../../payments/attention-reasons"
import { cameToNothing } from "../../payments/ledger/item-moves"
import { type Resolution } from "../../payments/ledger/items"
import { type Unbooking } from "../../payments/ledger/won-back"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { phaseOf } from "../../payments/phase"
import { type AttentionRow } from "../../modules/paycollect/models/attention"
import { emit } from "../../orders/emit"
import { assertUnbookable, undoBookings } from "../../orders/won-back"
import { takeUnpaidOrderBack } from "../../orders/unpaid-order"
import { notifyClosed, notifyItem } from "../../orders/raise"
import { moduleOf, loggerOf } from "../../payments/module"
import { advance } from "../../orders/advance"
import { type AdvanceResult } from "../../orders/advance-result"
import { type AttentionModule } from "./list"

type Owner = Pick<IntentRow, "merchant_reference" | "subject_id">

/** Why an item stayed open; nothing was changed then. */
const RESOLVE_REFUSALS = {
  not_open: "attention_id names no open item of this payment; nothing was changed.",
  in_progress: "This payment is being brought in line with the store at this moment",
  unfinished: "The store has begun to make an order of this payment",
} as const

type Refusal = keyof typeof RESOLVE_REFUSALS | { unsaid: readonly MoneyAnswer[] }

/**
 * The merchant dealt with an item.
 * @throws MedusaError NOT_FOUND for an item that is not open; NOT_ALLOWED (400) where it asks what became of the money and that is not said,
 * while the payment is being applied, or until the job ended an advance that was cut off. Nothing changed then.
 */
export async function resolveItem(
  container: MedusaContainer,
  intent: Owner,
  { attention_id, ...resolution }: Resolution & { attention_id: string }
): Promise<void> {
  const refusal = await resolve(container, intent, attention_id, resolution)
  if (refusal === null) return
  if (refusal === "not_open") throw notFound(RESOLVE_REFUSALS.not_open)
  if (typeof refusal === "object")
    throw notAllowed(`Say in \`money\` what became of it: ${refusal.unsaid.join(", ")}; nothing was changed.`)
  throw notAllowed(
    `${RESOLVE_REFUSALS[refusal]}; nothing was changed. Press "Check now", or look again in a minute.`
  )
}

/** The same note for several items, one after the other: what happens to one keeps no other from being closed. */
export async function resolveItems(
  container: MedusaContainer,
  ids: readonly string[],
  resolution: Resolution
): Promise<{ id: string; result: ItemResolution }[]> {
  const { items } = moduleOf<AttentionModule>(container)
  const unique = [...new Set(ids)]
  const known = new Map((await items.byIds(unique)).map((item) => [item.id, item.intent]))
  const results: { id: string; result: ItemResolution }[] = []
  for (const id of unique) {
    const intent = known.get(id)
    const refusal = intent ? resolve(container, intent, id, resolution) : Promise.resolve("not_open" as const)
    const result = await refusal.catch((error: unknown) => {
      loggerOf(container).error(
        `paycollect: item ${id} of ${intent!.merchant_reference} was not resolved: ${safeMessage(error)}`
      )
      return "failed" as const
    })
    results.push({ id, result: typeof result === "object" && result ? "not_said" : (result ?? "resolved") })
  }
  return results
}

/** Under the advance lease: money must not be closed by a person while it is becoming an order. @returns null when it was resolved */
async function resolve(
  container: MedusaContainer,
  intent: Owner,
  attentionId: string,
  resolution: Resolution
): Promise<Refusal | null> {
  const { ledger, attention } = moduleOf<AttentionModule>(container)
  const held = await ledger.whileHolding(intent.subject_id, { wait: 0 }, async () => {
    const now = (await ledger.byReference(intent.merchant_reference))!
    const item = (await attention.openFor(now.id)).find((open) => open.id === attentionId)
    // Money that was given up on is due only while it is tried again: an order may stand that is not booked yet.
    if (item?.category === "money" && phaseOf(now) === "retried") return "unfinished"
    if (item?.category === "money" && (await attention.isBeingRefunded(now.id))) return "in_progress"
    if (!item) return "not_open"
    const answers = answersTo(item, now)
    const money = answers.find((answer) => answer === resolution.money)
    if (answers.length > 0 && !money) return { unsaid: answers }
    // First: a process that dies over it leaves an item to close again.
    if (money === "returned" && item.category === "money") await takeUnpaidOrderBack(container, now)
    if (money === "kept" && item.reason === "won_back") await assertUnbookable(container, now)
    const closed = await attention.resolve(attentionId, { ...resolution, money })
    // Core completes its cart at this moment, which waits for no lease.
    if (!closed) return "unfinished"
    const unbooking = (await attention.unbookings()).find(({ item_id }) => item_id === attentionId)
    if (unbooking)
      await followUp(container, unbooking).catch((error: unknown) =>
        loggerOf(container).error(
          `paycollect: the order of ${now.merchant_reference} shows money that is kept as given back; the job tries again: ${errorName(error)}`
        )
      )
    if (money === "sent" || (money === "returned" && closed.category === "refund"))
      await notifySent(container, now, closed)
    await notifyClosed(container, now, closed.resolved_at)
    for (const opened of await attention.openedAt(now.id, closed.resolved_at!))
      await notifyItem(container, now, opened)
    return null
  })
  return held.held ? held.value : "in_progress"
}

/** Medusa's books follow what the ledger has of an answer. */
async function followUp(container: MedusaContainer, unbooking: Unbooking): Promise<void> {
  await undoBookings(container, unbooking)
  await moduleOf<AttentionModule>(container).attention.endUnbooking(unbooking)
}

/** The job ends what a process died over, or could not do. @returns those that could not be ended, and why */
export async function undoLeft(
  container: MedusaContainer
): Promise<{ intent: Pick<IntentRow, "merchant_reference">; error: unknown }[]> {
  const { ledger, attention } = moduleOf<AttentionModule>(container)
  const failed: Awaited<ReturnType<typeof undoLeft>> = []
  for (const intent of await attention.unbookings()) {
    const undone = ledger.whileHolding(intent.subject_id, { wait: 0 }, () => followUp(container, intent))
    await undone.catch((error: unknown) => failed.push({ intent, error }))
  }
  return failed
}

/** What a person who closes it has to choose among. */
export function answersTo(
  { reason, data }: Pick<AttentionRow, "reason" | "data">,
  payment: Pick<IntentRow, "came" | "outcome" | "closed_as">
): readonly MoneyAnswer[] {
  return moneyAnswers({
    reason: reason as AttentionReason,
    refundId: data?.refund_id,
    cameToNothing: cameToNothing(payment),
    closedAs: payment.closed_as,
  })
}

/** Who closes the item of a refund that was sent says that the customer has it: so it is in the books. */
async function notifySent(container: MedusaContainer, intent: IntentRow, item: AttentionRow): Promise<void> {
  const { amount, refund_id } = (item.data ?? {}) as { amount?: string; refund_id?: string }
  if (amount && refund_id) await emit(container, "paycollect.intent.refunded", intent, { refund_id, amount })
}

/**
 * The merchant has removed what kept the store from making an order of money that came: one more try at once, on the way that all take.
 * @returns how it ended, with what the store `said` where it failed
 * @throws MedusaError NOT_ALLOWED (400, `paycollect_order_no_item`) when no item says that an order is missing; nothing was changed
 */
export async function orderNow(
  container: MedusaContainer,
  { id, merchant_reference }: Pick<IntentRow, "id" | "merchant_reference">
): Promise<AdvanceResult> {
  const { attention, ledger } = moduleOf(container)
  const open = await attention.openFor(id)
  const isMissing = open.some(({ reason }) => reason === "paid_without_order")
  // A second click comes when the first one's order stands already.
  if (!isMissing && !(await ledger.byReference(merchant_reference))?.applied_at)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No open item says that an order of this payment is missing. Nothing was changed.",
      "paycollect_order_no_item"
    )
  return await advance(container, { reference: merchant_reference, source: { by: "order" } })
}
