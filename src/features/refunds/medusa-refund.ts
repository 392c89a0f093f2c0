import { randomUUID } from "node:crypto"
import { OWN_NOTES } from "../../texts"
import { type MedusaContainer } from "@medusajs/framework/types"
import { type MedusaError } from "@medusajs/framework/utils"
import { notAllowed } from "../../payments/errors"
import { isWhole, toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { REVIEW_PAUSE_MS } from "../../payments/reversal"
import { formatPaymentNumber } from "../../payments/names"
import { type HistoryEvent, type LedgerEvent } from "../../payments/ledger/history"
import {
  refundAsked,
  refundNotSent,
  refundSent,
  type CountedRefund,
} from "../../payments/ledger/refund-moves"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { callRefund, transactionOf } from "./send"
import { loggerOf, moduleOf, queryOf } from "../../payments/module"
import { isCompensation, isLastRefund } from "../../orders/records/lookups"
import { emit } from "../../orders/emit"
import { needsAttention, notifyClosed } from "../../orders/raise"
import { tellReversed } from "../../orders/went-back"

interface RefundCall {
  /** the store's, or what a payment provider has of it */
  container: Pick<MedusaContainer, "resolve">
  intent: IntentRow
  /** major units */
  amount: MajorAmountLike
  /** Medusa's refund id: what the service sees as idempotency key, and what tells refunds of one payment apart */
  refundId: string | undefined
}

/**
 * A refund that Medusa is about to record (U-14).
 * - The refund with which core voids a failed completion moves no money in any mode: the intent stays usable for the next try.
 * - What the service reversed without the store is only booked, in any mode, and nothing moves for it.
 * - `off`: refused. `manual`: recorded, and put on the merchant's list until an employee marks it as sent. `api`: sent to the service.
 * @throws MedusaError NOT_ALLOWED when no money goes back; core then removes its refund record
 */
export async function refund(call: RefundCall): Promise<IntentRow> {
  const { container, intent, refundId } = call
  const { ledger } = moduleOf(container)
  if (refundId && (await isCompensation(queryOf(container), refundId)))
    return await ledger.voidedByCore(intent.id)
  // Where this process stood still the job may have listed the refund, or the payment's row be written anew with it: a person is asked, or
  // will be. Core must not forget it, and it is not counted twice.
  if (await isCountedAlready(call)) return await ledger.byId(intent.id)
  try {
    return await giveBack(call)
  } catch (error) {
    if (await isCountedAlready(call)) return await ledger.byId(intent.id)
    throw error
  }
}

async function isCountedAlready({ container, intent, refundId }: RefundCall): Promise<boolean> {
  if (!refundId) return false
  return !!countedBy(await moduleOf(container).ledger.historyOfRefund(intent.id, { id: refundId }))
}

/** The line of a refund's history by which it is counted now. */
export function countedBy<L extends { type: HistoryEvent }>(history: readonly L[]): L | undefined {
  const last = history.filter(({ type }) => type === "recovered" || type.startsWith("refund_")).at(-1)
  return last?.type === "refund_not_sent" ? undefined : last
}

async function giveBack(call: RefundCall): Promise<IntentRow> {
  const { container } = call
  const { configuration } = moduleOf(container)
  const { options } = await configuration.current()
  const amount = await unitsOf(call)
  const { unbooked, found } = await unbookedReversal(call)
  const booked = unbooked < amount ? unbooked : amount
  const counted = await recordRefund(call, { amount, booked }, options.refunds).catch(
    async (error: unknown) => {
      await tellFound(call, found)
      throw error
    }
  )
  if (unbooked > amount) await tellFound(call, found)
  else if (unbooked > 0n) await closeReversed(call)
  return counted
}

/**
 * Nothing else goes back than what Medusa books: only of a total that itself has more decimals than its currency is the last refund rounded, as
 * its charge was. @throws MedusaError NOT_ALLOWED for any other such amount, and for what is less than one unit
 */
async function unitsOf({ container, intent, amount, refundId }: RefundCall): Promise<bigint> {
  const units = toMinorUnits(amount, intent.exponent)
  const isLast = async () => !!refundId && (await isLastRefund(queryOf(container), refundId))
  const isExact = isWhole(amount, intent.exponent) || (await isLast())
  if (units > 0n && isExact) return units
  throw notSent(
    intent,
    `an amount in ${intent.currency_code.toUpperCase()} has at most ${intent.exponent} decimals, and is more than nothing`
  )
}

/** In smallest units: what goes back in all, and how much of it went back without the store and is only booked. */
type Sum = Omit<CountedRefund, "refund_id">

async function recordRefund(call: RefundCall, sum: Sum, mode: "off" | "manual" | "api"): Promise<IntentRow> {
  const { container, intent, refundId } = call
  const of = (amount: bigint) => ({ amount: amount.toString(), refund_id: refundId })
  if (sum.booked === sum.amount)
    return await reserve(call, sum, { type: "refund_sent", cause: "reversed", data: of(sum.amount) })
  if (mode === "off") throw switchedOff(intent)
  if (mode === "api") return await sendRefund(call, sum)
  const data = of(sum.amount - sum.booked)
  const recorded = await reserve(call, sum, { type: "refund_recorded", cause: "refund", data })
  await needsAttention(container, intent, { reason: "refund_due", key: refundId ?? "", data })
  return recorded
}

/**
 * What the service took back without the store and no refund has booked yet, whatever a person did with the item that told of it. Of a reversal
 * the store may not have heard, and a chargeback may have been won since: the service is asked once more, but within a minute of its last word.
 * @returns what a person is told where something is gone, too
 * @throws MedusaError NOT_ALLOWED where something is known to be gone and the answer does not say for certain what
 */
async function unbookedReversal({ container, intent }: RefundCall): Promise<{
  unbooked: bigint
  found?: Found
}> {
  const { review, ledger, clock } = moduleOf(container)
  const isKnown = unbookedOf(intent) > 0n
  const isTold = isKnown || (await reversedItem(container, intent)) !== undefined
  const lastWord = new Date(intent.verified_at ?? 0).getTime()
  if (!isTold && clock.now() - lastWord < REVIEW_PAUSE_MS) return { unbooked: 0n }
  const heard = await review.ask(intent, { by: "admin" })
  if (heard?.verdict.kind === "stands" || heard?.isEvidence) {
    const { verdict, rose } = heard
    const unbooked = unbookedOf(await ledger.byId(intent.id))
    return { unbooked, ...(verdict.kind === "reversed" && { found: { facts: verdict.facts, rose } }) }
  }
  if (!isTold) return { unbooked: 0n }
  throw notSent(
    intent,
    `money of it went back without the store, and the service does not say now how much is left: try again${isKnown ? " in a few minutes" : ", or resolve that item first"}`
  )
}

interface Found {
  facts: Parameters<typeof tellReversed>[2]
  rose: boolean
}

/**
 * What the question before a refund was the first to find, or what no person was ever told of, and no refund books. The money is on its way by then,
 * or was refused: core must not hear of a failure here.
 */
async function tellFound({ container, intent }: RefundCall, found: Found | undefined): Promise<void> {
  if (!found) return
  await tellReversed(container, intent, found.facts, found.rose ? "news" : true).catch(() =>
    loggerOf(container).error(
      `paycollect: money of ${intent.merchant_reference} went back, and its item could not be opened`
    )
  )
}

export const unbookedOf = ({ reversed, reversed_booked }: IntentRow) =>
  BigInt(reversed) - BigInt(reversed_booked)

async function reversedItem(container: RefundCall["container"], { id }: IntentRow) {
  return (await moduleOf(container).attention.openFor(id)).find(({ reason }) => reason === "reversed")
}

/**
 * All that went back is booked. Its item stays open, for a person, where it cannot be closed: core would forget a refund that fails now.
 * @param by when it was booked: an item that was opened later tells of something else
 */
export async function closeReversed(
  { container, intent }: Pick<RefundCall, "container" | "intent">,
  by?: Date
): Promise<void> {
  try {
    const { attention, ledger } = moduleOf(container)
    const item = await reversedItem(container, intent)
    const resolution = { note: OWN_NOTES.booked, resolved_by: "paycollect" }
    const isMeant = item && (!by || new Date(item.created_at) <= new Date(by))
    // Read after the item: it tells of what more went meanwhile, or another one will.
    const isBooked = isMeant && unbookedOf(await ledger.byId(intent.id)) === 0n
    const closed = isBooked && (await attention.resolve(item.id, resolution))
    if (closed) await notifyClosed(container, intent, closed.resolved_at)
  } catch {
    loggerOf(container).error(
      `paycollect: the item of ${intent.merchant_reference}, whose money went back, stays open`
    )
  }
}

async function sendRefund(call: RefundCall, sum: Sum): Promise<IntentRow> {
  const { intent, container, refundId } = call
  const { ledger, configuration, clock } = moduleOf(container)
  if (!transactionOf(intent) || !refundId)
    throw notSent(intent, "the service's id of the payment is not known")
  const client = (await configuration.current()).client(intent.environment)
  // Written before the call: a refund that is not on record may be sent twice.
  const amount = sum.amount - sum.booked
  const data = { amount: amount.toString(), refund_id: refundId }
  const begun = clock.now()
  const reserved = await reserve(call, sum, { type: "refund_sending", cause: "refund", data })
  const sent = { id: refundId, amount, reason: "requested_by_customer", begun } as const
  const answer = await callRefund(client, intent, sent, clock)
  // Refusing what may have been sent would invite a second try that pays twice: the merchant is told to look instead.
  if (answer.status !== "not_sent") return await remember(call, { reserved, sum }, `refund_${answer.status}`)
  const back = refundNotSent({ ...sum, refund_id: refundId })
  await ledger.refund(intent.id, back, { type: "refund_not_sent", cause: "refund", data })
  throw answer.unsupported ? switchedOff(intent) : notSent(intent, answer.because)
}

/** Counts it, unless more would go back than is here, a part of which may have been refunded from the "needs attention" list. */
async function reserve(
  { intent, container, refundId }: RefundCall,
  sum: Sum,
  event: LedgerEvent
): Promise<IntentRow> {
  const asked = refundAsked({ ...sum, refund_id: refundId ?? randomUUID() })
  const reserved = await moduleOf(container).ledger.refund(intent.id, asked, event)
  if (reserved) return reserved
  throw notSent(intent, "it is more than what came and did not go back yet")
}

/** The money is on its way, or may be: from here nothing may throw, or core would forget the refund and a person send it again. */
async function remember(
  call: RefundCall,
  { reserved, sum }: { reserved: IntentRow; sum: Sum },
  outcome: "refund_sent" | "refund_pending" | "refund_unknown"
): Promise<IntentRow> {
  const { container, intent, refundId } = call
  const { ledger } = moduleOf(container)
  const data = { refund_id: refundId!, amount: (sum.amount - sum.booked).toString() }
  try {
    const event = { type: outcome, cause: "refund", data } as const
    if (outcome === "refund_sent") {
      await ledger.refund(intent.id, refundSent({ ...sum, refund_id: data.refund_id }), event)
      await emit(container, "paycollect.intent.refunded", intent, data)
    } else {
      await ledger.record(intent.id, event)
      await needsAttention(container, intent, { reason: outcome, key: refundId, data })
    }
  } catch {
    loggerOf(container).error(
      `paycollect: ${outcome} of ${intent.merchant_reference} (${refundId}) could not be written down`
    )
  }
  return reserved
}

function switchedOff(intent: IntentRow): MedusaError {
  return notAllowed(
    `Refunds are switched off (Settings, PayCollect: Refunds), so nothing was returned to the customer and nothing was recorded. Choose manual or api there, or refund ${formatPaymentNumber(intent.payment_number)} (${intent.merchant_reference}) in the dashboard of the payment service.`
  )
}

function notSent(intent: IntentRow, reason: string): MedusaError {
  return notAllowed(
    `The refund of ${formatPaymentNumber(intent.payment_number)} was not sent and not recorded: ${reason}`
  )
}
