import { type IEventBusModuleService, type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { toMinorUnits, type MajorAmountLike } from "../../domain/money"
import { type AttentionReason } from "../../domain/attention"
import { INTENT_NEEDS_ATTENTION } from "../../domain/events"
import { unbooked, type ReversalFacts } from "../../domain/reversal"
import { formatPaymentNumber } from "../../domain/payment-number"
import { type LedgerEvent } from "../../modules/paycollect/ledger/history"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { sendBack, transactionOf } from "../../modules/paycollect/payments/send-back"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { isCompensation } from "../../store/lookups"
import { type Query } from "../../store/query"

interface RefundCall {
  paycollect: PayCollectModuleService
  query: Query
  logger: Logger
  /** absent in a store without one */
  eventBus: Pick<IEventBusModuleService, "emit"> | undefined
  intent: IntentRow
  /** major units */
  amount: MajorAmountLike
  /** Medusa's refund id: what the service sees as idempotency key, and what tells refunds of one payment apart */
  refundId: string | undefined
}

/**
 * A refund that Medusa is about to record (U-14).
 * - Core's own booking-back after a failed completion moves no money in any mode: the intent stays usable for the next try.
 * - `off`: refused. `manual`: recorded, and put on the merchant's list until an employee marks it as sent. `api`: sent to the service.
 * @throws MedusaError NOT_ALLOWED when no money goes back; core then removes its refund record
 */
export async function refund(call: RefundCall): Promise<IntentRow> {
  const { paycollect, intent } = call
  if (call.refundId && (await isCompensation(call.query, call.refundId)))
    return await paycollect.ledger.bookedBack(intent.id)
  const active = await paycollect.configuration.current()
  const mode = active.options.refunds
  const amount = toMinorUnits(call.amount, intent.exponent)
  const gone = await goneOf(call)
  if (gone >= amount) return await recordGone(call, { amount, gone })
  if (mode === "off") throw switchedOff(intent)
  // What went back already is not sent again with the rest of it; a rest that cannot be sent is refused with all of it.
  const rest = amount - gone
  const refunded = mode === "manual" ? await recordManual(call, rest) : await send(call, rest)
  if (gone > 0n) await recordGone(call, { amount: gone, gone, with: rest }).catch(() => notBooked(call, gone))
  return refunded
}

/** What the service took back without the store, as long as its item is open. */
async function goneOf({ paycollect, intent }: RefundCall): Promise<bigint> {
  const item = (await paycollect.attention.openFor(intent.id)).find(({ reason }) => reason === "reversed")
  return item ? unbooked(item.data as unknown as ReversalFacts, intent) : 0n
}

/**
 * The books of the order follow the service's: nothing moves, and the item that said so is dealt with when all of it is booked. Of two refunds
 * at once that both found it unbooked, the second one is refused.
 * @param with what of the same refund was counted already
 */
async function recordGone(
  call: RefundCall,
  { amount, gone, with: counted = 0n }: { amount: bigint; gone: bigint; with?: bigint }
): Promise<IntentRow> {
  const { intent, paycollect, refundId } = call
  const data = { amount: amount.toString(), refund_id: refundId }
  const event = { type: "refund_sent", cause: "reversed", data } as const
  const recorded = await reserve(call, amount, event, BigInt(intent.refunded) + counted + gone)
  // It is counted: were this to throw, core would forget the refund, and the next one be sent.
  if (amount === gone)
    await paycollect.attention.booked(intent.id, "reversed").catch(() => notBooked(call, 0n))
  return recorded
}

/** Its item stays open, for a person. */
function notBooked({ logger, intent }: RefundCall, amount: bigint): void {
  const what = amount > 0n ? `${amount} of it could not be booked` : "its item could not be closed"
  logger.error(`paycollect: ${intent.merchant_reference} went back without the store: ${what}`)
}

async function send(call: RefundCall, amount: bigint): Promise<IntentRow> {
  const { intent, paycollect, refundId } = call
  if (!transactionOf(intent) || !refundId)
    throw notSent(intent, "the service's id of the payment is not known")
  const client = (await paycollect.configuration.current()).client(intent.environment)
  // Written before the call: a refund that is not on record may be sent twice.
  const data = { amount: amount.toString(), refund_id: refundId }
  const reserved = await reserve(call, amount, { type: "refund_sending", cause: "refund", data })
  const answer = await sendBack(client, intent, { id: refundId, amount, reason: "requested_by_customer" })
  // Refusing what may have been sent would invite a second try that pays twice: the merchant is told to look instead.
  if (answer.status !== "not_sent") return await remember(call, reserved, `refund_${answer.status}`)
  await paycollect.ledger.addRefund(intent.id, -amount, { type: "refund_not_sent", cause: "refund", data })
  throw answer.unsupported ? switchedOff(intent) : notSent(intent, answer.because)
}

/** Counts it, unless more would go back than came: a part may have been sent back from the "needs attention" list. */
async function reserve(
  { intent, paycollect }: RefundCall,
  amount: bigint,
  event: LedgerEvent,
  most = BigInt(intent.amount)
): Promise<IntentRow> {
  const reserved = await paycollect.ledger.addRefund(intent.id, amount, event, most)
  if (reserved) return reserved
  throw notSent(intent, "it is more than what came and did not go back yet")
}

/** The money is on its way, or may be: from here nothing may throw, or core would forget the refund and a person send it again. */
async function remember(
  call: RefundCall,
  reserved: IntentRow,
  outcome: "refund_sent" | "refund_pending" | "refund_unknown"
): Promise<IntentRow> {
  const { paycollect, intent, refundId, logger } = call
  const data = { refund_id: refundId }
  try {
    await paycollect.ledger.record(intent.id, { type: outcome, cause: "refund", data })
    if (outcome !== "refund_sent") await list(call, outcome, data)
  } catch {
    logger.error(
      `paycollect: ${outcome} of ${intent.merchant_reference} (${refundId}) could not be written down`
    )
  }
  return reserved
}

async function recordManual(call: RefundCall, amount: bigint): Promise<IntentRow> {
  const data = { amount: amount.toString(), refund_id: call.refundId }
  const recorded = await reserve(call, amount, { type: "refund_recorded", cause: "refund", data })
  await list(call, "refund_to_send", data)
  return recorded
}

/** The merchant is told once per refund; the list counts, so a broken event bus stops nothing. */
async function list(
  { paycollect, intent, refundId, logger, eventBus }: RefundCall,
  reason: AttentionReason,
  data: Record<string, unknown>
): Promise<void> {
  const { id, merchant_reference, cart_id, order_id } = intent
  const opened = await paycollect.attention.open({ intent_id: id, reason, key: refundId ?? "", data })
  if (!opened) return
  const { id: attention_id, category } = opened
  const payment_number = formatPaymentNumber(intent.payment_number)
  const told = { id, payment_number, merchant_reference, cart_id, order_id, attention_id, reason, category }
  try {
    await eventBus?.emit({ name: INTENT_NEEDS_ATTENTION, data: told }, {})
  } catch {
    logger.warn(`paycollect: ${INTENT_NEEDS_ATTENTION} of ${merchant_reference} was not sent`)
  }
}

function switchedOff(intent: IntentRow): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Refunds are switched off (Settings, PayCollect: Refunds), so nothing was returned to the customer and nothing was recorded. Choose manual or api there, or refund ${formatPaymentNumber(intent.payment_number)} (${intent.merchant_reference}) in the dashboard of the payment service.`
  )
}

function notSent(intent: IntentRow, reason: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The refund of ${formatPaymentNumber(intent.payment_number)} was not sent and not recorded: ${reason}`
  )
}
