import { type InferTypeOf, type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../payments/module"
import { isAttentionReason } from "../../../payments/attention-reasons"
import { explainedItem } from "../../../texts"
import { paycollectOf } from "../../../modules/paycollect"
import { type ActiveOptions } from "../../../settings/active-configuration"
import { type IntentEvent, type IntentRow } from "../../../modules/paycollect/models/intent"
import { type RefundRow } from "../../../modules/paycollect/models/refund"
import { type AdvanceResult } from "../../../orders/advance-result"
import { withStoreFacts, type MerchantFacts } from "../../../orders/records/merchant-facts"
import type * as Http from "../../../types/http"
import { type z } from "@medusajs/framework/zod"
import { datesOf, type LedgerPayment, pick, shownPayment } from "../../../features/shown"
import { type ApiRoute } from "../../requests"
import { withRefundable } from "../../../features/refunds/refund"

type EventRow = Omit<InferTypeOf<typeof IntentEvent>, "intent">
type ShownIntent = LedgerPayment &
  Partial<MerchantFacts> & { refundable: Http.AdminPayCollectRefundable | null }

/** An intent as a merchant may see it, with what the store knows of it. */
export function shownIntent(
  intent: ShownIntent,
  options: Pick<ActiveOptions, "service">
): Http.AdminPayCollectIntent {
  return {
    ...shownPayment(intent, options),
    ...pick(intent, "order_display_id", "customer_id", "customer_name", "customer_email", "refundable"),
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
