import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Stop } from "./kill"
import { type CartState } from "./promise"

const root = join(__dirname, "../../..")
const DOCUMENTED = "integration-tests/kill/points.md"

export interface Measured extends Stop {
  result: string
}

/** What a merchant finds in the end, in words. */
export function resultOf({ orders, items, places, refund, unlinked, unreserved }: CartState): string {
  const returned = places.some(({ kind }) => kind === "returned")
  const standing = orders.map(({ status, payment_status, total, paid }) => {
    if (status === "canceled") return returned ? "order canceled, money booked as returned" : "order canceled"
    if (payment_status !== "completed") return `order ${payment_status}`
    if (refund.length) return "one order"
    return Number(total) === Number(paid) ? "one order, paid" : "one order, paid, shown as outstanding"
  })
  return [
    ...(standing.length ? standing : ["no order"]),
    ...(refund.length ? [`refund known to ${refund.join(", ")}`] : []),
    ...items.map((reason) => `item \`${reason}\``),
    ...(unlinked ? ["an unpaid order without cart is left over"] : []),
    ...(unreserved ? ["stock is not reserved"] : []),
  ].join("; ")
}

/** One row for each scenario and result; the points in the order in which they are passed. */
export function tableOf(measured: Measured[]): string {
  const rows = new Map<string, Measured[]>()
  for (const stop of measured) {
    const key = `${stop.scenario.name}\n${stop.result}`
    rows.set(key, [...(rows.get(key) ?? []), stop])
  }
  const cells = [...rows.values()].map((stops) => [
    `\`${stops[0]!.scenario.name}\`: ${stops[0]!.scenario.act}`,
    stops.map(({ effect }) => `\`${effect}\``).join(", "),
    `${stops[0]!.scenario.afterwards}: ${stops[0]!.result}`,
  ])
  const lines = [
    ["what the server does", "killed right after", "after the restart"],
    ["---", "---", "---"],
    ...cells,
  ]
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n")
}

/** What points.md does not say: what a scenario ends in that its table has no word for. */
export function undocumented(table: string): string[] {
  const told = new Set(statements(documentedTable()))
  return [...new Set(statements(table))].filter((statement) => !told.has(statement))
}

/**
 * Points that only one of the two tables has, of the scenarios that were walked; for a run that takes every point. In which row of its scenario
 * a point stands does not count: core runs some steps side by side, and which of two effects comes first changes from run to run.
 */
export function movedPoints(table: string): string[] {
  const measured = pointsOf(table)
  const documented = pointsOf(documentedTable())
  return [...measured].flatMap(([scenario, points]) => {
    const told = documented.get(scenario) ?? new Set()
    return [
      ...[...points].filter((point) => !told.has(point)).map((point) => `${scenario} | new: ${point}`),
      ...[...told].filter((point) => !points.has(point)).map((point) => `${scenario} | gone: ${point}`),
    ]
  })
}

function documentedTable(): string {
  const lines = readFileSync(join(root, DOCUMENTED), "utf8").split("\n")
  return lines.filter((line) => line.startsWith("|")).join("\n")
}

function statements(table: string): string[] {
  return rowsOf(table).flatMap(({ scenario, end }) =>
    end.split(/[:;] /).map((part) => `${scenario} | ${part}`)
  )
}

function pointsOf(table: string): Map<string, Set<string>> {
  const scenarios = new Map<string, Set<string>>()
  for (const { scenario, points } of rowsOf(table))
    scenarios.set(scenario, new Set([...(scenarios.get(scenario) ?? []), ...points.split(", ")]))
  return scenarios
}

function rowsOf(table: string): { scenario: string; points: string; end: string }[] {
  return table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, scenario = "", points = "", end = ""]) => ({ scenario, points, end }))
}

/** Where a changed table can be copied from. */
export function keep(table: string): string {
  const place = join(root, "artifacts/kill")
  mkdirSync(place, { recursive: true })
  const file = join(place, "points.md")
  writeFileSync(file, `${table}\n`)
  return file
}
