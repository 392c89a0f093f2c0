import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BYTE_ORDER_MARK } from "../../../features/csv"

interface CsvFile {
  name: string
  header: string
  /** records, a page at a time: no more of a file is ever in memory, however long it is */
  pages: AsyncIterable<string>
}

/** Answers with a file (RFC 4180, UTF-8). One that breaks off ends the connection: half a list must not look like a whole one. */
export async function sendCsv(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { name, header, pages }: CsvFile
): Promise<void> {
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("Cache-Control", "no-store")
  try {
    await pipeline(Readable.from(withHeader(header, pages)), res)
  } catch (error) {
    // The answer has begun: a status can no longer say it, and pipeline has ended the connection.
    const reason = error instanceof Error ? error.message : "unknown"
    req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`paycollect: an export broke off: ${reason}`)
  }
}

async function* withHeader(header: string, pages: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + header
  yield* pages
}
