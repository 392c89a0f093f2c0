import { type ServiceCustomer, type CustomerWithBilling, type ServiceTransaction } from "../../../service"
import { pick } from "../../../features/shown"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import type * as Http from "../../../types/http"

/** Interface 2.3: Unix seconds. Null for what is no date. */
function isoDate(unixSeconds: number | undefined): string | null {
  const date = new Date((unixSeconds ?? Number.NaN) * 1_000)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

export function shownCustomer(customer: ServiceCustomer): Http.AdminPayCollectCustomer {
  return {
    ...pick(customer, "id", "firstname", "lastname", "email", "phone", "balance", "active"),
    created_at: isoDate(customer.created_at),
  }
}

export function shownCustomerDetail(
  customer: CustomerWithBilling
): Http.AdminPayCollectCustomerResponse["customer"] {
  const billing = customer.billing.map(({ address, ...person }) => ({
    ...pick(person, "name", "email", "phone"),
    address: address && pick(address, "line1", "city", "country"),
  }))
  return { ...shownCustomer(customer), billing }
}

export function shownTransaction(
  transaction: ServiceTransaction,
  { intent, exponent }: { intent: IntentRow | null; exponent: number | null }
): Http.AdminPayCollectTransactionResponse["transaction"] {
  const { created_at, customer } = transaction
  return {
    ...pick(transaction, "id", "amount", "currency", "status", "merchant_reference", "payment_ref"),
    ...pick(transaction, "description", "method", "operator", "declined"),
    exponent,
    created_at: isoDate(created_at),
    customer: customer && pick(customer, "firstname", "lastname", "email", "phone"),
    paycollect_intent_id: intent?.id ?? null,
  }
}
