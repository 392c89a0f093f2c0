import { type RemoteQueryFunction } from "@medusajs/framework/types"
import { toMinorUnits, type MajorAmountLike } from "../../domain/money"

type Query = Omit<RemoteQueryFunction, symbol>

export interface SessionRecord {
  id: string
  provider_id: string
  status: string
  amount: MajorAmountLike
  currency_code: string
  payment?: PaymentRecord | null
}

/** A payment that Medusa booked; `data` is what our own `authorizePayment` returned, where it is ours. */
export interface PaymentRecord {
  id: string
  captured_at?: string | Date | null
  canceled_at?: string | Date | null
  data?: { merchant_reference?: string } | null
  captures?: { id?: string; amount: MajorAmountLike }[] | null
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
  ...["id", "captured_at", "canceled_at", "data", "captures.id", "captures.amount", "refunds.amount"].map(
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
  "payment.captures.amount",
  "payment.refunds.amount",
]
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
  const { data } = await query.graph({
    entity: "order_cart",
    fields: [
      "order_id",
      "order.status",
      "order.created_at",
      "order.transactions.reference_id",
      "order.payment_collections.id",
    ],
    filters: { cart_id: cartId },
  } as Parameters<Query["graph"]>[0])
  const links = data as OrderLink[]
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
