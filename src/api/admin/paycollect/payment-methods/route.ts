import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { paycollectOf } from "../../../../modules/paycollect"
import { answering } from "../../../service-errors"
import { type PaymentMethodsQuery } from "../validators"

/** `GET /admin/paycollect/payment-methods?country_code=`: the service's active methods of a country, at most ten minutes old. */
export const GET = answering("admin", async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { methods } = paycollectOf(req.scope)
  res.json({ payment_methods: await methods.of((req.validatedQuery as PaymentMethodsQuery).country_code) })
})
