import { mean, median, quantile } from "./numbers.mjs"

const STANDARD = "stripe"
const WIDTHS = [10, 13, 13, 17, 10, 7, 7, 7]
const print = (...cells) =>
  console.log(
    cells
      .map((cell, index) => String(cell).padEnd(WIDTHS[index] ?? 0))
      .join("")
      .trimEnd()
  )

const standardOf = (roads) => roads.find(({ name }) => name === STANDARD)
const all = ({ costs }, action, field) => costs.map((cost) => cost[action][field])
const time = (share) => (road, action) => quantile(all(road, action, "ms"), share)
const cpuTime = (road, action) => mean(all(road, action, "cpu"))

/**
 * @param name a provider's @returns what each of its actions cost: numbers of statements, of them BEGIN and COMMIT, and of requests; p50, p95 and CPU time as
 * ratios to those of the same action with Stripe's provider; a return's to those of its complete
 */
export function costsOf(roads, name) {
  const standard = standardOf(roads)
  const ofName = roads.filter(({ provider }) => provider.name === name)
  return ofName.flatMap((road) =>
    (road.end === "return" ? ["return"] : ["start", road.end]).map((action) => {
      const beside = action === "return" ? "complete" : action
      const [p50, p95, cpu] = [time(0.5), time(0.95), cpuTime].map(
        (of) => of(road, action) / of(standard, beside)
      )
      const [statements, transaction, calls] = ["all", "transaction", "calls"].map((field) =>
        median(all(road, action, field))
      )
      return { action, statements, transaction, calls, p50, p95, cpu }
    })
  )
}

export function printCosts(roads) {
  const standard = standardOf(roads)
  print("\naction", " provider", " statements", " BEGIN, COMMIT", " requests", " p50", " p95", " CPU")
  for (const name of new Set(roads.map(({ provider }) => provider.name)))
    for (const { action, statements, transaction, calls, ...ratios } of costsOf(roads, name))
      print(
        action,
        name,
        statements,
        `${transaction} of them`,
        calls,
        ...[ratios.p50, ratios.p95, ratios.cpu].map((ratio) => ratio.toFixed(2))
      )
  const [start, complete] = ["start", "complete"].map(
    (action) =>
      `${action} ${time(0.5)(standard, action).toFixed(0)} ms, CPU ${(1_000 * cpuTime(standard, action)).toFixed(0)} ms`
  )
  console.log(
    `p50, p95 and the store's CPU time are ratios to Stripe's, whose p50 was: ${start}; ${complete}`
  )
}

const sum = ({ turns }, field) => turns.reduce((total, turn) => total + turn[field], 0)
const rate = (road) => sum(road, "checkouts") / sum(road, "seconds")

/** @param name a road's @returns its checkouts a second as a ratio to Stripe's */
export const rateOf = (roads, name) =>
  rate(roads.find((road) => road.name === name)) / rate(standardOf(roads))

/** Checkouts a second and the store's CPU time for one, as ratios to Stripe's; half of the turns lie between the two in brackets. */
export function printRushes(roads, customers) {
  const cpu = (road) => sum(road, "cpu") / sum(road, "checkouts")
  const standard = standardOf(roads)
  for (const road of roads) {
    const ratios = road.turns.map(({ seconds }, turn) => standard.turns[turn].seconds / seconds)
    const [least, most] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2))
    const relative = `${(rate(road) / rate(standard)).toFixed(2)} x Stripe's (${least} to ${most})`
    const time = `CPU ${(cpu(road) / cpu(standard)).toFixed(2)} x (${(cpu(road) * 1_000).toFixed(0)} ms)`
    console.log(
      `${customers} at once  ${road.name.padEnd(20)}${rate(road).toFixed(2).padStart(6)} checkouts a second, ${relative}, ${time}`
    )
  }
}
