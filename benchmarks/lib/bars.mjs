import { appendFileSync } from "node:fs"

/** `npm run bench` collects what each part measured in this file, for one table of all. */
const COLLECTED = process.env.PAYCOLLECT_BENCH_FIGURES

const amount = (value) => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2))))

/** The rows of a table in Markdown. @param figures name, value, unit, `most` where it may not be more */
export function tableOf(figures) {
  const rows = figures.map(({ name, value, most, unit }) => {
    const limit = most === undefined ? "" : `${most} ${unit}`.trim()
    return [name, `${amount(value)} ${unit}`.trim(), value > most ? `${limit}, MISSED` : limit]
  })
  const table = [["what", "measured", "at most"], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`
  const [head, ...body] = table.map(line)
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n")
}

/** What was measured, some of it with the most it may be. */
export class Bars {
  #bars = []

  /** @param most the value that fails the bench when it is exceeded; none for what is only told */
  add(name, value, { most, unit = "" } = {}) {
    this.#bars.push({ name, value, most, unit })
    if (COLLECTED) appendFileSync(COLLECTED, `${JSON.stringify({ name, value, most, unit })}\n`)
    console.log(`  ${name}: ${amount(value)} ${unit}`)
  }

  /** @returns whether all were kept */
  print() {
    console.log(`\n${tableOf(this.#bars)}`)
    return this.#bars.every(({ value, most }) => most === undefined || value <= most)
  }
}
