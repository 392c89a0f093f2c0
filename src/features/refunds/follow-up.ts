import { type MedusaContainer } from "@medusajs/framework/types"
import { DAY_MS, MINUTE_MS } from "../../service/config"
import { toMinorUnits } from "../../payments/money"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { refundsBetween } from "../../orders/records/lookups"
import { type RefundRecord } from "../../orders/records/records"
import { needsAttention } from "../../orders/raise"
import { type AttentionReason } from "../../payments/attention-reasons"
import { goneOf } from "../../payments/came"
import { askedAgain } from "../../payments/ledger/entries"
import { refundAsked } from "../../payments/ledger/refund-moves"
import { closeReversed, countedBy, unbookedOf } from "./medusa-refund"
import { endCutOff } from "./refund"
import { REFUND_CUT_OFF_MS } from "./send"
import { moduleOf, queryOf } from "../../payments/module"
import { type RefundsModule } from "./rows"

const EVERY_MS = 10 * MINUTE_MS
const REVIEW_MS = 7 * DAY_MS
const LOOKED = "last_refund_look"

/** What a person is asked, by what a process wrote down last before it died. Where the service may have been asked, no person is told to send it. */
const LEFT: Record<string, AttentionReason> = {
  refund_pending: "refund_pending",
  refund_sending: "refund_unknown",
  refund_unknown: "refund_unknown",
  // Nor is it known of one whose row was lost whether it was sent.
  recovered: "refund_unknown",
}

type WrittenRefund = RefundRecord & { id: string }

/**
 * Core writes a refund down before it asks the provider, and the provider before it asks the service. A process killed in between
 * leaves money that Medusa shows as returned and that no process sends: a person is told, once per refund. So it is with one that an employee
 * asked for here. Looks every ten minutes.
 * @throws the first of what went wrong, after the others
 */
export async function followUpRefunds(container: MedusaContainer): Promise<void> {
  const { state, clock, ledger, refunds } = moduleOf<RefundsModule>(container)
  const now = clock.now()
  const last = await state.get<{ at: number; seen?: number }>(LOOKED)
  // A clock that was set back must not silence it.
  if (last && Math.abs(now - last.at) < EVERY_MS) return
  // However long no job ran: what was written down since the last look that came to its end was seen by none.
  const seenUntil = last ? Math.min(last.seen ?? last.at, now) : await ledger.beganAt()
  await state.set(LOOKED, { at: now, seen: seenUntil ?? now })

  const { each, failed } = oneByOne()
  await each(await refunds.cutOff(new Date(now - REFUND_CUT_OFF_MS)), async (refund) => {
    const { subject_id } = await ledger.byId(refund.intent_id)
    await ledger.whileHolding(subject_id, { wait: 0 }, () => endCutOff(container, refund))
  })
  let isComplete = seenUntil !== null
  if (seenUntil !== null) {
    const period = { from: new Date(seenUntil - REVIEW_MS), to: new Date(now - REFUND_CUT_OFF_MS) }
    const written = await refundsBetween(queryOf(container), period)
    await each(written, async (refund) => {
      const reference = refund.payment?.data?.merchant_reference
      const intent = reference ? await ledger.byReference(reference) : null
      if (intent && (await historyIfCutOff(container, intent, refund)))
        isComplete = (await listRefund(container, intent, refund)) && isComplete
    })
  }
  if (failed.length > 0) throw failed[0]
  // A look that was cut off, or that found money held, is made up for however old the refund is by then.
  if (isComplete) await state.set(LOOKED, { at: now, seen: now })
}

/** One broken row must not keep the others from being listed. */
function oneByOne() {
  const failed: unknown[] = []
  const each = async <T>(rows: T[], work: (row: T) => Promise<void>) => {
    for (const row of rows) await work(row).catch((error: unknown) => void failed.push(error))
  }
  return { each, failed }
}

/** Its lines of history; null once it was sent, or is on the merchant's list. */
async function historyIfCutOff(container: MedusaContainer, intent: IntentRow, refund: WrittenRefund) {
  const history = await moduleOf(container).ledger.historyOfRefund(intent.id, refund)
  const known = history.filter(({ type }) => type === "refund_sent" || type === "attention_opened").at(-1)
  if (!known) return history
  const isBooked = intent.reversed !== "0" && unbookedOf(intent) === 0n
  // Its process may have died before it closed the item of what was booked.
  if (isBooked) await closeReversed({ container, intent }, known.created_at)
  return null
}

/** @returns false while another process holds the money */
async function listRefund(
  container: MedusaContainer,
  intent: IntentRow,
  refund: WrittenRefund
): Promise<boolean> {
  const { ledger } = moduleOf<RefundsModule>(container)
  const amount = toMinorUnits(refund.amount, intent.exponent)
  // The provider would have refused it: there is nothing to send.
  if (amount === 0n) return true
  const { held } = await ledger.whileHolding(intent.subject_id, { wait: 0 }, async () => {
    const history = await historyIfCutOff(container, intent, refund)
    if (!history) return
    const counted = countedBy(history)
    const data = { refund_id: refund.id, amount: (counted?.data?.amount ?? amount).toString() }
    if (!counted) {
      const failed = history.some(({ type }) => type === "refund_not_sent")
      const toSend = await countCutOff(container, intent, { ...data, amount, failed })
      if (toSend === 0n) return await closeReversed({ container, intent })
      data.amount = toSend.toString()
    }
    const reason = (counted && LEFT[counted.type]) || "refund_due"
    await needsAttention(container, intent, { reason, key: refund.id, data })
  })
  return held
}

/**
 * Core wrote it down whatever went back meanwhile. What was reversed and no refund has booked yet is only booked; what was refunded from the list
 * since is not sent a second time.
 * @returns what is to be sent
 */
async function countCutOff(
  container: MedusaContainer,
  { id }: IntentRow,
  { refund_id, amount, failed }: { refund_id: string; amount: bigint; failed: boolean }
): Promise<bigint> {
  const { ledger } = moduleOf<RefundsModule>(container)
  const row = await ledger.byId(id)
  const booked = smaller(unbookedOf(row), amount)
  const toSend = smaller(amount - booked, BigInt(row.came) - goneOf(row))
  const data = { refund_id, amount: (toSend || amount).toString() }
  const event =
    toSend === 0n
      ? ({ type: "refund_sent", cause: "reversed", data } as const)
      : ({ type: "refund_recorded", cause: "job", data } as const)
  const asked = { refund_id: failed ? askedAgain(refund_id) : refund_id, amount: booked + toSend, booked }
  if (booked + toSend === 0n) await ledger.record(id, event)
  else if (!(await ledger.refund(id, refundAsked(asked), event)))
    throw new Error(`A refund of ${row.merchant_reference} was not counted: its money moved meanwhile`)
  return toSend
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
