import { type AdminRoute } from "../../../../requests"
import { type MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { type IntentFilters } from "../../../../../features/payment-list/list"
import { withStoreFacts } from "../../../../../orders/records/merchant-facts"
import { sendCsv } from "../../csv-file"
import { type IntentsQuery } from "../../validators"
import { filtersOf, orderOf } from "../filters"
import { intentHeader, intentRecord } from "./table"

/** All that is ever in memory of an export, however long it is. */
const EXPORT_PAGE = 500

/** `GET /admin/paycollect/intents/export`: the filtered list as CSV for the accountant, by date. */
export const GET: AdminRoute<unknown> = async (req, res) => {
  const query = req.validatedQuery as IntentsQuery
  const { filters } = await filtersOf(req.scope, query)
  const { by, descending } = orderOf(query)
  const today = new Date().toISOString().slice(0, 10)
  const pages = pagesOfIntents(req.scope, filters, by !== "created_at" || descending)
  await sendCsv(req, res, { name: `paycollect-payments-${today}`, header: intentHeader, pages })
}

async function* pagesOfIntents(
  container: MedusaContainer,
  filters: IntentFilters,
  descending: boolean
): AsyncGenerator<string> {
  const { intentList } = paycollectOf(container)
  const query = queryOf(container)
  for await (const page of intentList.pages(filters, { descending, size: EXPORT_PAGE })) {
    const rows = await withStoreFacts(query, page)
    yield rows.map(intentRecord).join("")
  }
}
