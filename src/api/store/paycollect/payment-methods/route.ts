import { type MedusaRequest } from "@medusajs/framework/http"
import { paycollectOf } from "../../../../modules/paycollect"
import { type StorePayCollectPaymentMethodsResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { type StoreMethodsQuery } from "../../../requests"

/** `GET /store/paycollect/payment-methods?country_code=`: what the service offers in a country; nothing else of its records. */
export const GET = answering<StorePayCollectPaymentMethodsResponse, MedusaRequest>(
  "store",
  async (req, res) => {
    const { methods } = paycollectOf(req.scope)
    res.json({ payment_methods: await methods.of((req.validatedQuery as StoreMethodsQuery).country_code) })
  }
)
