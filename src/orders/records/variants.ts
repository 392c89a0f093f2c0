import { getVariantAvailability } from "@medusajs/framework/utils"
import { ADDRESS_KEYS, buyerOf, type BoughtCart, type Purchase } from "../../payments/purchase"
import { askGraph, each, recordsById, type Query } from "./query"

export interface SoldVariant {
  id: string
  name: string
  /** null where nothing is counted, or more may be sold than is there */
  available: number | null
}

interface VariantRecord {
  id: string
  title?: string | null
  manage_inventory?: boolean | null
  allow_backorder?: boolean | null
  product?: { title?: string | null } | null
}

const VARIANT_FIELDS = "id title manage_inventory allow_backorder product.title"

/** Those that there still are, with what of each can be sold in this channel. */
export async function soldVariants(
  query: Query,
  ids: readonly string[],
  sales_channel_id: string | undefined
): Promise<Map<string, SoldVariant>> {
  const found = await recordsById<VariantRecord>(query, "variant", VARIANT_FIELDS, ids)
  const counted = [...found.values()].filter((each) => each.manage_inventory && !each.allow_backorder)
  const variant_ids = counted.map(({ id }) => id)
  const stock =
    variant_ids.length > 0 && sales_channel_id
      ? await getVariantAvailability(query, { variant_ids, sales_channel_id })
      : {}
  const sold = [...found.values()].map(({ id, title, product }): [string, SoldVariant] => {
    const parts = [product?.title, title === "Default variant" ? null : title]
    const available = variant_ids.includes(id) ? Number(stock[id]?.availability ?? 0) : null
    return [id, { id, name: parts.filter(Boolean).join(" - "), available }]
  })
  return new Map(sold)
}

const BUYER_FIELDS = [
  ..."email customer_id region_id sales_channel_id".split(" "),
  ...["shipping_address", "billing_address"].flatMap((address) => each(address, ADDRESS_KEYS)),
]

type BuyingCart = BoughtCart["person"] & Record<"shipping_address" | "billing_address", BoughtCart["to"]>

/** Of a cart that is still there. */
export async function buyerOfCart(query: Query, id: string): Promise<Partial<Purchase> | undefined> {
  const [cart] = await askGraph<BuyingCart>(query, "cart", BUYER_FIELDS, { id })
  if (!cart) return undefined
  const { email, customer_id, region_id, sales_channel_id, shipping_address, billing_address } = cart
  const person = { email, customer_id, region_id, sales_channel_id }
  return buyerOf({ person, to: shipping_address, billed: billing_address })
}

type BoughtBy = Pick<Purchase, "customer_id" | "region_id" | "sales_channel_id">

/**
 * Of what was written down what there is by now: a customer without a record is known by her e-mail; another region may sell in this currency,
 * and the shop's own channel stands for one that is gone. Null where nothing sells in it: core makes no order then.
 */
export async function boughtBy(
  query: Query,
  { customer_id, region_id, sales_channel_id }: BoughtBy,
  currency: string
): Promise<BoughtBy | null> {
  type Channel = { id: string; is_disabled?: boolean | null }
  const [customers, regions, [store]] = await Promise.all([
    recordsById(query, "customer", "id", customer_id ? [customer_id] : []),
    askGraph<{ id: string; currency_code: string }>(query, "region", "id currency_code"),
    askGraph<{ default_sales_channel_id?: string | null }>(query, "store", "default_sales_channel_id"),
  ])
  const named = [sales_channel_id, store?.default_sales_channel_id].flatMap((id) => id ?? [])
  const channels = await recordsById<Channel>(query, "sales_channel", "id is_disabled", named)
  const channel = named.find((id) => channels.get(id)?.is_disabled === false)
  const region =
    regions.find(({ id }) => id === region_id) ?? regions.find((each) => each.currency_code === currency)
  if (!region || !channel) return null
  const customer = customer_id && customers.has(customer_id) ? { customer_id } : {}
  return { ...customer, region_id: region.id, sales_channel_id: channel }
}

/** Ids, of an order or a draft. */
export async function lineItemsOf(query: Query, id: string): Promise<string[]> {
  const [order] = await askGraph<{ items?: { id: string }[] | null }>(query, "order", "id items.id", { id })
  return (order?.items ?? []).map((item) => item.id)
}
