import { refundersOf } from "../../../../orders/records/lookups"
import { withStoreFacts } from "../../../../orders/records/merchant-facts"
import { decimalsOfCame } from "../../../../orders/records/query"
import { formatPaymentNumber } from "../../../../payments/names"
import { queryOf } from "../../../../payments/module"
import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectRefundsResponse } from "../../../../types/http"
import { iso, pick } from "../../../../features/shown"
import { type ApiRoute } from "../../../requests"
import { type refundsQuery } from "../validators"

/** `GET /admin/paycollect/refunds`: each time that money went back, by whom, how far it is and of which payment. */
export const GET: ApiRoute<AdminPayCollectRefundsResponse, typeof refundsQuery> = async (req, res) => {
  const { kind, limit, offset } = req.validatedQuery
  const { options } = await paycollectOf(req.scope).configuration.current()
  const { moves, count } = await paycollectOf(req.scope).wentBack.page(kind, { limit, offset })
  const query = queryOf(req.scope)
  const inMedusa = moves.flatMap(({ id, by, kind }) => (by === null && kind !== "reversal" ? id : []))
  const [asked, decimals, payments] = await Promise.all([
    refundersOf(query, inMedusa),
    Promise.all(
      moves.map(({ currency_code, intent }) => decimalsOfCame(currency_code, intent, query, options))
    ),
    withStoreFacts(
      query,
      moves.map(({ intent }) => intent)
    ),
  ])
  const refunds = moves.map((move, index) => {
    const { at, by } = move
    const payment = payments[index]!
    return {
      ...pick(move, "id", "kind", "state", "amount", "currency_code", "came_as"),
      exponent: decimals[index]!,
      at: iso(at),
      by: by ?? asked.get(move.id) ?? null,
      payment: {
        ...pick(payment, "id", "environment", "order_id", "order_display_id", "customer_name"),
        payment_number: formatPaymentNumber(payment.payment_number),
      },
    }
  })
  res.json({ refunds, count, limit, offset })
}
