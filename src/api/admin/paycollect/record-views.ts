import { type ServiceCustomer, type CustomerWithBilling, type ServiceTransaction } from "../../../service"
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

export function shownCustomer(customer: ServiceCustomer): AdminPayCollectCustomer {
  const { id, firstname, lastname, email, phone, balance, active, created_at } = customer
  return { id, firstname, lastname, email, phone, balance, active, created_at: isoDate(created_at) }
}

export function shownCustomerDetail(
  customer: CustomerWithBilling
): AdminPayCollectCustomerResponse["customer"] {
  const billing = customer.billing.map(({ name, email, phone, address }) => ({
    ...{ name, email, phone },
    address: address && { line1: address.line1, city: address.city, country: address.country },
  }))
  return { ...shownCustomer(customer), billing }
}

export function shownTransaction(
  transaction: ServiceTransaction,
  { intent, exponent }: { intent: IntentRow | null; exponent: number | null }
): AdminPayCollectTransactionResponse["transaction"] {
  const { id, amount, currency, status, merchant_reference, payment_ref, description } = transaction
  const { method, operator, declined, created_at, customer } = transaction
  return {
    ...{ id, amount, currency, exponent, status, merchant_reference, payment_ref, description },
    ...{ method, operator, declined, created_at: isoDate(created_at) },
    customer: customer && personOf(customer),
    paycollect_intent_id: intent?.id ?? null,
  }
}

const personOf = ({ firstname, lastname, email, phone }: NonNullable<ServiceTransaction["customer"]>) => ({
  firstname,
  lastname,
  email,
  phone,
})
