import { csvRecord } from "../../../../../domain/csv"
import { formatPaymentNumber } from "../../../../../domain/payment-number"
import { toMajorString } from "../../../../../domain/money"
import { minorAmount } from "../../../../../client/minor-amount"
import { stateOf, cameForGoods, type Came } from "../../../../../domain/came"
import { type ListedIntent } from "../../../../../modules/paycollect/ledger/list"
import { type StoreFacts } from "../../../../../store/merchant-facts"

type Row = ListedIntent & StoreFacts

const iso = (date: Date | string | null) => (date ? new Date(date).toISOString() : "")
const major = (amount: string | null, { exponent }: Row) =>
  amount === null ? "" : toMajorString(minorAmount(amount), exponent)

const isAsAsked = (row: Row) =>
  (cameForGoods(row as Row & Came)?.currency_code ?? row.currency_code) === row.currency_code

/** Columns of the file, in order. Dates are UTC; amounts are in major units, exact, with a point. */
const COLUMNS: Record<string, (row: Row) => string> = {
  date_utc: (row) => iso(row.created_at),
  payment_number: (row) => formatPaymentNumber(row.payment_number),
  environment: (row) => row.environment,
  merchant_reference: (row) => row.merchant_reference,
  payment_ref: (row) => row.payment_ref ?? "",
  service_id: (row) => row.intent_id ?? "",
  order_number: (row) => (row.order_display_id === null ? "" : String(row.order_display_id)),
  customer_email: (row) => row.customer_email ?? "",
  provider: (row) => row.provider_id,
  status: (row) => stateOf(row as Row & Came),
  amount: (row) => major(row.amount, row),
  currency: (row) => row.currency_code.toUpperCase(),
  fee: (row) => major(row.fee, row),
  fee_bearer: (row) => row.fee_bearer,
  // Of money that came in another currency the column would name the wrong one.
  refunded: (row) => (isAsAsked(row) ? major(row.refunded, row) : ""),
  settled_at_utc: (row) => iso(row.settled_at),
  needs_attention: (row) =>
    row.attention.flatMap(({ status, reason }) => (status === "open" ? [reason] : [])).join("; "),
}

export const header = csvRecord(Object.keys(COLUMNS))

export const record = (row: Row) => csvRecord(Object.values(COLUMNS).map((cell) => cell(row)))
