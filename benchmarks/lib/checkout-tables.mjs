import { median, quantile } from "./numbers.mjs"

const STANDARD = "stripe"
const WIDTHS = [10, 20, 22, 10, 8, 8]
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
  const times = ({ costs }, action, share) =>
    quantile(
      costs.map((cost) => cost[action].ms),
      share
    )
  let kept = true
  print("\naction", " provider", " statements", " requests", " p50", " p95")
  for (const road of roads) {
    for (const action of road.end === "return" ? ["return"] : ["start", road.end]) {
      const middle = (field) => median(road.costs.map((cost) => cost[action][field]))
      const beside = action === "return" ? "complete" : action
      const ratios = [0.5, 0.95].map((share) =>
        (times(road, action, share) / times(standard, beside, share)).toFixed(2)
      )
      const isTooMuch = road.provider.name === "paycollect" && middle("all") > limits[action]
      const limit = isTooMuch ? `more than ${limits[action]}` : ""
      const statements = `${middle("all")} (${middle("transaction")} BEGIN...)`
      print(action, road.name.split(",")[0], statements, middle("calls"), ...ratios, limit)
      kept &&= !isTooMuch
    }
  }
  const [start, complete] = ["start", "complete"].map((action) => times(standard, action, 0.5).toFixed(0))
  console.log(
    `p50 and p95 are ratios to Stripe's, whose p50 was ${start} ms for start, ${complete} ms for complete`
  )
  return kept
}

/** Checkouts a second, as a ratio to Stripe's with the least and the most of any turn: what lies between them is noise. */
export function printRates(roads, customers) {
  const standard = roads.find(({ name }) => name === STANDARD)
  for (const { name, rates } of roads) {
    const ratios = rates.map((rate, turn) => rate / standard.rates[turn])
    const [least, middle, most] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) =>
      ratio.toFixed(2)
    )
    const perSecond = median(rates).toFixed(2)
    console.log(
      `${customers} at once  ${name.padEnd(20)}${perSecond.padStart(6)} checkouts a second  ${middle} x Stripe's (${least} to ${most})`
    )
  }
}
