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
import { type PayCollectBackKind, type PayCollectCameKind } from "../../../../../types/http"
import { languageFor } from "../../../../../texts/language"
import { numberCell, sendCsv, type Cell } from "../../csv-file"
import { FRENCH_FILE, withWords } from "../french-file"
import { questionOf, type takingsFileQuery, type TakingsQuestion } from "../question"

/** Money that came, or a part of it that went back or is kept. Amounts in smallest units. */
interface EntryLine extends Pick<ReceiptEntry, "intent" | "amount" | "tax" | "fee" | "refunded"> {
  kind: PayCollectCameKind | PayCollectBackKind
  at: Date
  kept: bigint
  facts: ItemFacts
  time_zone: string
}

const METHOD_NAMES: Record<ProviderIdentifier, string> = {
  paycollect: "all",
  "paycollect-mobile-money": "mobile_money",
  "paycollect-card": "card",
}

const majorOfEntry = (amount: bigint, { intent }: EntryLine) =>
  numberCell(toMajorString(amount, intent.exponent))
const dayOfLine = (at: Date, { time_zone }: EntryLine) => wallClock(at.getTime(), time_zone).day

/**
 * Columns of the file, in order. Amounts are in major units, exact; what came and went back outside the range is not in them. `tax` is
 * Medusa's, of the cart as the payment began. Number and customer are those that the store knows by now.
 */
const ENTRY_COLUMNS: Record<string, (line: EntryLine) => Cell> = {
  date: (line) => dayOfLine(line.at, line),
  kind: ({ kind }) => kind,
  paid_on: (line) => dayOfLine(line.intent.paid_at!, line),
  paid_at_utc: ({ intent }) => intent.paid_at!.toISOString(),
  environment: ({ intent }) => intent.environment,
  payment_number: ({ intent }) => formatPaymentNumber(intent.payment_number),
  merchant_reference: ({ intent }) => intent.merchant_reference,
  payment_ref: ({ intent }) => intent.payment_ref,
  order_number: ({ facts }) => numberCell(facts.order?.display_id),
  customer_name: ({ facts }) => facts.customer.name,
  customer_email: ({ facts }) => facts.customer.email,
  method: ({ intent }) => METHOD_NAMES[identifierOf(intent.provider_id)],
  currency: ({ intent }) => intent.currency_code.toUpperCase(),
  amount: (line) => majorOfEntry(line.amount, line),
  tax: (line) => (line.tax === null ? null : majorOfEntry(line.tax, line)),
  customer_fee: (line) => majorOfEntry(line.fee, line),
  refunded: (line) => majorOfEntry(line.refunded, line),
  net: (line) => majorOfEntry(line.amount - line.refunded, line),
  kept: (line) => majorOfEntry(line.kept, line),
}

/**
 * `GET /admin/paycollect/takings/export`: a line for each payment that brought money, and one for each time that some went back, as CSV for
 * the accountant; its columns add up to the takings of the same question, of each day. French where `dialect` says so, or the reader's language does.
 */
export const GET: ApiRoute<unknown, typeof takingsFileQuery> = async (req, res) => {
  const question = await questionOf(req.scope, { ...req.validatedQuery, bucket: "day" })
  const name = `paycollect-takings-${question.from}-${question.to}`
  const inFrench = languageFor(req.validatedQuery.dialect, req.headers["accept-language"]) === "fr"
  const pages = pagesOfEntries(req.scope, question)
  await sendCsv(
    req,
    res,
    inFrench
      ? { name, columns: withWords(ENTRY_COLUMNS), pages, dialect: FRENCH_FILE }
      : { name, columns: ENTRY_COLUMNS, pages }
  )
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
    yield page.flatMap((entry, index) => fileLines(entry, { facts: facts[index]!, time_zone }))
  }
}

function fileLines(
  { intent, kind, amount, tax, fee, back }: ReceiptEntry,
  around: Pick<EntryLine, "facts" | "time_zone">
): EntryLine[] {
  const line = { ...around, intent, amount: 0n, fee: 0n, refunded: 0n, kept: 0n }
  const came = { ...line, kind, at: intent.paid_at!, amount, fee, tax }
  const gone = back.map(({ amount: refunded, ofFee, ...move }) => ({
    ...{ ...line, ...move, refunded, amount: ofFee, fee: -ofFee },
  }))
  return amount === 0n ? gone : [came, ...gone]
}
