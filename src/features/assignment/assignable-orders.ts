import { whyNotPayable } from "./rules"
import { type AdminPayCollectAssignableOrder } from "../../types/http"
import { contactForService } from "../../payments/customer"
import { type MajorAmountLike } from "../../payments/money"
import { type MerchantFacts } from "../../orders/records/merchant-facts"
import { openOf, total } from "../../orders/records/predicates"
import { askGraph, type Query } from "../../orders/records/query"
import { SUMMED_ORDER_FIELDS, type OrderRecord } from "../../orders/records/records"

/** Orders that are looked through: the newest of the customer, and of the currency. */
const MOST_OF_CUSTOMER = 50
const MOST_OF_ALL = 100
const MOST_SHOWN = 20

type AssignedMoney = Parameters<typeof whyNotPayable>[0] &
  Partial<Pick<MerchantFacts, "customer_id" | "customer_email">>

interface AssignableCandidate extends OrderRecord {
  total: MajorAmountLike
  display_id?: number | null
  email?: string | null
  customer_id?: string | null
  customer?: { first_name?: string | null; last_name?: string | null } | null
}

const ASSIGNABLE_FIELDS = [
  ...SUMMED_ORDER_FIELDS,
  ..."display_id email customer_id customer.first_name customer.last_name".split(" "),
]

/**
 * Suggested orders, the same customer's first, then the newest; of what the employee typed also those that it may not be booked on. Open changes
 * are not looked at: the booking does.
 * @param text an order's number (`#12`, `12`) or id, or a customer's e-mail
 */
export async function assignableOrders(
  query: Query,
  money: AssignedMoney,
  text = ""
): Promise<AdminPayCollectAssignableOrder[]> {
  const found = text ? await named(query, text) : await suggested(query, money)
  return [...new Map(found.map((order) => [order.id, shownOrder(order, money)])).values()]
    .filter(({ blocker }) => text !== "" || blocker === null)
    .sort((one, other) => Number(other.same_customer) - Number(one.same_customer))
    .slice(0, MOST_SHOWN)
}

async function named(query: Query, text: string): Promise<AssignableCandidate[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  if (number) return await newestOrders(query, { display_id: Number(number) }, MOST_SHOWN)
  if (/^order_\w+$/.test(text)) return await newestOrders(query, { id: text }, 1)
  if (!/^\S+@\S+$/.test(text)) return []
  return await newestOrders(query, { email: [...new Set([text, text.toLowerCase()])] }, MOST_SHOWN)
}

async function suggested(query: Query, { currency_code, customer_id, customer_email }: AssignedMoney) {
  const of = (filters: object, take: number) => newestOrders(query, { currency_code, ...filters }, take)
  const lists = await Promise.all([
    customer_id ? of({ customer_id }, MOST_OF_CUSTOMER) : [],
    customer_email ? of({ email: customer_email }, MOST_OF_CUSTOMER) : [],
    of({}, MOST_OF_ALL),
  ])
  return lists.flat()
}

async function newestOrders(query: Query, filters: object, take: number): Promise<AssignableCandidate[]> {
  return await askGraph<AssignableCandidate>(query, "order", ASSIGNABLE_FIELDS, filters, {
    take,
    order: { created_at: "DESC" },
  })
}

function shownOrder(order: AssignableCandidate, money: AssignedMoney): AdminPayCollectAssignableOrder {
  const { exponent, customer_id, customer_email } = money
  const { id, display_id, created_at, customer } = order
  const { name, email } = contactForService({ email: order.email, customer })
  return {
    id,
    display_id: display_id ?? null,
    created_at: new Date(created_at).toISOString(),
    email,
    customer_name: name,
    total: total([order.total], exponent).toString(),
    open: openOf(order, exponent).toString(),
    same_customer:
      (!!customer_id && order.customer_id === customer_id) || (!!email && email === customer_email),
    blocker: whyNotPayable(money, order, { openChange: false, busy: false }),
  }
}
