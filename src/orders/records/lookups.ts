import { contactForService } from "../../payments/customer"
import { FINEST_DECIMALS, type MajorAmountLike } from "../../payments/money"
import { francNames, type FrancNames } from "../../texts/language"
import { askGraph, cartById, each, recordsById, valuesOf, type Query } from "./query"
import {
  OWING_FIELDS,
  SUMMED_ORDER_FIELDS,
  PAYMENT_FIELDS,
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type RefundRecord,
  type Time,
} from "./records"
import { heldBy, isByCore, isCanceled, owedBy, type OwingOrder } from "./predicates"
import { isOurs } from "./providers"

/** Single facts that routes, guards and health show or ask by; what decides about money is read by `snapshot.ts`. */

/** An amount in major units, of a currency by its code. */
export interface Price {
  amount: MajorAmountLike
  currency_code: string
}

/** The order of a cart, by the link that core writes with the order itself: the one that stands, where one was canceled and made again. */
export async function orderOfCart(
  query: Query,
  cartId: string
): Promise<{ id: string; status: string } | null> {
  const links = await askGraph<{ order_id: string; order?: { status: string } | null }>(
    query,
    "order_cart",
    "order_id order.status",
    { cart_id: cartId }
  )
  const orders = links.map(({ order_id, order }) => ({ id: order_id, status: order?.status ?? "canceled" }))
  return orders.find(({ status }) => status !== "canceled") ?? orders[0] ?? null
}

/** The order that a collection asks money for, where core made it for one: an order edit's, a draft's. */
export async function orderOfCollection(
  query: Query,
  id: string
): Promise<{ id: string; status: string } | null> {
  const [link] = await askGraph<{ order?: { id: string; status: string } | null }>(
    query,
    "order_payment_collection",
    "order.id order.status",
    { payment_collection_id: id }
  )
  return link?.order ?? null
}

/** The order in whose collection a payment session is. */
export async function orderOfSession(query: Query, id: string): Promise<string | null> {
  const [session] = await askGraph<{ payment_collection?: { order?: { id: string } | null } | null }>(
    query,
    "payment_session",
    "id payment_collection.order.id",
    { id }
  )
  return session?.payment_collection?.order?.id ?? null
}

/** What a cart costs now; null when it is gone. */
export async function priceOfCart(query: Query, cartId: string): Promise<Price | null> {
  type Priced = { total: MajorAmountLike; currency_code: string }
  const cart = await cartById<Priced>(query, cartId, "id total currency_code")
  return cart ? { amount: cart.total, currency_code: cart.currency_code } : null
}

/** What a collection asks for now: core follows the cart with it, and with nothing of the payments that were started before. */
export async function priceOfCollection(query: Query, id: string): Promise<Price | null> {
  const [collection] = await askGraph<Price>(query, "payment_collection", "amount currency_code", { id })
  return collection ?? null
}

/** Under which name the ledger counts the payments of a collection: its cart's, or its own where it has none. */
export async function subjectOfCollection(query: Query, id: string): Promise<string> {
  return (await valuesOf(query, "cart_payment_collection", "cart_id", { payment_collection_id: id }))[0] ?? id
}

/** Whether a session of the cart is to be paid with us: one statement, since every cart's completion asks. */
export async function isPaidWithUs(query: Query, cartId: string): Promise<boolean> {
  type Collection = { payment_sessions?: { provider_id: string }[] }
  const [entity, ofCart] = ["payment_collection", { cart: { id: cartId } }]
  const fields = "payment_sessions.provider_id"
  const collections = await askGraph<Collection>(query, entity, fields, ofCart, undefined, "joined")
  return collections.some(({ payment_sessions }) => payment_sessions?.some(isOurs))
}

/** One order with all its money; null when there is none of this id. */
export async function orderById(query: Query, id: string): Promise<OrderRecord | null> {
  return (await ordersById(query, id))[0] ?? null
}

export async function ordersById(query: Query, id: string | string[]): Promise<OrderRecord[]> {
  return (await askGraph<OrderRecord>(query, "order", SUMMED_ORDER_FIELDS, { id })).map(withoutGone)
}

