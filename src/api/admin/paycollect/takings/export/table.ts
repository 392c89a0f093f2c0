import { csvRecord } from "../../../../../domain/csv"
import { toMajorString } from "../../../../../domain/money"
import { formatPaymentNumber } from "../../../../../domain/payment-number"
import { wallClock } from "../../../../../domain/notify"
import { type Movement } from "../../../../../modules/paycollect/ledger/movements"
import { type ItemFacts } from "../../../../../store/item-facts"
import { identifierOf, type ProviderIdentifier } from "../../../../../store/providers"

export interface Line extends Movement {
  facts: ItemFacts
  time_zone: string
}

const METHODS: Record<ProviderIdentifier, string> = {
  paycollect: "all",
  "paycollect-mobile-money": "mobile_money",
  "paycollect-card": "card",
}

const major = (amount: bigint, { intent }: Line) => toMajorString(amount, intent.exponent)
const paidAt = ({ intent }: Line) => intent.paid_at!.getTime()

/** Columns of the file, in order. Amounts are in major units, exact, with a point; what came and went back outside the range is not in them. */
const COLUMNS: Record<string, (line: Line) => string> = {
  paid_on: (line) => wallClock(paidAt(line), line.time_zone).day,
  paid_at_utc: (line) => new Date(paidAt(line)).toISOString(),
  environment: ({ intent }) => intent.environment,
  payment_number: ({ intent }) => formatPaymentNumber(intent.payment_number),
  merchant_reference: ({ intent }) => intent.merchant_reference,
  payment_ref: ({ intent }) => intent.payment_ref ?? "",
  order_number: ({ facts }) => String(facts.order?.display_id ?? ""),
  customer_name: ({ facts }) => facts.customer.name ?? "",
  customer_email: ({ facts }) => facts.customer.email ?? "",
  method: ({ intent }) => METHODS[identifierOf(intent.provider_id)],
  currency: ({ intent }) => intent.currency_code.toUpperCase(),
  amount: (line) => major(line.amount, line),
  customer_fee: (line) => major(line.fee, line),
  refunded: (line) => major(line.refunded, line),
  net: (line) => major(line.amount - line.refunded, line),
}

export const header = csvRecord(Object.keys(COLUMNS))

export const record = (line: Line) => csvRecord(Object.values(COLUMNS).map((cell) => cell(line)))
