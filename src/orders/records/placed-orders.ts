import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { type CustomerFacts } from "../../payments/customer"
import { MOST_PLACED } from "../placed"
import { isCanceled } from "./predicates"
import { isOurs } from "./providers"
import { askGraph, type Query, each } from "./query"

interface PlacedOrder extends CustomerFacts {
  id: string
  status: string
}

/** Sessions that are read: those of other providers, and several of one order, are among them. */
export const MOST_READ = 5 * MOST_PLACED + 1

const PLACED_PERSON_FIELDS = [
  "email",
  ...["billing_address", "shipping_address"].flatMap((address) => each(address, "phone country_code")),
  ...each("customer", "email phone"),
]
const PLACED_ORDER_FIELDS = ["id", "status", ...PLACED_PERSON_FIELDS]

/**
 * Orders that stand without their money on purpose (`pendingOrders: "place"`), the newest of them.
 * @param since how far back one may have been placed: older ones are ended by the job, canceled or shown to the merchant
 * @param carts whose orders core may be placing at this moment: theirs does not show it yet
 */
export async function placedUnpaidOrders(
  query: Query,
  { since, carts }: { since: Date; carts: string[] }
): Promise<PlacedOrder[]> {
  const [sessions, links] = await Promise.all([
    askGraph<{ provider_id: string; payment_collection: { order?: PlacedOrder | null } }>(
      query,
      "payment_session",
      ["id", "provider_id", ...each("payment_collection.order", PLACED_ORDER_FIELDS)],
      { status: PaymentSessionStatus.PENDING_AUTHORIZATION, updated_at: { $gte: since } },
      { take: MOST_READ, order: { updated_at: "DESC" } }
    ),
    carts.length === 0
      ? []
      : askGraph<{ order?: PlacedOrder | null }>(
          query,
          "order_cart",
          ["order_id", ...each("order", PLACED_ORDER_FIELDS)],
          { cart_id: carts }
        ),
  ])
  const orders = [
    ...sessions.filter(isOurs).map(({ payment_collection: { order } }) => order),
    ...links.map(({ order }) => order),
  ].filter((order) => order != null)
  return [...new Map(orders.map((order) => [order.id, order])).values()].filter((order) => !isCanceled(order))
}

/** Whose cart it is; null when it is gone. */
export async function customerOfCart(query: Query, cartId: string): Promise<CustomerFacts | null> {
  const [cart] = await askGraph<CustomerFacts>(query, "cart", ["id", ...PLACED_PERSON_FIELDS], { id: cartId })
  return cart ?? null
}
