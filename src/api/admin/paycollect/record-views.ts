import { type Customer, type CustomerWithBilling, type Transaction } from "../../../client"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import {
  type AdminPayCollectCustomer,
  type AdminPayCollectCustomerResponse,
  type AdminPayCollectTransactionResponse,
} from "../../../types/http"

/** Interface 2.3: Unix seconds. Null for what is no date. */
function isoDate(unixSeconds: number | undefined): string | null {
  const date = new Date((unixSeconds ?? Number.NaN) * 1_000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

export function shownCustomer({ created_at, ...customer }: Customer): AdminPayCollectCustomer {
  return { ...customer, created_at: isoDate(created_at) }
}

export function shownCustomerDetail({
  billing,
  ...customer
}: CustomerWithBilling): AdminPayCollectCustomerResponse["customer"] {
  return { ...shownCustomer(customer), billing }
}

export function shownTransaction(
  { object: _object, created_at, ...transaction }: Transaction,
  { intent, exponent }: { intent: IntentRow | null; exponent: number | null }
): AdminPayCollectTransactionResponse["transaction"] {
  return {
    ...transaction,
    exponent,
    created_at: isoDate(created_at),
    paycollect_intent_id: intent?.id ?? null,
  }
}
