import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectPaymentMethodsResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type paymentMethodsQuery } from "../validators"

/** `GET /admin/paycollect/payment-methods?country_code=`: the service's active methods of a country, at most ten minutes old. */
export const GET = answering<AdminPayCollectPaymentMethodsResponse, typeof paymentMethodsQuery>(
  "admin",
  async (req, res) => {
    const { methods } = paycollectOf(req.scope)
    res.json({ payment_methods: await methods.of(req.validatedQuery.country_code) })
  }
)