/** A collection that was deleted stays linked, and comes as nothing. */
export function withoutGone<O extends Pick<OrderRecord, "payment_collections">>(order: O): O {
  const linked = (order.payment_collections ?? []) as (CollectionRecord | null)[]
  return { ...order, payment_collections: linked.filter((collection) => collection != null) }
}

/** Each cart has a collection, and a visitor makes as many carts as she likes: they must not fill the pages of orders. */
const COLLECTIONS_OF_ORDERS = 10

interface MovedPage {
  since: Date
  skip: number
  take: number
}

/**
 * Orders that were changed since then, or of which a payment collection was, as it is with each capture and refund; the longest unchanged first.
 * @returns `next`: where the next page begins, null after the last one
 */
export async function ordersMovedSince(
  query: Query,
  { since, skip, take }: MovedPage
): Promise<{ ids: string[]; next: Omit<MovedPage, "take"> | null }> {
  const asked = (most: number) =>
    [{ updated_at: { $gte: since } }, { skip, take: most, order: { updated_at: "ASC", id: "ASC" } }] as const
  type Moved = { id: string; updated_at: Time; order?: { id: string } | null }
  const [orders, collections] = await Promise.all([
    askGraph<Moved>(query, "order", "id updated_at", ...asked(take)),
    askGraph<Moved>(
      query,
      "payment_collection",
      "id updated_at order.id",
      ...asked(take * COLLECTIONS_OF_ORDERS)
    ),
  ])
  const pages = [
    [orders, take],
    [collections, take * COLLECTIONS_OF_ORDERS],
  ] as const
  const ends = pages.flatMap(([page, most]) =>
    page.length === most ? new Date(page.at(-1)!.updated_at).getTime() : []
  )
  const end = Math.min(...ends)
  // More than a page may bear one time, as after a change by hand of all of them.
  const next = end > since.getTime() ? { since: new Date(end), skip: 0 } : { since, skip: skip + take }
  const moved = [...orders, ...collections.flatMap(({ order }) => order ?? [])]
  return { ids: [...new Set(moved.map(({ id }) => id))], next: ends.length > 0 ? next : null }
}

/** Whether an order asks for nothing any more. Costs a fraction of what {@link orderById} costs: pages of customers ask. */
export async function owesNothing(query: Query, id: string, exponent: number): Promise<boolean> {
  const [order] = await askGraph<OwingOrder>(query, "order", OWING_FIELDS, { id })
  return !!order && !isCanceled(order) && owedBy(order, exponent) <= 0n
}

/** Whose money an order is: its cart's, and that of collections without a cart, under the names that the ledger has for them. */
export async function subjectsOfOrder(query: Query, order_id: string): Promise<string[]> {
  const [carts, collections] = await Promise.all([
    valuesOf(query, "order_cart", "cart_id", { order_id }),
    valuesOf(query, "order_payment_collection", "payment_collection_id", { order_id }),
  ])
  return [...carts, ...collections]
}

interface MoneyOfSubject {
  cart_id: string | null
  payment_collection_id: string
  /** the order that an employee gave it to */
  assigned_order_id: string | null
}

/**
 * Other money that its order may be paid with: a link's collection stands beside the cart's of an order that was placed, or beside others. Two
 * of them applied at once would each see an order that owes, and both be captured for one debt.
 */
export async function subjectsBeside(query: Query, money: MoneyOfSubject): Promise<string[]> {
  // A cart's own money needs no more than the cart, which all others of the order hold, too.
  if (money.cart_id && !money.assigned_order_id) return []
  const orderId = money.assigned_order_id ?? (await orderOfCollection(query, money.payment_collection_id))?.id
  return orderId ? await subjectsOfOrder(query, orderId) : []
}

/** A payment, and the order whose collection it belongs to. */
export async function paymentBy(
  query: Query,
  one: { id: string } | { payment_session_id: string }
): Promise<(PaymentRecord & { order_id: string | null }) | null> {
  const [payment] = await askGraph<
    PaymentRecord & { payment_collection?: { order?: { id: string } | null } | null }
  >(query, "payment", [...PAYMENT_FIELDS, "payment_collection.order.id"], one)
  return payment ? { ...payment, order_id: payment.payment_collection?.order?.id ?? null } : null
}

