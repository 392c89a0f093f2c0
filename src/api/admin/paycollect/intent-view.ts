import { type InferTypeOf, type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../payments/module"
import { isAttentionReason, type AttentionReason } from "../../../payments/attention-reasons"
import { explainedItem } from "../../../texts"
import { formatPaymentNumber } from "../../../payments/names"
import { goneOf, stateOf, type Came } from "../../../payments/came"
import { serviceDashboardLink } from "../../../settings/service-dashboard"
import { paycollectOf } from "../../../modules/paycollect"
import { type ActiveOptions } from "../../../settings/active-configuration"
import { type AttentionRow } from "../../../modules/paycollect/models/attention"
import { type IntentEvent, type IntentRow } from "../../../modules/paycollect/models/intent"
import { type RefundRow } from "../../../modules/paycollect/models/refund"
import { type AdvanceResult } from "../../../orders/advance"
import { withStoreFacts, type MerchantFacts } from "../../../orders/records/merchant-facts"
import type * as Http from "../../../types/http"
import { type z } from "@medusajs/framework/zod"
import { datesOf, pick } from "../../answers"
import { type ApiRoute } from "../../requests"
import { withRefundable } from "../../../features/refunds/refund"

type ItemOfIntent = Omit<AttentionRow, "intent_id">
type EventRow = Omit<InferTypeOf<typeof IntentEvent>, "intent">
type ShownIntent = IntentRow &
  Partial<MerchantFacts> & { attention: ItemOfIntent[]; refundable: Http.AdminPayCollectRefundable | null }

/**
 * An intent as a merchant may see it. A column is hidden until it is named here: never the body of the create (names, phone, e-mail), nor the
 * checkout address, which holds the client secret.
 */
export function shownIntent(
  intent: ShownIntent,
  { service }: Pick<ActiveOptions, "service">
): Http.AdminPayCollectIntent {
  return {
    ...pick(intent, "id", "merchant_reference", "service_intent_id", "payment_ref", "subject_id", "attempt"),
    ...pick(intent, "cart_id", "payment_collection_id", "provider_id", "environment", "recovered"),
    ...pick(intent, "amount", "currency_code", "exponent", "fee_bearer", "fee", "advance_attempts"),
    ...pick(intent, "status", "outcome", "outcome_reason", "order_id", "assigned_order_id", "closed_as"),
    ...pick(intent, "order_display_id", "customer_id", "customer_name", "customer_email", "refundable"),
    ...datesOf(intent, "verified_at", "paid_at", "applied_at", "closed_at", "next_step_at"),
    ...datesOf(intent, "created_at", "updated_at"),
    payment_number: formatPaymentNumber(intent.payment_number),
    refunded: goneOf(intent).toString(),
    state: stateOf(intent as ShownIntent & Came),
    verified: intent.verified as Http.AdminPayCollectIntent["verified"],
    service_dashboard_url: serviceDashboardLink(service.dashboardUrl, intent),
    attention: intent.attention.map(shownItem),
  }
}

/** An item of the "needs attention" list, without its payment. */
export function shownItem(item: ItemOfIntent): Http.AdminPayCollectAttention {
  return {
    ...pick(item, "id", "category", "status", "data", "note", "resolved_by", "notice"),
    ...datesOf(item, "resolved_at", "notified_at", "created_at"),
    reason: item.reason as AttentionReason,
  }
}

/** What an item means, in English; the dashboard translates by its reason. */
export function withExplanation(item: Http.AdminPayCollectAttention): Http.AdminPayCollectAttention {
  return isAttentionReason(item.reason) ? { ...item, explanation: explainedItem(item.reason, "en") } : item
}

export const shownEvent = (event: EventRow): Http.AdminPayCollectIntentEvent => ({
  ...pick(event, "id", "type", "cause", "data"),
  ...datesOf(event, "created_at"),
})

export const shownResult = (result: AdvanceResult): Http.AdminPayCollectVerifyResponse["result"] =>
  pick(result, "status", "reason", "cart_id", "order_id", "said")

export function shownRefund(refund: RefundRow): Http.AdminPayCollectRefundResponse["refund"] {
  return {
    ...pick(refund, "id", "amount", "currency_code"),
    ...datesOf(refund, "created_at"),
    // `sendBack` throws for a refund that was not sent, and for one that is not known to have been.
    status: refund.status as Http.AdminPayCollectRefundResponse["refund"]["status"],
    reason: refund.reason as Http.PayCollectRefundReason,
  }
}

/** One intent with its history, its attention items, explained, and the store's facts. @throws MedusaError NOT_FOUND */
export async function intentView(
  container: MedusaContainer,
  id: string
): Promise<Http.AdminPayCollectIntentDetail> {
  const paycollect = paycollectOf(container)
  const intent = await paycollect.retrieveIntent(id, { relations: ["events", "attention"] })
  const { options } = await paycollect.configuration.current()
  const [known] = await withStoreFacts(
    queryOf(container),
    await withRefundable(container, [intent as typeof intent & IntentRow])
  )
  const shown = shownIntent(known!, options)
  const events = intent.events.map(shownEvent)
  return {
    ...shown,
    events: events.sort((one, other) => one.created_at.localeCompare(other.created_at)),
    attention: shown.attention.map(withExplanation),
  }
}

/** A route that does something about one payment, and answers with how the payment stands then. */
export function onIntent<
  Answer extends { intent: Http.AdminPayCollectIntentDetail },
  Body extends z.ZodType = z.ZodUnknown,
>(
  act: (
    req: Parameters<ApiRoute<Answer, Body>>[0],
    intent: Http.AdminPayCollectIntentDetail
  ) => Promise<Omit<Answer, "intent">>
): ApiRoute<Answer, Body> {
  return async (req, res) => {
    const intent = await intentView(req.scope, req.params.id!)
    const done = await act(req, intent)
    res.json({ intent: await intentView(req.scope, intent.id), ...done } as Answer)
  }
}
