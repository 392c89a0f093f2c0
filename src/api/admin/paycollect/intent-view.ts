import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, isAttentionReason } from "../../../domain/attention"
import { formatPaymentNumber } from "../../../domain/payment-number"
import { serviceDashboardLink, type LinkedPayment } from "../../../domain/service-dashboard"
import { type ActiveOptions } from "../../../modules/paycollect/active-configuration"
import { stateOf, type Came } from "../../../domain/refund"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { paycollectOf } from "../../../modules/paycollect"
import { withStoreFacts } from "../../../store/merchant-facts"
import { type PayCollectPaymentState } from "../../../types/http"
import { withRefundable } from "./refundable"

/** What a merchant never sees: the create body (names, phone, e-mail), the checkout address (it holds the client secret), the leases. */
const HIDDEN = [
  "request",
  "checkout_url",
  "fingerprint",
  "create_lease_until",
  "verify_lease_until",
  "settle_lease_until",
] as const

type Needed = (typeof HIDDEN)[number] | "payment_number" | "status" | keyof Came | keyof LinkedPayment

/** An intent, with whatever relations it was read with, as a merchant may see it. */
export function shownIntent<T extends Pick<IntentRow, Needed>>(
  intent: T,
  { serviceDashboardUrl }: Pick<ActiveOptions, "serviceDashboardUrl">
): Omit<T, (typeof HIDDEN)[number]> & {
  service_dashboard_url: string | null
  state: PayCollectPaymentState
} {
  const shown = {
    ...intent,
    payment_number: formatPaymentNumber(intent.payment_number),
    service_dashboard_url: serviceDashboardLink(serviceDashboardUrl, intent),
    state: stateOf(intent as T & Came),
  }
  for (const name of HIDDEN) delete (shown as Partial<T>)[name]
  return shown
}

/** An item of the "needs attention" list, with what it means in English; the dashboard translates by its reason. */
export function explained<T extends { reason: string }>(item: T) {
  return { ...item, ...(isAttentionReason(item.reason) && { explanation: ATTENTION_REASONS[item.reason] }) }
}

/** One intent with its history, its attention items, explained, and the store's facts. @throws MedusaError NOT_FOUND */
export async function intentView(container: MedusaContainer, id: string) {
  const paycollect = paycollectOf(container)
  const intent = await paycollect.retrieveIntent(id, { relations: ["events", "attention"] })
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { options } = await paycollect.configuration.current()
  const [whole] = await withRefundable(container, [intent as typeof intent & IntentRow])
  const [shown] = await withStoreFacts(query, [shownIntent(whole!, options)])
  return {
    ...shown!,
    events: [...intent.events].sort(
      (a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime()
    ),
    attention: intent.attention.map(explained),
  }
}
