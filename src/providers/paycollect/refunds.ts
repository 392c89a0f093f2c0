import { type IEventBusModuleService, type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectAmbiguousError, PayCollectError, PayCollectNotFoundError, type Refund } from "../../client"
import { toMinorUnits, type MajorAmountLike } from "../../domain/money"
import { type AttentionReason } from "../../domain/attention"
import { INTENT_NEEDS_ATTENTION } from "../../domain/events"
import { type IntentRow } from "../../modules/paycollect/models/intent"
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
 * - `off`: refused. `manual`: recorded, and put on the merchant's list until someone marks it as sent. `api`: sent to the service.
 * @throws MedusaError NOT_ALLOWED when no money goes back; core then removes its refund record
 */
export async function refund(call: RefundCall): Promise<IntentRow> {
  const { paycollect, intent } = call
  if (call.refundId && (await isCompensation(call.query, call.refundId)))
    return await paycollect.ledger.bookedBack(intent.id)
  const active = await paycollect.configuration.current()
  const mode = active.options.refunds
  if (mode === "off") throw switchedOff(intent)
  const amount = toMinorUnits(call.amount, intent.exponent)
  return mode === "manual" ? await recordManual(call, amount) : await send(call, amount)
}

async function send(call: RefundCall, amount: bigint): Promise<IntentRow> {
  const { intent, paycollect, refundId } = call
  const transactionId = (intent.verified as { id?: string } | null)?.id ?? intent.intent_id
  if (!transactionId || !refundId) throw notSent(intent, "the service's id of the payment is not known")
  // Written before the call: a refund that nobody remembers may be sent twice.
  const data = { amount: amount.toString(), refund_id: refundId }
  const { ledger } = paycollect
  const reserved = await ledger.addRefund(intent.id, amount, {
    type: "refund_sending",
    cause: "refund",
    data,
  })
  const takeBack = () =>
    ledger.addRefund(intent.id, -amount, { type: "refund_not_sent", cause: "refund", data })
  let answer: Refund
  try {
    const active = await paycollect.configuration.current()
    answer = await active
      .client(intent.environment)
      .createRefund(
        { transaction_id: transactionId, amount: amount.toString(), reason: "requested_by_customer" },
        `${intent.merchant_reference}-${refundId}`,
        { priority: "admin" }
      )
  } catch (error) {
    // Refusing here would invite a second try that pays twice: the merchant is told to look instead.
    if (error instanceof PayCollectAmbiguousError) return await remember(call, reserved, "refund_unknown")
    await takeBack()
    if (
      error instanceof PayCollectNotFoundError ||
      (error instanceof PayCollectError && error.statusCode === 405)
    ) {
      throw switchedOff(intent)
    }
    throw notSent(intent, error instanceof PayCollectError ? error.message : "an unexpected error")
  }
  if (answer.status === "failed") {
    await takeBack()
    throw notSent(intent, "the payment service declined the refund")
  }
  if (answer.status === "succeeded") return await remember(call, reserved, "refund_sent")
  return await remember(call, reserved, answer.status === "pending" ? "refund_pending" : "refund_unknown")
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
  const { paycollect, intent, refundId } = call
  const data = { amount: amount.toString(), refund_id: refundId }
  const recorded = await paycollect.ledger.addRefund(intent.id, amount, {
    type: "refund_recorded",
    cause: "refund",
    data,
  })
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
  const told = { id, merchant_reference, cart_id, order_id, attention_id, reason, category }
  try {
    await eventBus?.emit({ name: INTENT_NEEDS_ATTENTION, data: told }, {})
  } catch {
    logger.warn(`paycollect: ${INTENT_NEEDS_ATTENTION} of ${merchant_reference} was not sent`)
  }
}

function switchedOff(intent: IntentRow): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Refunds are switched off (Settings, PayCollect: Refunds), so nothing was returned to the customer and nothing was recorded. Choose manual or api there, or refund ${intent.merchant_reference} in the dashboard of the payment service.`
  )
}

function notSent(intent: IntentRow, reason: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The refund of ${intent.merchant_reference} was not sent and not recorded: ${reason}`
  )
}
