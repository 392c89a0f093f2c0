import { paymentCustomer, type CustomerFacts } from "../../payments/customer"
import { type PayCollectCartLack as CartLack } from "../../types/http"

export interface LinkCartLine {
  name: string
  quantity: number
  /** null: it was added without one, and nothing of it is kept in stock */
  variant_id: string | null
  /** the variant is there, and its product is published */
  isSold: boolean
  /** of the variant, in the cart's sales channel; null: it is not counted, or may be ordered beyond its stock */
  available: number | null
  isDelivered: boolean
  /** of the variant's product */
  shipping_profile_id: string | null
}

export interface CartFacts {
  customer: CustomerFacts
  /** a street or a town: core fills in the country of a region with one by itself */
  isAddressed: boolean
  lines: readonly LinkCartLine[]
  /** shipping profiles that the chosen ways of delivery serve */
  shipping_profile_ids: readonly (string | null)[]
}

/** In the order in which a person would fill it in; core finds out about most of it only when the cart is completed, after the money came. */
export function cartLacks(
  { customer, isAddressed, lines, shipping_profile_ids }: CartFacts,
  fallbackName?: string
): CartLack[] {
  const named = paymentCustomer(customer, fallbackName)
  const delivered = lines.filter(({ isDelivered }) => isDelivered)
  // As core rules when it completes a cart: each profile of the goods has to be served.
  const isServed = delivered.every(({ shipping_profile_id }) =>
    shipping_profile_ids.includes(shipping_profile_id)
  )
  return [
    ...(lines.length === 0 ? (["goods"] as const) : []),
    ...(named.ok ? [] : named.missing),
    ...(delivered.length > 0 && !isAddressed ? (["delivery_address"] as const) : []),
    ...(isServed ? [] : (["delivery_method"] as const)),
    ...(shortOf(lines).length > 0 ? (["stock"] as const) : []),
  ]
}

/** Names of the goods of which there are not enough, each once. */
export function shortOf(lines: readonly LinkCartLine[]): string[] {
  const asked = new Map<string, number>()
  for (const { variant_id, quantity } of lines)
    if (variant_id) asked.set(variant_id, (asked.get(variant_id) ?? 0) + quantity)
  const short = lines.filter(
    ({ isSold, available, variant_id }) =>
      !isSold || (available !== null && variant_id !== null && available < asked.get(variant_id)!)
  )
  return [...new Set(short.map(({ name }) => name))]
}