/** The payment that core made of a session, while it stands captured; null where core took it back. */
export async function capturedPayment(query: Query, sessionId: string): Promise<string | null> {
  const fields = "id captured_at canceled_at"
  const payments = await askGraph<PaymentRecord>(query, "payment", fields, { payment_session_id: sessionId })
  return payments.find(({ captured_at, canceled_at }) => captured_at && !canceled_at)?.id ?? null
}

/** What a refund belongs to, as far as it tells who sent it. */
interface SentRefund extends RefundRecord {
  id: string
  payment?:
    | (Pick<PaymentRecord, "data"> & {
        payment_collection?: {
          cart_link?: { cart_id: string } | null
          order?: { created_at: Time } | null
        } | null
      })
    | null
}

const REFUND_FIELDS = [
  ..."id amount created_by refund_reason_id note created_at payment.data".split(" "),
  ...each("payment.payment_collection", "cart_link.cart_id order.created_at"),
]

/** Refunds that Medusa wrote down in a period; those with which core voids failed completions, which move no money, are left out. */
export async function refundsBetween(
  query: Query,
  { from, to }: { from: Date; to: Date }
): Promise<SentRefund[]> {
  const refunds = await askGraph<SentRefund>(query, "refund", REFUND_FIELDS, {
    created_at: { $gte: from, $lte: to },
  })
  return refunds.filter((refund) => {
    const collection = refund.payment?.payment_collection
    return !(collection?.cart_link && isByCore(refund, collection.order?.created_at ?? null))
  })
}

/**
 * Whether core is voiding a completion that failed: a refund of a cart's collection that no person asked for and that has no reason,
 * with core's note, or while no order of that cart stands.
 */
export async function isCompensation(query: Query, refundId: string): Promise<boolean> {
  const [refund] = await askGraph<SentRefund>(query, "refund", REFUND_FIELDS, { id: refundId })
  const cartId = refund?.payment?.payment_collection?.cart_link?.cart_id
  if (!refund || !cartId || !isByCore(refund, null)) return false
  // Since an order stands, only the note tells, whenever that was made.
  return isByCore(refund, (await orderOfCart(query, cartId)) && new Date(0))
}

/** Whether its payment holds nothing any more, by Medusa's own records of it, down to the last fraction. */
export async function isLastRefund(query: Query, refundId: string): Promise<boolean> {
  const [paymentId] = await valuesOf(query, "refund", "payment_id", { id: refundId })
  const payment = paymentId !== undefined && (await paymentBy(query, { id: paymentId }))
  return !!payment && heldBy(payment, FINEST_DECIMALS) === 0n
}

/** Who asked Medusa for these refunds. */
export async function refundersOf(query: Query, ids: string[]): Promise<Map<string, string | null>> {
  type Asked = { id: string; created_by?: string | null }
  const found = await recordsById<Asked>(query, "refund", "id created_by", ids)
  return new Map([...found].map(([id, { created_by }]) => [id, created_by ?? null]))
}

export async function providersInRegions(query: Query): Promise<string[]> {
  const regions = await askGraph<{ payment_providers?: ({ id: string } | null)[] }>(
    query,
    "region",
    "id payment_providers.id"
  )
  return regions.flatMap(
    ({ payment_providers }) => payment_providers?.flatMap((each) => each?.id ?? []) ?? []
  )
}

/** By the store's own record; null where the customer has none. */
export async function emailOfCustomer(query: Query, id: string): Promise<string | null> {
  const [customer] = await askGraph<{ email?: string | null }>(query, "customer", "id email", { id })
  return contactForService({ email: customer?.email }).email
}

interface UserRecord {
  id: string
  first_name?: string | null
  last_name?: string | null
  email: string
}

export async function usersById(query: Query, ids: string[]): Promise<UserRecord[]> {
  return await askGraph<UserRecord>(query, "user", "id first_name last_name email", { id: ids })
}

/** What the shop calls itself, null where Medusa has no name for it, and the francs that it sells in. */
export async function ownShop(query: Query): Promise<{ name: string | null; francs: FrancNames }> {
  type Sold = { currency_code: string } | null
  const [store] = await askGraph<{ name?: string | null; supported_currencies?: Sold[] | null }>(
    query,
    "store",
    "name supported_currencies.currency_code"
  )
  const sold = (store?.supported_currencies ?? []).flatMap((each) => each?.currency_code ?? [])
  return { name: store?.name ?? null, francs: francNames(sold) }
}
