import { type AttentionReason } from "../payments/attention-reasons"
import { wentBackOf, type Came } from "../payments/came"
import { formatPaymentNumber } from "../payments/names"
import { type AttentionRow } from "../modules/paycollect/models/attention"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type ActiveOptions } from "../settings/active-configuration"
import { serviceDashboardLink } from "../settings/service-dashboard"
import { stateOf } from "./payment-state"
import type * as Http from "../types/http"

/** ISO 8601, as answers write dates. */
export function iso(date: Date | string): string
export function iso(date: Date | string | null): string | null
export function iso(date: Date | string | null): string | null {
  return date && new Date(date).toISOString()
}

const mapped = <Name extends string>(names: Name[], value: (name: Name) => unknown) =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

/** Of a record just these fields: whatever else a later version adds to it stays hidden. */
export const pick = <Shown extends object, Name extends keyof Shown & string>(
  shown: Shown,
  ...names: Name[]
) => mapped(names, (name) => shown[name]) as Pick<Shown, Name>

/** Of a record just these dates, as answers write them. */
export const datesOf = <Name extends string, Row extends Record<Name, Date | string | null>>(
  row: Row,
  ...names: Name[]
) =>
  mapped(names, (name) => iso(row[name])) as { [At in Name]: null extends Row[At] ? string | null : string }

type ItemOfIntent = Omit<AttentionRow, "intent_id">
export type LedgerPayment = IntentRow & { attention: ItemOfIntent[] }

/** What the ledger says of a payment, as a merchant may see it; the rest of a list is the store's. */
export type ShownPayment = Omit<
  Http.AdminPayCollectIntent,
  "refundable" | "order_display_id" | "customer_id" | "customer_name" | "customer_email"
>

/**
 * A column is hidden until it is named here: never the body of the create (names, phone, e-mail), nor the checkout address, which holds the client
 * secret.
 */
export function shownPayment(
  intent: LedgerPayment,
  { service }: Pick<ActiveOptions, "service">
): ShownPayment {
  return {
    ...pick(intent, "id", "merchant_reference", "service_intent_id", "payment_ref", "subject_id", "attempt"),
    ...pick(intent, "cart_id", "payment_collection_id", "provider_id", "environment", "recovered"),
    ...pick(intent, "amount", "currency_code", "exponent", "fee_bearer", "fee", "advance_attempts"),
    ...pick(intent, "status", "outcome", "outcome_reason", "order_id", "assigned_order_id", "closed_as"),
    ...datesOf(intent, "verified_at", "paid_at", "applied_at", "closed_at", "next_step_at"),
    ...datesOf(intent, "created_at", "updated_at"),
    payment_number: formatPaymentNumber(intent.payment_number),
    refunded: wentBackOf(intent).toString(),
    state: stateOf(intent as LedgerPayment & Came, intent.attention),
    verified: intent.verified as ShownPayment["verified"],
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
