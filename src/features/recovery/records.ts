import { partsOf, type ReferenceParts } from "../../payments/names"
import { isPaymentOf, isTakenBack, total } from "../../orders/records/predicates"
import { isOurs } from "../../orders/records/providers"
import { askGraph, type Query, each, recordsById, valuesOf } from "../../orders/records/query"
import {
  type AttemptRecord,
  type CollectionRecord,
  type PaymentRecord,
  type Snapshot,
  PAYMENT_FIELDS,
  type Time,
} from "../../orders/records/records"
import { type Price } from "../../orders/records/lookups"
import { type LostRefund } from "./rows"
import { readSnapshot, type AttemptsLedger } from "../../orders/records/snapshot"

/** What Medusa's records, and the subject's other attempts, still tell of a payment whose row is gone. */
export interface OrphanRecords {
  /** empty where it is gone, too */
  payment_collection_id: string
  /** the order of another cart that its money stands in, and the collection there: an employee gave it to that */
  assigned: { order_id: string; collection_id: string } | null
  /** no payment was asked for in it before this; null where nothing tells */
  asked_since: Time | null
  provider_id: string | null
  /** what the customer was told to call it, in Medusa's payment of this money */
  payment_number: string | null
  /** what Medusa's payment of this money is of, which was judged when it came; null where none stands */
  taken: Price | null
  /** by which the service names it, in Medusa's payment of this money */
  payment_ref: string | null
  /** what is to be paid now; null where that is gone */
  price: Price | null
  /** the session that became Medusa's payment of this money, which stands */
  used_by_session_id: string | null
  /** what of that payment went back, by each of Medusa's refunds: together what their sum comes to in `exponent` decimals */
  refunds(exponent: number): LostRefund[]
}

/** Exact comparisons need no currency. */
const EXACT_DECIMALS = 6

/**
 * Whether anything of the subject, or a payment of this name whatever it belongs to, is in this store.
 * @returns null when nothing is; "unreadable" when its records cannot be believed now
 */
export async function orphanRecordsOf<A extends AttemptRecord & { provider_id: string }>(
  query: Query,
  ledger: AttemptsLedger<A>,
  { reference, subject_id, of }: ReferenceParts & { reference: string }
): Promise<OrphanRecords | null | "unreadable"> {
  const subject = {
    subject_id,
    cart_id: of === "cart" ? subject_id : null,
    payment_collection_id: of === "collection" ? subject_id : null,
  }
  const [snapshot, named] = await Promise.all([
    readSnapshot(query, ledger, subject),
    paymentsNaming(query, reference),
  ])
  if ("unreadable" in snapshot) return "unreadable"
  const { cart, orders, collections, attempts } = snapshot
  // In the collection of an order that an employee gave it to, or of a cart that took it over.
  const elsewhere = named.find(
    (each) =>
      !collections.some(({ id }) => id === each.payment_collection.id) &&
      isKept(each, each.payment_collection.order)
  )
  if (!elsewhere && !cart && orders.length === 0 && collections.length === 0 && attempts.length === 0)
    return null

  const own = collections
    .flatMap(({ payments }) => payments)
    .find((each) => isPaymentOf(each, { merchant_reference: reference }) && isKept(each, orders[0]))
  const payment = own ?? elsewhere
  const collection = collectionOfOrphan(snapshot, own, subject_id)
  const session = collection?.payment_sessions.find(isOurs)
  const { id: elsewhereIn, order } = (own ? null : elsewhere?.payment_collection) ?? {}
  const asked = elsewhereIn ? elsewhere! : collection
  return {
    payment_collection_id: (order ? collection?.id : (elsewhereIn ?? collection?.id)) ?? "",
    assigned: order ? { order_id: order.id, collection_id: elsewhereIn! } : null,
    asked_since: collection?.created_at ?? null,
    provider_id: payment?.provider_id ?? session?.provider_id ?? attempts[0]?.provider_id ?? null,
    payment_number: payment?.data!.payment_number ?? null,
    taken: payment ?? null,
    payment_ref: payment?.data!.payment_ref ?? null,
    price: cart && !elsewhereIn ? { amount: cart.total, currency_code: cart.currency_code } : (asked ?? null),
    used_by_session_id: payment?.payment_session_id ?? null,
    refunds: (exponent) => lostRefundsOf(payment, exponent),
  }
}

