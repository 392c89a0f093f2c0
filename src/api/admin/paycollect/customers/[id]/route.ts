import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { PAYCOLLECT_MODULE } from "../../../../../modules/paycollect"
import type PayCollectModuleService from "../../../../../modules/paycollect/service"
import { serviceId } from "../../../../parameters"
import { answering } from "../../../../service-errors"
import { shownCustomerDetail } from "../../record-views"

/** `GET /admin/paycollect/customers/:id`: one customer of the service, with billing. */
export const GET = answering("admin", async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { records } = req.scope.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  res.json({ customer: shownCustomerDetail(await records.customer(serviceId(req.params.id))) })
})
