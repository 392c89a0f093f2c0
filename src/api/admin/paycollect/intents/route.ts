import { type ApiRoute } from "../../../requests"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { withStoreFacts } from "../../../../orders/records/merchant-facts"
import { pick } from "../../../../features/shown"
import { shownIntent } from "../intent-view"
import { withRefundable } from "../../../../features/refunds/refund"
import { type intentsQuery } from "../validators"
import { type AdminPayCollectIntent, type AdminPayCollectIntentsResponse } from "../../../../types/http"
import { filtersOf, orderOf } from "./filters"

/** `GET /admin/paycollect/intents`: every PaymentIntent the store ever asked for. Amounts in the smallest unit. */
export const GET: ApiRoute<AdminPayCollectIntentsResponse, typeof intentsQuery> = async (req, res) => {
  const query = req.validatedQuery
  const { limit, offset } = query
  const { intentList, attention, configuration } = paycollectOf(req.scope)
  const { filters, people } = await filtersOf(req.scope, query)
  const [{ intents, count }, needs_attention_count, { options }] = await Promise.all([
    intentList.page(filters, { order: orderOf(query), limit, offset }),
    attention.countOpen(),
    configuration.current(),
  ])
  const refundable = await withRefundable(req.scope, intents)
  const known = await withStoreFacts(queryOf(req.scope), refundable)
  // Medusa's field selection; of a relation always the whole. What it leaves out the caller did not want.
  const wanted = [...new Set(req.queryConfig.fields.map((field) => field.split(".")[0]))]
  res.json({
    intents: known.map((intent) =>
      pick(shownIntent(intent, options), ...(wanted as (keyof AdminPayCollectIntent)[]))
    ),
    count,
    offset,
    limit,
    needs_attention_count,
    ...(people && { people }),
  })
}
