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

interface CsvFile<Row> {
  name: string
  /** in order */
  columns: Record<string, (row: Row) => string | null>
  /** no more of a file is ever in memory than a page, however long it is */
  pages: AsyncIterable<Row[]>
}

/** Answers with a file (RFC 4180, UTF-8). One that breaks off ends the connection: half a list must not look like a whole one. */
export async function sendCsv<Row>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { name, columns, pages }: CsvFile<Row>
): Promise<void> {
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("Cache-Control", "no-store")
  try {
    await pipeline(Readable.from(recordsOf(columns, pages)), res)
  } catch (error) {
    // The answer has begun: a status can no longer say it, and pipeline has ended the connection.
    const reason = error instanceof Error ? error.message : "unknown"
    loggerOf(req.scope).warn(`paycollect: an export broke off: ${reason}`)
  }
}

async function* recordsOf<Row>(columns: CsvFile<Row>["columns"], pages: AsyncIterable<Row[]>) {
  yield BYTE_ORDER_MARK + csvRecord(Object.keys(columns))
  const cells = Object.values(columns)
  for await (const page of pages) yield page.map((row) => csvRecord(cells.map((cell) => cell(row)))).join("")
}