function lostRefundsOf(payment: PaymentRecord | undefined, exponent: number): LostRefund[] {
  const refunds = payment?.refunds ?? []
  const amounts = refunds.map(({ amount }) => amount)
  const first = (many: number) => total(amounts.slice(0, many), exponent)
  return refunds.map(({ id: refund_id = "" }, n) => ({ refund_id, amount: first(n + 1) - first(n) }))
}

/**
 * Of these names of payments without a row those that the store may know anything of: by one question of each kind, however many were pasted.
 * {@link orphanRecordsOf} has the last word.
 */
export async function namedHere(query: Query, names: readonly string[]): Promise<(name: string) => boolean> {
  if (names.length === 0) return () => false
  const subjects = names.flatMap((name) => partsOf(name) ?? [])
  const of = (kind: ReferenceParts["of"]) =>
    subjects.flatMap((parts) => (parts.of === kind ? parts.subject_id : []))
  const [carts, collections] = [of("cart"), of("collection")]
  const [payments, ...records] = await Promise.all([
    paymentsNaming(query, names),
    recordsById(query, "cart", "id", carts).then((found) => [...found.keys()]),
    recordsById(query, "payment_collection", "id", collections).then((found) => [...found.keys()]),
    valuesOf(query, "order_cart", "cart_id", { cart_id: carts }),
    valuesOf(query, "order_payment_collection", "payment_collection_id", {
      payment_collection_id: collections,
    }),
  ])
  const here = new Set([...records.flat(), ...payments.map(({ data }) => data!.merchant_reference)])
  return (name) => here.has(name) || here.has(partsOf(name)?.subject_id)
}

/** A payment, with the collection that it stands in and that one's order. */
type NamedPayment = PaymentRecord & {
  payment_collection: { id: string; order?: { id: string; created_at: Time } | null }
}

/** Payments of these merchant references, whatever they belong to. Medusa has no index for it: only of payments whose row was lost. */
async function paymentsNaming(
  query: Query,
  merchant_reference: string | readonly string[]
): Promise<NamedPayment[]> {
  const payments = await askGraph<NamedPayment>(
    query,
    "payment",
    [...PAYMENT_FIELDS, ...each("payment_collection", "id order.id order.created_at")],
    { data: { merchant_reference } }
  )
  return payments.filter(isOurs)
}

/** Core has not taken it back. */
const isKept = (payment: PaymentRecord, order: { created_at: Time } | null | undefined) =>
  !isTakenBack(payment, EXACT_DECIMALS, order?.created_at ?? null)

function collectionOfOrphan(
  { cart, collections }: Snapshot,
  payment: PaymentRecord | undefined,
  subjectId: string
): CollectionRecord | undefined {
  return (
    collections.find(({ payments }) => payment && payments.includes(payment)) ??
    collections.find(({ id }) => id === (cart?.payment_collection_id ?? subjectId)) ??
    collections.find(({ payment_sessions }) => payment_sessions.some(isOurs)) ??
    collections[0]
  )
}

/** As many sessions as a look after a restored backup goes through: the newest. */
const MOST_SESSIONS = 1_000

/** References that payment sessions of ours, made since then, were given: what the store asked the service for. */
export async function referencesSince(query: Query, since: Date): Promise<string[]> {
  const sessions = await askGraph<{ provider_id: string; data?: { merchant_reference?: unknown } | null }>(
    query,
    "payment_session",
    "id provider_id data",
    { created_at: { $gte: since } },
    { take: MOST_SESSIONS, order: { created_at: "DESC" } }
  )
  return sessions
    .filter(isOurs)
    .flatMap(({ data }) => (typeof data?.merchant_reference === "string" ? data.merchant_reference : []))
}
