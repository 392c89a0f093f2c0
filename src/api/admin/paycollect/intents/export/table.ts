import { formatPaymentNumber } from "../../../../../payments/names"
import { csvRecord } from "../../csv-file"
import { iso } from "../../../../requests"
import { toMajorString } from "../../../../../payments/money"
import { minorAmount } from "../../../../../service/wire/shape"
import { goneOf, stateOf, cameForGoods, type Came } from "../../../../../payments/came"
import { type ListedIntent } from "../../../../../features/payment-list/list"
import { type MerchantFacts } from "../../../../../orders/records/merchant-facts"

type ExportedIntent = ListedIntent & MerchantFacts

const majorOfIntent = (amount: string | null, { exponent }: ExportedIntent) =>
  amount === null ? "" : toMajorString(minorAmount(amount), exponent)

const isAsAsked = (row: ExportedIntent) =>
  (cameForGoods(row as ExportedIntent & Came)?.currency_code ?? row.currency_code) === row.currency_code

/** Columns of the file, in order. Dates are UTC; amounts are in major units, exact, with a point. */
const INTENT_COLUMNS: Record<string, (row: ExportedIntent) => string> = {
  date_utc: (row) => iso(row.created_at),
  payment_number: (row) => formatPaymentNumber(row.payment_number),
  environment: (row) => row.environment,
  merchant_reference: (row) => row.merchant_reference,
  payment_ref: (row) => row.payment_ref ?? "",
  service_id: (row) => row.service_intent_id ?? "",
  order_number: (row) => (row.order_display_id === null ? "" : String(row.order_display_id)),
  customer_email: (row) => row.customer_email ?? "",
  provider: (row) => row.provider_id,
  status: (row) => stateOf(row as ExportedIntent & Came),
  amount: (row) => majorOfIntent(row.amount, row),
  currency: (row) => row.currency_code.toUpperCase(),
  fee: (row) => majorOfIntent(row.fee, row),
  fee_bearer: (row) => row.fee_bearer,
  // Of money that came in another currency the column would name the wrong one.
  refunded: (row) => (isAsAsked(row) ? majorOfIntent(goneOf(row).toString(), row) : ""),
  applied_at_utc: (row) => iso(row.applied_at) ?? "",
  needs_attention: (row) =>
    row.attention.flatMap(({ status, reason }) => (status === "open" ? [reason] : [])).join("; "),
}

export const intentHeader = csvRecord(Object.keys(INTENT_COLUMNS))

export const intentRecord = (row: ExportedIntent) =>
  csvRecord(Object.values(INTENT_COLUMNS).map((cell) => cell(row)))
