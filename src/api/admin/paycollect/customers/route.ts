import { paycollectOf } from "../../../../modules/paycollect"
import { type AdminPayCollectCustomersResponse } from "../../../../types/http"
import { answering } from "../../../service-errors"
import { shownCustomer } from "../record-views"
import { type customersQuery } from "../validators"

/** `GET /admin/paycollect/customers`: the service's customers, newest first; `limit`, `offset`, `page` are the service's own (U-17). With `q`: those of its newest that fit. */
export const GET = answering<AdminPayCollectCustomersResponse, typeof customersQuery>(
  "admin",
  async (req, res) => {
    const { records } = paycollectOf(req.scope)
    const { q, limit, offset, page } = req.validatedQuery
    if (q) {
      const { customers, searched } = await records.findCustomers(q)
      return void res.json({ customers: customers.map(shownCustomer), searched })
    }
    res.json({ customers: (await records.customers({ limit, offset, page })).map(shownCustomer) })
  }
)
