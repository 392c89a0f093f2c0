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
