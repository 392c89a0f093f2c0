import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { loggerOf } from "../../../payments/module"

/** Excel takes a file without it for the machine's own code page, and an accent for two letters. */
export const BYTE_ORDER_MARK = "\uFEFF"

/** What spreadsheets take for the beginning of a formula; white space before it does not keep them from it. */
const FORMULA = /^[=+\-@\t\r\n]/

/** What they take for a number: an amount below zero is to be added up. */
const NUMBER_CELL = /^-\d+(\.\d+)?$/

/**
 * One record of RFC 4180, line end included. A cell that a spreadsheet would run as a formula gets an apostrophe before it: names,
 * e-mails and references are other people's words.
 */
export function csvRecord(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map((cell) => quoted(guarded(cell ?? ""))).join(",")}\r\n`
}

const guarded = (cell: string) => (FORMULA.test(cell) && !NUMBER_CELL.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

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
    loggerOf(req.scope).warn(`paycollect: an export broke off: ${reason}`)
  }
}

async function* withHeader(header: string, pages: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + header
  yield* pages
}
