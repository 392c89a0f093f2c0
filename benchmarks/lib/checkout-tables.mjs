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

/**
 * What each action cost, its times as ratios to those of the same action with Stripe's provider.
 * @returns whether ours kept within `limits` of statements
 */
export function printCosts(roads, limits) {
  const standard = roads.find(({ name }) => name === STANDARD)
  const all = ({ costs }, action, field) => costs.map((cost) => cost[action][field])
  const time = (share) => (road, action) => quantile(all(road, action, "ms"), share)
  const cpu = (road, action) => mean(all(road, action, "cpu"))
  let kept = true
  print("\naction", " provider", " statements", " BEGIN, COMMIT", " requests", " p50", " p95", " CPU")
  for (const road of roads) {
    for (const action of road.end === "return" ? ["return"] : ["start", road.end]) {
      const beside = action === "return" ? "complete" : action
      const ratios = [time(0.5), time(0.95), cpu].map((of) =>
        (of(road, action) / of(standard, beside)).toFixed(2)
      )
      const [statements, transaction, calls] = ["all", "transaction", "calls"].map((field) =>
        median(all(road, action, field))
      )
      const isTooMuch = road.provider.name === "paycollect" && statements > limits[action]
      const limit = isTooMuch ? `more than ${limits[action]}` : ""
      print(action, road.name.split(",")[0], statements, `${transaction} of them`, calls, ...ratios, limit)
      kept &&= !isTooMuch
    }
  }
  const [start, complete] = ["start", "complete"].map(
    (action) =>
      `${action} ${time(0.5)(standard, action).toFixed(0)} ms, CPU ${(1_000 * cpu(standard, action)).toFixed(0)} ms`
  )
  console.log(
    `p50, p95 and the store's CPU time are ratios to Stripe's, whose p50 was: ${start}; ${complete}`
  )
  return kept
}

/** Checkouts a second and the store's CPU time for one, as ratios to Stripe's; half of the turns lie between the two in brackets. */
export function printRushes(roads, customers) {
  const sum = ({ turns }, field) => turns.reduce((total, turn) => total + turn[field], 0)
  const rate = (road) => sum(road, "checkouts") / sum(road, "seconds")
  const cpu = (road) => sum(road, "cpu") / sum(road, "checkouts")
  const standard = roads.find(({ name }) => name === STANDARD)
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
