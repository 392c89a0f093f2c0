import { csvRecord } from "../../csv-file"
import { toMajorString } from "../../../../../payments/money"
import { formatPaymentNumber } from "../../../../../payments/names"
import { wallClock } from "../../../../../features/alerts/rules"
import { type ReceiptEntry } from "../../../../../features/takings/entries"
import { type ItemFacts } from "../../../../../orders/records/item-facts"
import { identifierOf, type ProviderIdentifier } from "../../../../../orders/records/providers"

export interface EntryLine extends ReceiptEntry {
  facts: ItemFacts
  time_zone: string
}

const METHOD_NAMES: Record<ProviderIdentifier, string> = {
  paycollect: "all",
  "paycollect-mobile-money": "mobile_money",
  "paycollect-card": "card",
}

const majorOfEntry = (amount: bigint, { intent }: EntryLine) => toMajorString(amount, intent.exponent)
const paidAt = ({ intent }: EntryLine) => intent.paid_at!.getTime()

/** Columns of the file, in order. Amounts are in major units, exact, with a point; what came and went back outside the range is not in them. */
const ENTRY_COLUMNS: Record<string, (line: EntryLine) => string> = {
  paid_on: (line) => wallClock(paidAt(line), line.time_zone).day,
  paid_at_utc: (line) => new Date(paidAt(line)).toISOString(),
  environment: ({ intent }) => intent.environment,
  payment_number: ({ intent }) => formatPaymentNumber(intent.payment_number),
  merchant_reference: ({ intent }) => intent.merchant_reference,
  payment_ref: ({ intent }) => intent.payment_ref ?? "",
  order_number: ({ facts }) => String(facts.order?.display_id ?? ""),
  customer_name: ({ facts }) => facts.customer.name ?? "",
  customer_email: ({ facts }) => facts.customer.email ?? "",
  method: ({ intent }) => METHOD_NAMES[identifierOf(intent.provider_id)],
  currency: ({ intent }) => intent.currency_code.toUpperCase(),
  amount: (line) => majorOfEntry(line.amount, line),
  customer_fee: (line) => majorOfEntry(line.fee, line),
  refunded: (line) => majorOfEntry(line.refunded, line),
  net: (line) => majorOfEntry(line.amount - line.refunded, line),
}

export const entryHeader = csvRecord(Object.keys(ENTRY_COLUMNS))

export const entryRecord = (line: EntryLine) =>
  csvRecord(Object.values(ENTRY_COLUMNS).map((cell) => cell(line)))
