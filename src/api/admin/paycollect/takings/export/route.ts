import { type ApiRoute } from "../../../../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { itemFacts, type ItemFacts } from "../../../../../orders/records/item-facts"
import { identifierOf, type ProviderIdentifier } from "../../../../../orders/records/providers"
import { toMajorString } from "../../../../../payments/money"
import { formatPaymentNumber } from "../../../../../payments/names"
import { wallClock } from "../../../../../features/alerts/rules"
import { type ReceiptEntry } from "../../../../../features/takings/entries"
import { sendCsv } from "../../csv-file"
import { questionOf, type takingsQuery, type TakingsQuestion } from "../question"

interface EntryLine extends ReceiptEntry {
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
const ENTRY_COLUMNS: Record<string, (line: EntryLine) => string | null> = {
  paid_on: (line) => wallClock(paidAt(line), line.time_zone).day,
  paid_at_utc: (line) => new Date(paidAt(line)).toISOString(),
  environment: ({ intent }) => intent.environment,
  payment_number: ({ intent }) => formatPaymentNumber(intent.payment_number),
  merchant_reference: ({ intent }) => intent.merchant_reference,
  payment_ref: ({ intent }) => intent.payment_ref,
  order_number: ({ facts }) => String(facts.order?.display_id ?? ""),
  customer_name: ({ facts }) => facts.customer.name ?? null,
  customer_email: ({ facts }) => facts.customer.email ?? null,
  method: ({ intent }) => METHOD_NAMES[identifierOf(intent.provider_id)],
  currency: ({ intent }) => intent.currency_code.toUpperCase(),
  amount: (line) => majorOfEntry(line.amount, line),
  customer_fee: (line) => majorOfEntry(line.fee, line),
  refunded: (line) => majorOfEntry(line.refunded, line),
  net: (line) => majorOfEntry(line.amount - line.refunded, line),
}

/**
 * `GET /admin/paycollect/takings/export`: a line for each payment that brought money or gave some back, as CSV for the accountant; its columns
 * add up to the takings of the same question.
 */
export const GET: ApiRoute<unknown, typeof takingsQuery> = async (req, res) => {
  const question = await questionOf(req.scope, req.validatedQuery)
  const name = `paycollect-takings-${question.from}-${question.to}`
  await sendCsv(req, res, { name, columns: ENTRY_COLUMNS, pages: pagesOfEntries(req.scope, question) })
}

async function* pagesOfEntries(
  container: MedusaContainer,
  { bounds, filters, time_zone }: TakingsQuestion
): AsyncGenerator<EntryLine[]> {
  const { receiptEntries } = paycollectOf(container)
  const query = queryOf(container)
  for await (const page of receiptEntries.pages(bounds, filters)) {
    const facts = await itemFacts(
      query,
      page.map(({ intent }) => intent)
    )
    yield page.map((entry, index) => ({ ...entry, facts: facts[index]!, time_zone }))
  }
}
