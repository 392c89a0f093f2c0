import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../modules/paycollect/service"
import { answering } from "../../../service-errors"
import { type PaymentMethodsQuery } from "../validators"

/** `GET /admin/paycollect/payment-methods?country_code=`: the service's active methods of a country, at most ten minutes old. */
export const GET = answering("admin", async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { methods } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  res.json({ payment_methods: await methods.of((req.validatedQuery as PaymentMethodsQuery).country_code) })
})
