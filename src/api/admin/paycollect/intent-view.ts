import { type InferTypeOf, type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, isAttentionReason, type AttentionReason } from "../../../domain/attention"
import { formatPaymentNumber } from "../../../domain/payment-number"
import { stateOf, type Came } from "../../../domain/came"
import { serviceDashboardLink } from "../../../domain/service-dashboard"
import { paycollectOf } from "../../../modules/paycollect"
import { type ActiveOptions } from "../../../modules/paycollect/active-configuration"
import { type AttentionRow } from "../../../modules/paycollect/models/attention"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import type IntentEvent from "../../../modules/paycollect/models/intent-event"
import { type RefundRow } from "../../../modules/paycollect/models/refund"
import { type SettleResult } from "../../../settlement/settle"
import { withStoreFacts, type StoreFacts } from "../../../store/merchant-facts"
import {
  type AdminPayCollectAttention,
  type AdminPayCollectIntent,
  type AdminPayCollectIntentDetail,
  type AdminPayCollectIntentEvent,
  type AdminPayCollectRefundable,
  type AdminPayCollectRefundResponse,
  type AdminPayCollectVerifyResponse,
  type PayCollectRefundReason,
} from "../../../types/http"
import { iso } from "../../dates"
import { withRefundable } from "./refundable"

type Item = Omit<AttentionRow, "intent_id">
type EventRow = Omit<InferTypeOf<typeof IntentEvent>, "intent">
type Row = IntentRow &
  Partial<StoreFacts> & { attention: Item[]; refundable: AdminPayCollectRefundable | null }

/**
 * An intent as a merchant may see it. A column is hidden until it is named here: never the body of the create (names, phone, e-mail), nor the
 * checkout address, which holds the client secret.
 */
export function shownIntent(
  intent: Row,
  { serviceDashboardUrl }: Pick<ActiveOptions, "serviceDashboardUrl">
): AdminPayCollectIntent {
  const { id, merchant_reference, intent_id, payment_ref, subject_id, attempt, cart_id } = intent
  const { payment_collection_id, provider_id, environment } = intent
  const { amount, currency_code, exponent, fee_bearer, fee, refunded, refundable } = intent
  const { rebuilt, status, outcome, outcome_reason, settle_attempts } = intent
  const { order_id, booking_order_id, order_display_id, customer_id, customer_email } = intent
  return {
    id,
    payment_number: formatPaymentNumber(intent.payment_number),
    ...{ merchant_reference, intent_id, payment_ref, subject_id, attempt, cart_id },
    ...{ payment_collection_id, provider_id, environment },
    ...{ amount, currency_code, exponent, fee_bearer, fee, refunded, refundable },
    ...{ rebuilt, status, outcome, outcome_reason, settle_attempts },
    state: stateOf(intent as Row & Came),
    verified: intent.verified as AdminPayCollectIntent["verified"],
    verified_at: iso(intent.verified_at),
    paid_at: iso(intent.paid_at),
    settled_at: iso(intent.settled_at),
    released_at: iso(intent.released_at),
    due_at: iso(intent.due_at),
    ...{ order_id, booking_order_id, order_display_id, customer_id, customer_email },
    service_dashboard_url: serviceDashboardLink(serviceDashboardUrl, intent),
    created_at: iso(intent.created_at),
    updated_at: iso(intent.updated_at),
    attention: intent.attention.map(shownItem),
  }
}

/** An item of the "needs attention" list, without its payment. */
export function shownItem(item: Item): AdminPayCollectAttention {
  const { id, category, status, data, note, resolved_by, notice } = item
  return {
    ...{ id, category, status, data, note, resolved_by, notice },
    reason: item.reason as AttentionReason,
    resolved_at: iso(item.resolved_at),
    told_at: iso(item.told_at),
    created_at: iso(item.created_at),
  }
}

/** What an item means, in English; the dashboard translates by its reason. */
export function explained(item: AdminPayCollectAttention): AdminPayCollectAttention {
  return isAttentionReason(item.reason) ? { ...item, explanation: ATTENTION_REASONS[item.reason] } : item
}

export function shownEvent({ id, type, cause, data, created_at }: EventRow): AdminPayCollectIntentEvent {
  return { id, type, cause, data, created_at: iso(created_at) }
}

/** What settling came to. */
export function shownResult(result: SettleResult): AdminPayCollectVerifyResponse["result"] {
  const { status, reason, cart_id, order_id, said } = result
  return { status, reason, cart_id, order_id, said }
}

export function shownRefund(refund: RefundRow): AdminPayCollectRefundResponse["refund"] {
  const { id, amount, currency_code } = refund
  return {
    ...{ id, amount, currency_code },
    // `sendBack` throws for a refund that was not sent, and for one that is not known to have been.
    status: refund.status as AdminPayCollectRefundResponse["refund"]["status"],
    reason: refund.reason as PayCollectRefundReason,
    created_at: iso(refund.created_at),
  }
}

/** One intent with its history, its attention items, explained, and the store's facts. @throws MedusaError NOT_FOUND */
export async function intentView(
  container: MedusaContainer,
  id: string
): Promise<AdminPayCollectIntentDetail> {
  const paycollect = paycollectOf(container)
  const intent = await paycollect.retrieveIntent(id, { relations: ["events", "attention"] })
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { options } = await paycollect.configuration.current()
  const [known] = await withStoreFacts(
    query,
    await withRefundable(container, [intent as typeof intent & IntentRow])
  )
  const shown = shownIntent(known!, options)
  const events = intent.events.map(shownEvent)
  return {
    ...shown,
    events: events.sort((one, other) => one.created_at.localeCompare(other.created_at)),
    attention: shown.attention.map(explained),
  }
}
