import { type MajorAmountLike } from "../../domain/money"
import { paymentsOf, type PaymentRecord, type Query } from "../../modules/paycollect/payment-records"

export { type PaymentRecord } from "../../modules/paycollect/payment-records"

export interface SessionRecord {
  id: string
  provider_id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
  payment: PaymentRecord | null
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
  const links = await rows<{
    order_id: string
    order?: { status: string; created_at: string | Date } | null
  }>(query, {
    entity: "order_cart",
    fields: ["order_id", "order.status", "order.created_at"],
    filters: { cart_id: cartId },
  })
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
  const [cart] = await rows<{ payment_collection?: { id: string } | null }>(query, {
    entity: "cart",
    fields: ["id", "payment_collection.id"],
    filters: { id: cartId },
  })
  const id = cart?.payment_collection?.id
  return id ? await collectionById(query, id) : null
}

/** What a cart costs now, in major units; null when it is gone. */
export async function totalOfCart(query: Query, cartId: string): Promise<MajorAmountLike | null> {
  const [cart] = await rows<{ total?: MajorAmountLike }>(query, {
    entity: "cart",
    fields: ["id", "total"],
    filters: { id: cartId },
  })
  return cart?.total ?? null
}

/** Sessions and payments are asked for by themselves; see {@link paymentsOf}. */
export async function collectionById(query: Query, id: string): Promise<CollectionRecord | null> {
  const [[collection], sessions, payments] = await Promise.all([
    rows<Omit<CollectionRecord, "payment_sessions" | "payments">>(query, {
      entity: "payment_collection",
      fields: ["id", "status", "amount", "currency_code"],
      filters: { id },
    }),
    rows<Omit<SessionRecord, "payment">>(query, {
      entity: "payment_session",
      fields: ["id", "provider_id", "status", "amount", "currency_code"],
      filters: { payment_collection_id: id },
    }),
    paymentsOf(query, id),
  ])
  if (!collection) return null
  const payment = (sessionId: string) =>
    payments.find(({ payment_session_id }) => payment_session_id === sessionId) ?? null
  return {
    ...collection,
    payment_sessions: sessions.map((session) => ({ ...session, payment: payment(session.id) })),
    payments,
  }
}

/** Where a customer is sent back to: the cart's country, else the first one of its region. */
export async function countryOfCart(query: Query, cartId: string): Promise<string | null> {
  const [cart] = await rows<{
    shipping_address?: { country_code?: string | null } | null
    region?: { countries?: { iso_2: string }[] } | null
  }>(query, {
    entity: "cart",
    fields: ["shipping_address.country_code", "region.countries.iso_2"],
    filters: { id: cartId },
  })
  return cart?.shipping_address?.country_code ?? cart?.region?.countries?.[0]?.iso_2 ?? null
}

async function rows<T>(
  query: Query,
  question: { entity: string; fields: string[]; filters: Record<string, string> }
): Promise<T[]> {
  const { data } = await query.graph(question as Parameters<Query["graph"]>[0])
  return data as T[]
}
