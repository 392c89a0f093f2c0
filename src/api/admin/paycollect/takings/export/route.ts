import { type AdminRoute } from "../../../../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { itemFacts } from "../../../../../orders/records/item-facts"
import { sendCsv } from "../../csv-file"
import { questionOf, type TakingsQuery, type TakingsQuestion } from "../question"
import { entryHeader, entryRecord } from "./table"

/**
 * `GET /admin/paycollect/takings/export`: a line for each payment that brought money or gave some back, as CSV for the accountant; its columns
 * add up to the takings of the same question.
 */
export const GET: AdminRoute<unknown> = async (req, res) => {
  const question = await questionOf(req.scope, req.validatedQuery as TakingsQuery)
  const name = `paycollect-takings-${question.from}-${question.to}`
  await sendCsv(req, res, { name, header: entryHeader, pages: pagesOfEntries(req.scope, question) })
}

async function* pagesOfEntries(
  container: MedusaContainer,
  { bounds, filters, time_zone }: TakingsQuestion
): AsyncGenerator<string> {
  const { receiptEntries: receiptEntries } = paycollectOf(container)
  const query = queryOf(container)
  for await (const page of receiptEntries.pages(bounds, filters)) {
    const facts = await itemFacts(
      query,
      page.map(({ intent }) => intent)
    )
    yield page
      .map((movement, index) => entryRecord({ ...movement, facts: facts[index]!, time_zone }))
      .join("")
  }
}
