import { byCurrency, type DayOfCurrency } from "../../../../features/takings/day"
import { paycollectOf } from "../../../../modules/paycollect"
import { toMajorString } from "../../../../payments/money"
import { type AdminPayCollectTodayResponse } from "../../../../types/http"
import { type ApiRoute } from "../../../requests"
import { questionOf, type todayQuery } from "../takings/question"

/** As takings are asked for three periods: what lies between both days is not shown. */
const PERIODS = ["before", "between", "today"].map((name) => ({ name, begins: name }))

/** `GET /admin/paycollect/today`: the day so far by the clock of the shop, against the same weekday last week until the same time. */
export const GET: ApiRoute<AdminPayCollectTodayResponse, typeof todayQuery> = async (req, res) => {
  const { receipts, dayFacts, attention, clock } = paycollectOf(req.scope)
  // This day and the same weekday last week, both included.
  const asked = { ...req.validatedQuery, days: 8, bucket: "day" as const }
  const { to: day, time_zone, environment, bounds, filters } = await questionOf(req.scope, asked)
  const [lastWeek, begins_at] = [bounds[0]!, bounds.at(-2)!]
  const until = new Date(clock.now()).toISOString()
  const sameTime = await dayFacts.weekBefore(until, time_zone)
  const [sums, failed, waiting, open, environments] = await Promise.all([
    receipts.of([lastWeek, sameTime, begins_at, until], PERIODS, filters),
    dayFacts.failed([begins_at, until], environment),
    dayFacts.waiting(until, environment),
    attention.countOpen(environment),
    dayFacts.environments(),
  ])
  res.json({
    ...{ day, time_zone, begins_at, until, environment },
    environments: [...new Set([...environments, environment])],
    currencies: byCurrency(sums, waiting).map(shownCurrency),
    attention: open,
    failed,
  })
}

const NOTHING = { paid: 0, amount: 0n, refunded: 0n }

function shownCurrency({ currency_code, exponent, waiting, today, before }: DayOfCurrency) {
  const { paid, amount, refunded } = today ?? NOTHING
  const lastWeek = before ?? NOTHING
  const major = (sum: bigint) => toMajorString(sum, exponent)
  return {
    ...{ currency_code, paid, amount: major(amount), refunded: major(refunded), waiting },
    last_week: { paid: lastWeek.paid, amount: major(lastWeek.amount) },
  }
}
