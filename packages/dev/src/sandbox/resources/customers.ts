import { z } from "zod"
import { notFound, ok } from "../base/reply"
import { type Customer } from "../state/records"
import { defineRoute } from "./route"

const DEFAULT_PAGE_SIZE = 50

/** Interface 2.3. */
function view(customer: Customer) {
  const { id, firstname, lastname, email, phone } = customer
  const created_at = Math.floor(customer.createdAt / 1_000)
  return { id, firstname, lastname, email, phone, balance: 0, active: true, created_at }
}

const count = z
  .string()
  .regex(/^\d{1,6}$/, "must be a non-negative integer")
  .transform(Number)

/** Interface 4.5: newest first; `limit`, `offset` and `page` (from 1) as U-17 passes them. */
const list = defineRoute("list_customers", "GET /customers", {
  query: () => z.strictObject({ limit: count.optional(), offset: count.optional(), page: count.optional() }),
  handle({ environment, query }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE
    const offset = query.offset ?? Math.max(0, (query.page ?? 1) - 1) * limit
    const newestFirst = [...environment.customers.values()]
      .reverse()
      .sort((a, b) => b.createdAt - a.createdAt)
    return ok({
      status_code: 200,
      response_type: "success",
      data: newestFirst.slice(offset, offset + limit).map(view),
    })
  },
})

const retrieve = defineRoute("retrieve_customer", "GET /customers/:id", {
  handle({ environment, params }) {
    const customer = [...environment.customers.values()].find((candidate) => candidate.id === params.id)
    if (!customer) throw notFound("customer")
    const { firstname, lastname, email, phone, address } = customer
    const billing = [{ name: `${firstname} ${lastname}`, email, phone, address }]
    return ok({ status_code: 200, response_type: "success", data: { ...view(customer), billing } })
  },
})

export const customerRoutes = [list, retrieve]
