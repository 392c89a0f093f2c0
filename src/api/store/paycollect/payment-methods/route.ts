import { paycollectOf } from "../../../../modules/paycollect"
import { type StorePayCollectPaymentMethodsResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type storeMethodsQuery } from "../../../requests"

/** `GET /store/paycollect/payment-methods?country_code=`: what the service offers in a country, and whether money moves; nothing else of its records. */
export const GET = answering<StorePayCollectPaymentMethodsResponse, typeof storeMethodsQuery>(
  "store",
  async (req, res) => {
    const { methods, configuration } = paycollectOf(req.scope)
    const { environment } = await configuration.current()
    res.json({ environment, payment_methods: await methods.of(req.validatedQuery.country_code) })
  }
)
