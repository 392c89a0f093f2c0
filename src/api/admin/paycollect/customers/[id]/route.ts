import { type AuthenticatedMedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { paycollectOf } from "../../../../../modules/paycollect"
import { serviceId } from "../../../../parameters"
import { answering } from "../../../../service-errors"
import { shownCustomerDetail } from "../../record-views"

/** `GET /admin/paycollect/customers/:id`: one customer of the service, with billing. */
export const GET = answering("admin", async (req: AuthenticatedMedusaRequest, res: MedusaResponse) => {
  const { records } = paycollectOf(req.scope)
  res.json({ customer: shownCustomerDetail(await records.customer(serviceId(req.params.id))) })
})
