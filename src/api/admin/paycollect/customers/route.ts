import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../modules/paycollect/service"
import { answering } from "../../../service-errors"
import { shownCustomer } from "../record-views"
import { type CustomersQuery } from "../validators"

/** `GET /admin/paycollect/customers`: the service's customers, newest first; `limit`, `offset`, `page` are the service's own (U-17). With `q`: those of its newest that fit. */
export const GET = answering("admin", async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { records } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { q, limit, offset, page } = req.validatedQuery as CustomersQuery
  if (q) {
    const { customers, searched } = await records.findCustomers(q)
    return void res.json({ customers: customers.map(shownCustomer), searched })
  }
  res.json({ customers: (await records.customers({ limit, offset, page })).map(shownCustomer) })
})
