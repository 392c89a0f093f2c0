import { type IEventBusModuleService, type Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PayCollectAmbiguousError, PayCollectError, PayCollectNotFoundError, type Refund } from "../../client"
import { toMinorUnits, type MajorAmountLike } from "../../domain/money"
import { type AttentionReason } from "../../domain/attention"
import { INTENT_NEEDS_ATTENTION } from "../../domain/events"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { type Query } from "../../modules/paycollect/session-facts"
import { isCompensationRefund } from "./compensation"

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
  if (await isCompensationRefund(call.query, call.refundId)) {
    return await paycollect.ledger.change(
      intent.id,
      { consumed_session_id: null },
      {
        type: "booked_back",
        cause: "compensation",
        data: { meaning: "completion failed; the money was kept and stays usable" },
      }
    )
  }
  const mode = paycollect.configuration.options.refunds
  if (mode === "off") throw switchedOff(intent)
  const amount = toMinorUnits(call.amount, intent.exponent)
  if (mode === "manual")
    return await record(call, amount, { type: "refund_recorded", item: "refund_to_send" })
  return await send(call, amount)
}

async function send(call: RefundCall, amount: bigint): Promise<IntentRow> {
  const { intent, paycollect, refundId } = call
  const transactionId = (intent.verified as { id?: string } | null)?.id ?? intent.intent_id
  if (!transactionId || !refundId) throw notSent(intent, "the service's id of the payment is not known")
  let answer: Refund
  try {
    answer = await paycollect.configuration
      .client(intent.environment)
      .createRefund(
        { transaction_id: transactionId, amount: amount.toString(), reason: "requested_by_customer" },
        `${intent.merchant_reference}-${refundId}`,
        { priority: "admin" }
      )
  } catch (error) {
    // Refusing here would invite a second try that pays twice: the merchant is told to look instead.
    if (error instanceof PayCollectAmbiguousError)
      return await record(call, amount, { type: "refund_unknown", item: "refund_unknown" })
    if (
      error instanceof PayCollectNotFoundError ||
      (error instanceof PayCollectError && error.statusCode === 405)
    ) {
      throw switchedOff(intent)
    }
    throw notSent(intent, error instanceof PayCollectError ? error.message : "an unexpected error")
  }
  if (answer.status === "failed") throw notSent(intent, "the payment service declined the refund")
  if (answer.status === "succeeded") return await record(call, amount, { type: "refund_sent" })
  const item = answer.status === "pending" ? "refund_pending" : "refund_unknown"
  return await record(call, amount, { type: item, item })
}

/** Written before core books it: a refund that nobody remembers is worse than one that is looked at once too often. */
async function record(
  call: RefundCall,
  amount: bigint,
  { type, item }: { type: string; item?: AttentionReason }
): Promise<IntentRow> {
  const { paycollect, intent, refundId, logger } = call
  const data = { amount: amount.toString(), refund_id: refundId }
  const changed = await paycollect.ledger.change(
    intent.id,
    { refunded: (BigInt(intent.refunded) + amount).toString() },
    { type, cause: "refund", data }
  )
  logger.info(`paycollect: refund of ${amount} smallest units of ${intent.merchant_reference}: ${type}`)
  if (item) await list(call, item, data)
  return changed
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
    `Refunds are switched off, so nothing was returned to the customer and nothing was recorded. Refund ${intent.merchant_reference} in the dashboard of the payment service.`
  )
}

function notSent(intent: IntentRow, reason: string): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `The refund of ${intent.merchant_reference} was not sent and not recorded: ${reason}`
  )
}
