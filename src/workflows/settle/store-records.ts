import { toMinorUnits, type MajorAmountLike } from "../../domain/money"
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

/** Finer than any currency: sums are exact, whatever the currency's own decimals. */
const EXPONENT = 6

/**
 * Core took this payment back: a completion failed after it, and it was canceled and refunded on paper. Canceled alone, when a process
 * died before the refund, it is still captured, and core makes the next order of it.
 */
export function isTakenBack(payment: PaymentRecord): boolean {
  return !!payment.canceled_at && (!payment.captured_at || isReturned(payment))
}

/** Nothing can be paid with this session any more, although core would still complete with it. */
export function isSpent(session: SessionRecord): boolean {
  return !!session.payment && isTakenBack(session.payment)
}

export function isReturned({ captures, refunds }: PaymentRecord): boolean {
  const sum = (parts: { amount: MajorAmountLike }[] | null | undefined) =>
    (parts ?? []).reduce((total, { amount }) => total + toMinorUnits(amount, EXPONENT), 0n)
  return sum(refunds) > 0n && sum(refunds) >= sum(captures)
}

/** Sessions of the three providers of this plugin, under whatever id the store gave them. */
export function isOurs(session: { provider_id: string }): boolean {
  return /^pp_paycollect(-mobile-money|-card)?(_|$)/.test(session.provider_id)
}

export interface OrderRecord {
  id: string
  status: string
  created_at: Date
  /** what core has booked on it, and where it looks for its payments */
  transactions?: ({ reference_id?: string | null } | null)[] | null
  payment_collections?: ({ id: string } | null)[] | null
}

interface OrderLink {
  order_id: string
  order?: (Omit<OrderRecord, "id" | "created_at"> & { created_at: string | Date }) | null
}

/** The order of a cart, by the link that core writes with the order itself. */
export async function orderOfCart(query: Query, cartId: string): Promise<OrderRecord | null> {
  const links = await rows<OrderLink>(query, {
    entity: "order_cart",
    fields: [
      "order_id",
      "order.status",
      "order.created_at",
      "order.transactions.reference_id",
      "order.payment_collections.id",
    ],
    filters: { cart_id: cartId },
  })
  // The link has no unique cart: a cart whose canceled order was made again shows the one that stands.
  const link = links.find(({ order }) => order && order.status !== "canceled") ?? links[0]
  if (!link) return null
  return {
    id: link.order_id,
    status: link.order?.status ?? "canceled",
    created_at: new Date(link.order?.created_at ?? 0),
    transactions: link.order?.transactions,
    payment_collections: link.order?.payment_collections,
  }
}

/** Whose money an order is: its cart's, and that of collections without a cart, under the names that the ledger has for them. */
export async function subjectsOfOrder(query: Query, orderId: string): Promise<string[]> {
  const [links, [order]] = await Promise.all([
    rows<{ cart_id: string }>(query, {
      entity: "order_cart",
      fields: ["cart_id"],
      filters: { order_id: orderId },
    }),
    rows<{ payment_collections?: ({ id: string } | null)[] | null }>(query, {
      entity: "order",
      fields: ["payment_collections.id"],
      filters: { id: orderId },
    }),
  ])
  const collections = (order?.payment_collections ?? []).flatMap((collection) => collection?.id ?? [])
  return [...links.map(({ cart_id }) => cart_id), ...collections]
}

/** The order that a collection asks money for; null for a cart's that is no order yet. */
export async function orderOfCollection(
  query: Query,
  id: string
): Promise<{ id: string; status: string } | null> {
  const [collection] = await rows<{ order?: { id: string; status: string } | null }>(query, {
    entity: "payment_collection",
    fields: ["order.id", "order.status"],
    filters: { id },
  })
  return collection?.order ?? null
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
export async function priceOfCart(
  query: Query,
  cartId: string
): Promise<{ amount: MajorAmountLike; currency_code: string } | null> {
  const [cart] = await rows<{ total?: MajorAmountLike; currency_code: string }>(query, {
    entity: "cart",
    fields: ["id", "total", "currency_code"],
    filters: { id: cartId },
  })
  return cart?.total === undefined ? null : { amount: cart.total, currency_code: cart.currency_code }
}

/** What a collection asks for now, in major units: core follows the cart with it, and with nothing of the payments that were started before. */
export async function priceOfCollection(
  query: Query,
  id: string
): Promise<{ amount: MajorAmountLike; currency_code: string } | null> {
  const [collection] = await rows<{ amount: MajorAmountLike; currency_code: string }>(query, {
    entity: "payment_collection",
    fields: ["amount", "currency_code"],
    filters: { id },
  })
  return collection ?? null
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
