import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BYTE_ORDER_MARK } from "../../../../../domain/csv"
import { PAYCOLLECT_MODULE } from "../../../../../modules/paycollect"
import { type IntentFilters } from "../../../../../modules/paycollect/ledger/list"
import type PayCollectModuleService from "../../../../../modules/paycollect/service"
import { withStoreFacts } from "../../../../../store/merchant-facts"
import { type IntentsQuery } from "../../validators"
import { filtersOf, orderOf } from "../filters"
import { header, record } from "./table"

/** All that is ever in memory of an export, however long it is. */
const PAGE = 500

/**
 * `GET /admin/paycollect/intents/export`: the filtered list as CSV for the accountant (RFC 4180, UTF-8 with byte order mark), by date.
 * A file that breaks off ends the connection: half a list must not look like a whole one.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as IntentsQuery
  const filters = await filtersOf(req.scope, query)
  const { by, descending } = orderOf(query)
  const today = new Date().toISOString().slice(0, 10)
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="paycollect-payments-${today}.csv"`)
  res.setHeader("Cache-Control", "no-store")
  const lines = linesOf(req.scope, filters, by !== "created_at" || descending)
  try {
    await pipeline(Readable.from(lines), res)
  } catch (error) {
    // The answer has begun: a status can no longer say it, and pipeline has ended the connection.
    const reason = error instanceof Error ? error.message : "unknown"
    req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`paycollect: an export broke off: ${reason}`)
  }
}

async function* linesOf(
  container: MedusaContainer,
  filters: IntentFilters,
  descending: boolean
): AsyncGenerator<string> {
  const { intentList } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  yield BYTE_ORDER_MARK + header
  for await (const page of intentList.pages(filters, { descending, size: PAGE })) {
    const rows = await withStoreFacts(query, page)
    yield rows.map(record).join("")
  }
}
