import { orderNow } from "../../../../../../features/attention/close"
import { type AdminPayCollectOrderNowResponse } from "../../../../../../types/http"
import { onIntent, shownResult } from "../../../intent-view"

/**
 * `POST /admin/paycollect/intents/:id/order`: one more try, now, to make the order of money that came. `result.said` is why the store could
 * not, in its own words.
 */
export const POST = onIntent<AdminPayCollectOrderNowResponse>(async (req, intent) => ({
  result: shownResult(await orderNow(req.scope, intent)),
}))
