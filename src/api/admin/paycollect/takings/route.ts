import { type ApiRoute } from "../../../requests"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectTakingsResponse } from "../../../../types/http"
import { questionBefore, questionOf, type takingsQuery } from "./question"
import { shownSpeeds, shownTakings, shownTotals, speedOf } from "./sums"

/** `GET /admin/paycollect/takings`: what came in and went back, as sums of the ledger. Amounts in major units. */
export const GET: ApiRoute<AdminPayCollectTakingsResponse, typeof takingsQuery> = async (req, res) => {
  const { receipts: takings } = paycollectOf(req.scope)
  const question = await questionOf(req.scope, req.validatedQuery)
  const { periods, bounds, filters, from, to, bucket, time_zone, environment } = question
  const asked = await questionBefore(req.scope, req.validatedQuery, question)
  const [sums, speeds, earlier] = await Promise.all([
    takings.of(bounds, periods, filters),
    takings.speeds(bounds, filters),
    asked && takings.of(asked.bounds, asked.periods, asked.filters),
  ])
  res.json({
    ...{ from, to, bucket, time_zone, environment },
    buckets: periods.map(({ name }) => name),
    takings: shownTakings(sums),
    totals: shownTotals(sums, speeds),
    speeds: shownSpeeds(speeds),
    ...(asked && { before: { from: asked.from, to: asked.to, totals: shownTotals(earlier!, []) } }),
    ...speedOf(speeds),
  })
}
