import { queryOf } from "../../../../../payments/module"
import { paycollectOf } from "../../../../../modules/paycollect"
import { decimalsOf } from "../../../../../orders/records/query"
import { serviceId } from "../../../../requests"
import { type AdminPayCollectTransactionResponse } from "../../../../../types/http"
import { answering } from "../../../../service-errors"
import { shownTransaction } from "../../record-views"

/**
 * `GET /admin/paycollect/transactions/:id`: by whatever the service calls it, or by a reference of ours (U-23). For display: only
 * verify decides about money.
 */
export const GET = answering<AdminPayCollectTransactionResponse>("admin", async (req, res) => {
  const { records, configuration } = paycollectOf(req.scope)
  const { transaction, intent } = await records.transaction(serviceId(req.params.id))
  const { options } = await configuration.current()
  const currency = transaction.currency?.toLowerCase()
  const exponent = currency ? await decimalsOf(currency, queryOf(req.scope), options) : null
  res.json({ transaction: shownTransaction(transaction, { intent, exponent }) })
})
