import { stateOf } from "../../../../../features/payment-state"
import { iso } from "../../../../../features/shown"
import { type ApiRoute } from "../../../../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { type IntentFilters, type ListedIntent } from "../../../../../features/payment-list/list"
import { type MerchantFacts, withStoreFacts } from "../../../../../orders/records/merchant-facts"
import { decimalsOfCame, type CurrencyOptions, type Query } from "../../../../../orders/records/query"
import { formatPaymentNumber } from "../../../../../payments/names"
import { toMajorString } from "../../../../../payments/money"
import { cameForGoods, wentBackOf, type Came } from "../../../../../payments/came"
import { minorAmount } from "../../../../../service/wire/shape"
import { languageFor } from "../../../../../texts/language"
import { numberCell, sendCsv, type Cell } from "../../csv-file"
import { FRENCH_FILE, withWords } from "../../takings/french-file"
import { type intentsFileQuery } from "../../validators"
import { filtersOf, orderOf } from "../filters"

type ExportedIntent = ListedIntent & MerchantFacts & { other: OtherMoney | null }

/** What came where that is not what was asked for; `exponent` is null of a currency that the store does not know. */
interface OtherMoney {
  amount: bigint
  currency_code: string
  exponent: number | null
}

const majorOfIntent = (amount: string | null, { exponent }: ExportedIntent) =>
  amount === null ? null : numberCell(toMajorString(minorAmount(amount), exponent))

const isAsAsked = ({ other, currency_code }: ExportedIntent) =>
  (other?.currency_code ?? currency_code) === currency_code

/** Columns of the file, in order. Dates are UTC; amounts are in major units, exact. */
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
  // Takings count none of it.
  came: ({ other }) =>
    other?.exponent == null ? null : numberCell(toMajorString(other.amount, other.exponent)),
  came_currency: ({ other }) => other?.currency_code.toUpperCase(),
  applied_at_utc: (row) => iso(row.applied_at),
  needs_attention: (row) =>
    row.attention.flatMap(({ status, reason }) => (status === "open" ? [reason] : [])).join("; "),
}

/** All that is ever in memory of an export, however long it is. */
const EXPORT_PAGE = 500

/** `GET /admin/paycollect/intents/export`: the filtered list as CSV for the accountant, by date. */
export const GET: ApiRoute<unknown, typeof intentsFileQuery> = async (req, res) => {
  const query = req.validatedQuery
  const { filters } = await filtersOf(req.scope, query)
  const { by, descending } = orderOf(query)
  const today = new Date().toISOString().slice(0, 10)
  const pages = pagesOfIntents(req.scope, filters, by !== "created_at" || descending)
  const file = { name: `paycollect-payments-${today}`, columns: INTENT_COLUMNS, pages }
  const inFrench = languageFor(query.dialect, req.headers["accept-language"]) === "fr"
  const french = { ...file, columns: withWords(INTENT_COLUMNS), dialect: FRENCH_FILE }
  await sendCsv(req, res, inFrench ? french : file)
}

async function* pagesOfIntents(
  container: MedusaContainer,
  filters: IntentFilters,
  descending: boolean
): AsyncGenerator<ExportedIntent[]> {
  const { intentList, configuration } = paycollectOf(container)
  const { options } = await configuration.current()
  const query = queryOf(container)
  for await (const page of intentList.pages(filters, { descending, size: EXPORT_PAGE })) {
    const known = await withStoreFacts(query, page)
    yield await Promise.all(
      known.map(async (row) => ({ ...row, other: await otherMoney(row, query, options) }))
    )
  }
}

/** By the journal: the last answer says what is left of it. */
async function otherMoney(
  row: ListedIntent,
  ...known: [query: Query, options: CurrencyOptions]
): Promise<OtherMoney | null> {
  const said = row.outcome === "discrepancy" && cameForGoods(row as ListedIntent & Came)
  if (!said || row.came === "0") return null
  const { currency_code } = said
  return {
    currency_code,
    amount: BigInt(row.came),
    exponent: await decimalsOfCame(currency_code, row, ...known),
  }
}
