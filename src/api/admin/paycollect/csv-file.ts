import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { loggerOf } from "../../../payments/module"

/** Excel takes a file without it for the machine's own code page, and an accent for two letters. */
const BYTE_ORDER_MARK = "\uFEFF"

/** Where some program begins a new cell, whatever this file's own separator is: a shop's Excel may split at the semicolon. */
const CELL_BEGINS = "^|[,;|\\t\\v\\f\\r\\n\\u0085\\u2028\\u2029]"
/** What programs pass over, or take away, before they look for a formula. */
const PASSED_OVER = '[\\s"\\p{Cf}]*'
/** What begins one, in full width and as small forms, too. */
const SIGNS = "[=+\\-@＝＋－＠−﹦﹢﹣﹫]"
const FORMULAS = new RegExp(`(?<=${CELL_BEGINS})(?=${PASSED_OVER}${SIGNS})|^(?=[\\t\\r\\n])`, "gu")

/** What is to be added up, with a point, below zero, too. All other cells are text, whatever they look like: a reference may be "12.50". */
interface NumberCell {
  number: string
}
export type Cell = string | NumberCell | null | undefined

export const numberCell = (value: string | number | null | undefined): Cell =>
  value == null ? null : { number: String(value) }

/** How a file is written: spreadsheets read numbers and cells by the habits of their country. */
export interface Dialect {
  separator: "," | ";"
  /** of numbers */
  point: "." | ","
  /** instead of a column's name */
  headings?: Record<string, string>
}
const BY_THE_RFC: Dialect = { separator: ",", point: "." }

/**
 * One record of RFC 4180, line end included. Where a spreadsheet would begin to run a text as a formula stands an apostrophe: names,
 * e-mails and references are other people's words.
 */
export function csvRecord(cells: readonly Cell[], { separator, point }: Dialect = BY_THE_RFC): string {
  return `${cells.map((cell) => written(cell ?? "", point)).join(separator)}\r\n`
}

function written(cell: string | NumberCell, point: Dialect["point"]): string {
  if (typeof cell === "object") return cell.number.replace(".", point)
  if (cell === "") return cell
  return `"${cell.replace(FORMULAS, "'").replaceAll('"', '""')}"`
}

interface CsvFile<Row> {
  name: string
  /** in order */
  columns: Record<string, (row: Row) => Cell>
  /** no more of a file is ever in memory than a page, however long it is */
  pages: AsyncIterable<Row[]>
  dialect?: Dialect
}

/** Answers with a file (RFC 4180, UTF-8). One that breaks off ends the connection: half a list must not look like a whole one. */
export async function sendCsv<Row>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { name, ...file }: CsvFile<Row>
): Promise<void> {
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("Cache-Control", "no-store")
  try {
    await pipeline(Readable.from(recordsOf(file)), res)
  } catch (error) {
    // The answer has begun: a status can no longer say it, and pipeline has ended the connection.
    const reason = error instanceof Error ? error.message : "unknown"
    loggerOf(req.scope).warn(`paycollect: an export broke off: ${reason}`)
  }
}

async function* recordsOf<Row>({ columns, pages, dialect = BY_THE_RFC }: Omit<CsvFile<Row>, "name">) {
  const headings = Object.keys(columns).map((name) => dialect.headings?.[name] ?? name)
  yield BYTE_ORDER_MARK + csvRecord(headings, dialect)
  const cells = Object.values(columns)
  for await (const page of pages)
    yield page
      .map((row) =>
        csvRecord(
          cells.map((cell) => cell(row)),
          dialect
        )
      )
      .join("")
}
