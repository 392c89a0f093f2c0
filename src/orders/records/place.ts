import { orderOfCollection } from "./lookups"
import { askGraph, type Query } from "./query"

/** Where a customer is sent back to: the country of the cart or order, else the first one of its region. */
export async function countryOf(
  query: Query,
  entity: "cart" | "order",
  entityId: string
): Promise<string | null> {
  const [placed] = await askGraph<{
    region_id?: string | null
    shipping_address?: { country_code?: string | null } | null
  }>(query, entity, "region_id shipping_address.country_code", { id: entityId })
  const country = placed?.shipping_address?.country_code
  if (country || !placed?.region_id) return country ?? null
  const [region] = await askGraph<{ countries?: { iso_2: string }[] }>(query, "region", "countries.iso_2", {
    id: placed.region_id,
  })
  return region?.countries?.[0]?.iso_2 ?? null
}

/** Where the customer of a payment is led back to: to what she pays for, in its country. */
interface PaymentPlace {
  cart_id: string | null
  /** only without a cart */
  payment_collection_id: string | null
  /** whose collection that is */
  order_id: string | null
  country_code: string | null
}

export async function placeOfPayment(
  query: Query,
  { cart_id, payment_collection_id }: { cart_id: string | null; payment_collection_id: string }
): Promise<PaymentPlace> {
  if (cart_id) {
    const country_code = await countryOf(query, "cart", cart_id)
    return { cart_id, payment_collection_id: null, order_id: null, country_code }
  }
  const order_id = (await orderOfCollection(query, payment_collection_id))?.id ?? null
  const country_code = order_id && (await countryOf(query, "order", order_id))
  return { cart_id, payment_collection_id, order_id, country_code }
}
