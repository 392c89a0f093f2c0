import { bold, dim, say } from "../steps.mjs"

const short = (text, most = 70) => {
  const line = text.replace(/\s+/g, " ")
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Killed mutants, those that never came to an end included, of all that count. */
export const percent = ({ killed, timeout, survived, uncovered }) => {
  const all = killed + timeout + survived + uncovered
  return all === 0 ? 100 : (100 * (killed + timeout)) / all
}

const HEADS = ["file", "killed", "timeout", "survived", "no coverage", "equivalent", "%"]

/** @param mutants each with its `verdict`: killed, timeout, survived, uncovered or equivalent */
export function table(mutants) {
  const files = new Map()
  const none = { killed: 0, timeout: 0, survived: 0, uncovered: 0, equivalent: 0 }
  const total = { file: "all", ...none }
  for (const { file, verdict } of mutants) {
    if (!files.has(file)) files.set(file, { file, ...none })
    files.get(file)[verdict]++
    total[verdict]++
  }
  const rows = [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1))
  return files.size > 1 ? [...rows, total] : rows
}

export function show(mutants) {
  const cells = table(mutants).map((row) => [
    row.file,
    ...[row.killed, row.timeout, row.survived, row.uncovered, row.equivalent].map(String),
    percent(row).toFixed(1),
  ])
  const widths = HEADS.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at].length)))
  const line = (row) => {
    const padded = row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
    return `| ${padded.join(" | ")} |`
  }
  say()
  say(line(HEADS))
  say(`| ${widths.map((width, at) => (at ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`)
  for (const row of cells) say(line(row))
  const left = mutants.filter(({ verdict }) => verdict === "survived" || verdict === "uncovered")
  for (const { file, line: number, column, kind, from, to, verdict } of left) {
    say()
    say(
      `${bold(`${file}:${number}:${column}`)} ${verdict === "survived" ? "survived" : "no coverage"} ${dim(kind)}`
    )
    say(`  - ${short(from)}`)
    say(`  + ${short(to)}`)
  }
}
