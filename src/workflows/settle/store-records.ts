import { type RemoteQueryFunction } from "@medusajs/framework/types"
import { type MajorAmountLike } from "../../domain/money"

type Query = Omit<RemoteQueryFunction, symbol>

export interface SessionRecord {
  id: string
  provider_id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
  payment?: { id: string; captured_at?: string | Date | null; canceled_at?: string | Date | null } | null
}

/** A payment that Medusa booked; `data` is what our own `authorizePayment` returned, where it is ours. */
export interface PaymentRecord {
  id: string
  amount: MajorAmountLike
  captured_at?: string | Date | null
  canceled_at?: string | Date | null
  data?: { merchant_reference?: string } | null
  captures?: { amount: MajorAmountLike }[] | null
  refunds?: { amount: MajorAmountLike }[] | null
}

export interface CollectionRecord {
  id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
  payment_sessions: SessionRecord[]
  /** also of sessions that are gone: core deletes sessions freely, and payments never */
  payments: PaymentRecord[]
}

const COLLECTION_FIELDS = [
  "id",
  "status",
  "amount",
  "currency_code",
  ...["id", "amount", "captured_at", "canceled_at", "data", "captures.amount", "refunds.amount"].map(
    (field) => `payments.${field}`
  ),
]
const SESSION_FIELDS = [
  "id",
  "provider_id",
  "status",
  "amount",
  "currency_code",
  "payment.id",
  "payment.captured_at",
  "payment.canceled_at",
]

/** Sessions of the three providers of this plugin, under whatever id the store gave them. */
export function isOurs(session: { provider_id: string }): boolean {
  return /^pp_paycollect(-mobile-money|-card)?(_|$)/.test(session.provider_id)
}

export interface OrderRecord {
  id: string
  status: string
  created_at: Date
}

/** The order of a cart, by the link that core writes with the order itself. */
export async function orderOfCart(query: Query, cartId: string): Promise<OrderRecord | null> {
  const { data } = await query.graph({
    entity: "order_cart",
    fields: ["order_id", "order.status", "order.created_at"],
    filters: { cart_id: cartId },
  } as Parameters<Query["graph"]>[0])
  const links = data as { order_id: string; order?: { status: string; created_at: string | Date } | null }[]
  // The link has no unique cart: a cart whose canceled order was made again shows the one that stands.
  const link = links.find(({ order }) => order && order.status !== "canceled") ?? links[0]
  if (!link) return null
  return {
    id: link.order_id,
    status: link.order?.status ?? "canceled",
    created_at: new Date(link.order?.created_at ?? 0),
  }
}

/** The payment collection of a cart with its live sessions; null when the cart or its collection is gone. */
export async function collectionOfCart(query: Query, cartId: string): Promise<CollectionRecord | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      ...COLLECTION_FIELDS.map((field) => `payment_collection.${field}`),
      ...SESSION_FIELDS.map((field) => `payment_collection.payment_sessions.${field}`),
    ],
    filters: { id: cartId },
  } as Parameters<Query["graph"]>[0])
  const cart = data[0] as { payment_collection?: CollectionRecord | null } | undefined
  return normalized(cart?.payment_collection)
}

/** What a cart costs now, in major units; null when it is gone. */
export async function totalOfCart(query: Query, cartId: string): Promise<MajorAmountLike | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "total"],
    filters: { id: cartId },
  } as Parameters<Query["graph"]>[0])
  return (data[0] as { total?: MajorAmountLike } | undefined)?.total ?? null
}

export async function collectionById(query: Query, id: string): Promise<CollectionRecord | null> {
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [...COLLECTION_FIELDS, ...SESSION_FIELDS.map((field) => `payment_sessions.${field}`)],
    filters: { id },
  } as Parameters<Query["graph"]>[0])
  return normalized(data[0] as CollectionRecord | undefined)
}

/** Where a customer is sent back to: the cart's country, else the first one of its region. */
export async function countryOfCart(query: Query, cartId: string): Promise<string | null> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["shipping_address.country_code", "region.countries.iso_2"],
    filters: { id: cartId },
  } as Parameters<Query["graph"]>[0])
  const cart = data[0] as
    | {
        shipping_address?: { country_code?: string | null } | null
        region?: { countries?: { iso_2: string }[] } | null
      }
    | undefined
  return cart?.shipping_address?.country_code ?? cart?.region?.countries?.[0]?.iso_2 ?? null
}

function normalized(collection: CollectionRecord | null | undefined): CollectionRecord | null {
  if (!collection) return null
  const { payment_sessions, payments } = collection
  return {
    ...collection,
    payment_sessions: (payment_sessions ?? []).filter(Boolean),
    payments: (payments ?? []).filter(Boolean),
  }
}
