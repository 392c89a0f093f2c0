import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../modules/paycollect/service"
import { answering } from "../../../service-errors"
import { type StoreMethodsQuery } from "../validators"

/** `GET /store/paycollect/payment-methods?country_code=`: what the service offers in a country; nothing else of its records. */
export const GET = answering("store", async (req: MedusaRequest, res: MedusaResponse) => {
  const { methods } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  res.json({ payment_methods: await methods.of((req.validatedQuery as StoreMethodsQuery).country_code) })
})
