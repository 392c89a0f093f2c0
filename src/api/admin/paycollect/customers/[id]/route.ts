import { paycollectOf } from "../../../../../modules/paycollect"
import { serviceId } from "../../../../requests"
import { type AdminPayCollectCustomerResponse } from "../../../../../types/http"
import { answering } from "../../../../service-errors"
import { shownCustomerDetail } from "../../record-views"

/** `GET /admin/paycollect/customers/:id`: one customer of the service, with billing. */
export const GET = answering<AdminPayCollectCustomerResponse>("admin", async (req, res) => {
  const { records } = paycollectOf(req.scope)
  res.json({ customer: shownCustomerDetail(await records.customer(serviceId(req.params.id))) })
})
