import { toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { orderById, withoutGone } from "./lookups"
import { isOurs } from "./providers"
import { askGraph, cartById, type Query, each } from "./query"
import {
  COLLECTION_FIELDS,
  ORDER_FIELDS,
  SUMMED_ORDER_FIELDS,
  type AttemptRecord,
  type CartRecord,
  type CollectionRecord,
  type OrderRecord,
  type Snapshot,
  type Unreadable,
} from "./records"

/** The ledger, as far as it knows what Medusa does not. */
export interface AttemptsLedger<A extends AttemptRecord> {
  attemptsOf(subjectId: string): Promise<Attempts<A>>
  payersOf(sessionIds: string[]): Promise<Record<string, string>>
}

/** Payment links, as far as they keep an unpaid order open. */
export interface OpenLinks {
  openUntil(subjects: string[], orderIds: string[]): Promise<Date | null>
}

/** Of a subject, with the sessions that they pay; see {@link Snapshot.payers}. */
export type Attempts<A extends AttemptRecord> = Pick<Snapshot<A>, "attempts" | "payers">

interface Subject {
  subject_id: string
  cart_id: string | null
  /** null while only the cart is known, whose own collection counts then */
  payment_collection_id: string | null
  /** where an employee gave its money to an order: that one decides, and its collections */
  assigned_order_id?: string | null
  assigned_collection_id?: string | null
}

/**
 * The only reader of what decides about money. One question for the orders with all their money, one for the cart while there is no
 * order, one for each collection that neither names: core links them one after the other, and a process that died in between links none.
 * @param options `unpaid`: no money came, and what people have begun with the orders decides, too
 */
export async function readSnapshot<A extends AttemptRecord>(
  query: Query,
  ledger: AttemptsLedger<A>,
  subject: Subject,
  { unpaid: links, attempts: read }: { unpaid?: OpenLinks; attempts?: Attempts<A> } = {}
): Promise<Snapshot<A> | Unreadable> {
  const [orders, { attempts, payers }] = await Promise.all([
    ordersOf(query, subject),
    read ?? ledger.attemptsOf(subject.subject_id),
  ])
  if (orders.some((order) => !order)) return { unreadable: "an order that is linked cannot be read" }
  const found = (orders as OrderRecord[]).map(withoutGone)
  const cartId = subject.assigned_order_id ? null : subject.cart_id
  const { cart, collections: ofCart } = await cartWhile(found.length === 0, query, cartId)
  const known = [...found.flatMap((order) => order.payment_collections), ...ofCart]
  const named = [
    ...[subject.payment_collection_id, subject.assigned_collection_id].flatMap((id) => id || []),
    ...attempts.map(({ payment_collection_id }) => payment_collection_id),
  ]
  const missing = [...new Set(named)].filter((id) => !known.some((collection) => collection.id === id))
  const collections = [...known, ...(await collectionsById(query, missing))]
  const problem = problemOfRecords(found, collections, cart)
  if (problem) return { unreadable: problem }
  const ours = collections.flatMap(({ payment_sessions }) => payment_sessions).filter(isOurs)
  // An order's other collections are paid by attempts of subjects of their own.
  const others = ours.map(({ id }) => id).filter((id) => !(id in payers))
  const snapshot = {
    cart,
    orders: found,
    collections,
    changes: [],
    attempts,
    payers: others.length > 0 ? { ...payers, ...(await ledger.payersOf(others)) } : payers,
  }
  return links && found.length > 0
    ? { ...snapshot, ...(await begun(query, ledger, links, { subject, snapshot })) }
    : snapshot
}

/** What employees have begun with unpaid orders: changes, links, and payments in other collections than the subject's. */
async function begun<A extends AttemptRecord>(
  query: Query,
  ledger: AttemptsLedger<A>,
  links: OpenLinks,
  { subject, snapshot }: { subject: Subject; snapshot: Snapshot<A> }
): Promise<Pick<Snapshot<A>, "changes" | "attempts" | "askedUntil">> {
  const { orders, attempts } = snapshot
  const own = [subject.payment_collection_id, ...attempts.map((each) => each.payment_collection_id)]
  const beside = orders
    .flatMap((order) => order.payment_collections.map(({ id }) => id))
    .filter((id) => !own.includes(id))
  const [changes, askedUntil, ...others] = await Promise.all([
    openChanges(query, orders),
    links.openUntil(
      [subject.subject_id],
      orders.map(({ id }) => id)
    ),
    ...beside.map((id) => ledger.attemptsOf(id)),
  ])
  return { changes, askedUntil, attempts: [...attempts, ...others.flatMap((each) => each.attempts)] }
}

async function ordersOf(query: Query, subject: Subject): Promise<(OrderRecord | null)[]> {
  const { assigned_order_id: assignedOn, cart_id: cartId } = subject
  if (assignedOn) {
    const order = await orderById(query, assignedOn)
    return order ? [order] : []
  }
  if (cartId) return await ordersOfCart(query, cartId)
  return await ordersOfCollection(query, subject.payment_collection_id ?? subject.subject_id)
}

async function ordersOfCart(query: Query, cartId: string): Promise<(OrderRecord | null)[]> {
  const links = await askGraph<{ order?: OrderRecord | null }>(
    query,
    "order_cart",
    ["order_id", ...each("order", ORDER_FIELDS)],
    { cart_id: cartId }
  )
  return links.map(({ order }) => order ?? null)
}

async function ordersOfCollection(query: Query, collectionId: string): Promise<(OrderRecord | null)[]> {
  const links = await askGraph<{ order?: OrderRecord | null }>(
    query,
    "order_payment_collection",
    ["order_id", ...each("order", SUMMED_ORDER_FIELDS)],
    { payment_collection_id: collectionId }
  )
  return links.map(({ order }) => order ?? null)
}

/** Orders that a cart, or its collection, is linked with, and whether they can be read. */
export async function linkedOrders(
  query: Query,
  { cart_id, payment_collection_id }: { cart_id: string; payment_collection_id: string }
): Promise<Record<"ofCart" | "ofCollection", { id: string; isRead: boolean }[]>> {
  const ask = async (entity: string, of: Record<string, string>) => {
    type Linked = { order_id: string; order?: { id: string } | null }
    const links = await askGraph<Linked>(query, entity, "order_id order.id", of)
    return links.map(({ order_id, order }) => ({ id: order_id, isRead: !!order }))
  }
  const [ofCart, ofCollection] = await Promise.all([
    ask("order_cart", { cart_id }),
    ask("order_payment_collection", { payment_collection_id }),
  ])
  return { ofCart, ofCollection }
}

async function cartWhile(
  wanted: boolean,
  query: Query,
  cartId: string | null
): Promise<{ cart: CartRecord | null; collections: CollectionRecord[] }> {
  const cart =
    wanted && cartId
      ? await cartById<
          Omit<CartRecord, "payment_collection_id"> & { payment_collection?: CollectionRecord | null }
        >(query, cartId, [
          ...["id", "total", "currency_code", "completed_at"],
          ...each("payment_collection", COLLECTION_FIELDS),
        ])
      : null
  if (!cart) return { cart: null, collections: [] }
  const { payment_collection: collection, ...rest } = cart
  return {
    cart: { ...rest, payment_collection_id: collection?.id ?? null },
    collections: collection ? [collection] : [],
  }
}

async function collectionsById(query: Query, ids: string[]): Promise<CollectionRecord[]> {
  if (ids.length === 0) return []
  return await askGraph<CollectionRecord>(query, "payment_collection", COLLECTION_FIELDS, { id: ids })
}

/** An edit, return, exchange, claim or transfer that a person has not confirmed yet, or a credit line of core's that a killed process left. */
export async function openChanges(
  query: Query,
  orders: readonly { id: string }[]
): Promise<Snapshot["changes"]> {
  if (orders.length === 0) return []
  return await askGraph<Snapshot["changes"][number]>(
    query,
    "order_change",
    "id order_id change_type created_at",
    { order_id: orders.map(({ id }) => id), status: ["pending", "requested"] }
  )
}

/**
 * Why these records cannot be believed: a relation that did not come, an amount that is none, or captured money without its payments
 * (Medusa's answers lack them now and then).
 */
export function problemOfRecords(
  orders: OrderRecord[],
  collections: CollectionRecord[],
  cart: CartRecord | null = null
): string | null {
  for (const collection of collections) {
    const { payments, payment_sessions, captured_amount } = collection
    if (!Array.isArray(payments) || !Array.isArray(payment_sessions))
      return "a payment collection came without its payments or sessions"
    const sums = payments.flatMap(({ captures, refunds }) => [...(captures ?? []), ...(refunds ?? [])])
    if (
      ![collection, ...payments, ...payment_sessions, ...sums].every(({ amount }) => isReadableAmount(amount))
    )
      return "an amount of a payment collection cannot be read"
    if (payments.length === 0 && captured_amount != null && isAboveZero(captured_amount))
      return "a payment collection is captured and came without its payments"
  }
  for (const { summary, total, transactions, credit_lines, fulfillments } of orders) {
    const lists = [transactions, credit_lines, fulfillments]
    if (!summary || !lists.every(Array.isArray)) return "an order came without what was booked on it"
    const sums = [summary.current_order_total, total ?? 0, summary.transaction_total ?? 0]
    if (![...sums, ...transactions.map(({ amount }) => amount)].every(isReadableAmount))
      return "an amount of an order cannot be read"
  }
  return cart && !isReadableAmount(cart.total) ? "the cart's total cannot be read" : null
}

function isReadableAmount(amount: unknown): boolean {
  try {
    toMinorUnits(amount as MajorAmountLike, 6)
    return true
  } catch {
    return false
  }
}

function isAboveZero(amount: MajorAmountLike): boolean {
  return !isReadableAmount(amount) || toMinorUnits(amount, 6) > 0n
}
