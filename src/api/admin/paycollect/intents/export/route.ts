import { stateOf } from "../../../../../features/payment-state"
import { iso } from "../../../../../features/shown"
import { type ApiRoute } from "../../../../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { type IntentFilters, type ListedIntent } from "../../../../../features/payment-list/list"
import { type MerchantFacts, withStoreFacts } from "../../../../../orders/records/merchant-facts"
import { formatPaymentNumber } from "../../../../../payments/names"
import { toMajorString } from "../../../../../payments/money"
import { cameForGoods, wentBackOf, type Came } from "../../../../../payments/came"
import { minorAmount } from "../../../../../service/wire/shape"
import { numberCell, sendCsv, type Cell } from "../../csv-file"
import { type intentsQuery } from "../../validators"
import { filtersOf, orderOf } from "../filters"

type ExportedIntent = ListedIntent & MerchantFacts

const majorOfIntent = (amount: string | null, { exponent }: ExportedIntent) =>
  amount === null ? null : numberCell(toMajorString(minorAmount(amount), exponent))

const isAsAsked = (row: ExportedIntent) =>
  (cameForGoods(row as ExportedIntent & Came)?.currency_code ?? row.currency_code) === row.currency_code

/** Columns of the file, in order. Dates are UTC; amounts are in major units, exact, with a point. */
const INTENT_COLUMNS: Record<string, (row: ExportedIntent) => Cell> = {
  date_utc: (row) => iso(row.created_at),
  payment_number: (row) => formatPaymentNumber(row.payment_number),
  environment: (row) => row.environment,
  merchant_reference: (row) => row.merchant_reference,
  payment_ref: (row) => row.payment_ref,
  service_id: (row) => row.service_intent_id,
  order_number: (row) => numberCell(row.order_display_id),
  customer_email: (row) => row.customer_email,
  provider: (row) => row.provider_id,
  status: (row) => stateOf(row as ExportedIntent & Came, row.attention),
  amount: (row) => majorOfIntent(row.amount, row),
  currency: (row) => row.currency_code.toUpperCase(),
  fee: (row) => majorOfIntent(row.fee, row),
  fee_bearer: (row) => row.fee_bearer,
  // Of money that came in another currency the column would name the wrong one.
  refunded: (row) => (isAsAsked(row) ? majorOfIntent(wentBackOf(row).toString(), row) : null),
  applied_at_utc: (row) => iso(row.applied_at),
  needs_attention: (row) =>
    row.attention.flatMap(({ status, reason }) => (status === "open" ? [reason] : [])).join("; "),
}

/** All that is ever in memory of an export, however long it is. */
const EXPORT_PAGE = 500

/** `GET /admin/paycollect/intents/export`: the filtered list as CSV for the accountant, by date. */
export const GET: ApiRoute<unknown, typeof intentsQuery> = async (req, res) => {
  const query = req.validatedQuery
  const { filters } = await filtersOf(req.scope, query)
  const { by, descending } = orderOf(query)
  const today = new Date().toISOString().slice(0, 10)
  const pages = pagesOfIntents(req.scope, filters, by !== "created_at" || descending)
  await sendCsv(req, res, { name: `paycollect-payments-${today}`, columns: INTENT_COLUMNS, pages })
}

async function* pagesOfIntents(
  container: MedusaContainer,
  filters: IntentFilters,
  descending: boolean
): AsyncGenerator<ExportedIntent[]> {
  const { intentList } = paycollectOf(container)
  for await (const page of intentList.pages(filters, { descending, size: EXPORT_PAGE }))
    yield await withStoreFacts(queryOf(container), page)
}
