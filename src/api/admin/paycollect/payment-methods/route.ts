import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectPaymentMethodsResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type PaymentMethodsQuery } from "../validators"

/** `GET /admin/paycollect/payment-methods?country_code=`: the service's active methods of a country, at most ten minutes old. */
export const GET = answering<AdminPayCollectPaymentMethodsResponse>("admin", async (req, res) => {
  const { methods } = paycollectOf(req.scope)
  res.json({ payment_methods: await methods.of((req.validatedQuery as PaymentMethodsQuery).country_code) })
})
