import { byCurrency, type DayOfCurrency } from "../../../../features/takings/day"
import { paycollectOf } from "../../../../modules/paycollect"
import { toMajorString } from "../../../../payments/money"
import type * as Http from "../../../../types/http"
import { type ApiRoute } from "../../../requests"
import { questionOf, type todayQuery } from "../takings/question"

/** This day and the same weekday last week, both included. */
const DAYS = 8
/** As takings are asked for three periods: what lies between both days is nobody's question. */
const PERIODS = ["before", "between", "today"].map((name) => ({ name, begins: name }))

/** `GET /admin/paycollect/today`: the day so far by the clock of the shop, against the same weekday last week until the same time. */
export const GET: ApiRoute<Http.AdminPayCollectTodayResponse, typeof todayQuery> = async (req, res) => {
  const { receipts, dayFacts, attention, clock } = paycollectOf(req.scope)
  const asked = { ...req.validatedQuery, days: DAYS, bucket: "day" as const }
  const { to: day, time_zone, environment, bounds, filters } = await questionOf(req.scope, asked)
  const [lastWeek, begins_at] = [bounds[0]!, bounds.at(-2)!]
  const until = new Date(clock.now()).toISOString()
  const sameTime = await dayFacts.weekBefore(until, time_zone)
  const [sums, failed, open, environments] = await Promise.all([
    receipts.of([lastWeek, sameTime, begins_at, until], PERIODS, filters),
    dayFacts.failed([begins_at, until], environment),
    attention.countOpen(),
    dayFacts.environments(),
  ])
  res.json({
    ...{ day, time_zone, begins_at, until, environment },
    environments: [...new Set([...environments, environment])],
    currencies: byCurrency(sums).map(shownCurrency),
    attention: open,
    failed,
  })
}

function shownCurrency({
  currency_code,
  exponent,
  today,
  before,
}: DayOfCurrency): Http.AdminPayCollectTodayCurrency {
  const sums = (day: DayOfCurrency["today"]) => ({
    paid: day?.paid ?? 0,
    amount: toMajorString(day?.amount ?? 0n, exponent),
  })
  return {
    currency_code,
    ...sums(today),
    refunded: toMajorString(today?.refunded ?? 0n, exponent),
    waiting: today?.waiting ?? 0,
    last_week: sums(before),
  }
}
