import { paycollectOf } from "../../../../modules/paycollect"
import { type StorePayCollectPaymentMethodsResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type storeMethodsQuery } from "../../../requests"

/** `GET /store/paycollect/payment-methods?country_code=`: what the service offers in a country; nothing else of its records. */
export const GET = answering<StorePayCollectPaymentMethodsResponse, typeof storeMethodsQuery>(
  "store",
  async (req, res) => {
    const { methods } = paycollectOf(req.scope)
    res.json({ payment_methods: await methods.of(req.validatedQuery.country_code) })
  }
)
