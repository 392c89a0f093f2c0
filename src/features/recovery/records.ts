import { type ReferenceParts } from "../../payments/names"
import { isPaymentOf, isTakenBack, total } from "../../orders/records/predicates"
import { isOurs } from "../../orders/records/providers"
import { askGraph, type Query } from "../../orders/records/query"
import {
  type AttemptRecord,
  type CollectionRecord,
  type PaymentRecord,
  type Snapshot,
  type Time,
} from "../../orders/records/records"
import { type Price } from "../../orders/records/lookups"
import { readSnapshot, type AttemptsLedger } from "../../orders/records/snapshot"

/** What Medusa's records, and the subject's other attempts, still tell of a payment whose row is gone. */
export interface OrphanRecords {
  /** empty where it is gone, too */
  payment_collection_id: string
  provider_id: string | null
  /** what the customer was told to call it, in Medusa's payment of this money */
  payment_number: string | null
  /** what is to be paid now; null where that is gone */
  price: Price | null
  /** the session that became Medusa's payment of this money, which stands */
  used_by_session_id: string | null
  /** what of that payment went back, in smallest units of `exponent` decimals */
  refunded(exponent: number): bigint
}

/** Exact comparisons need no currency. */
const EXACT_DECIMALS = 6

/**
 * Whether anything of the subject is in this store.
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
  const snapshot = await readSnapshot(query, ledger, subject)
  if ("unreadable" in snapshot) return "unreadable"
  const { cart, orders, collections, attempts } = snapshot
  if (!cart && orders.length === 0 && collections.length === 0 && attempts.length === 0) return null

  const orderedAt = orders[0]?.created_at ?? null
  const payment = paymentAs(reference, collections, orderedAt)
  const collection = collectionOfOrphan(snapshot, payment)
  const session = collection?.payment_sessions.find(isOurs)
  return {
    payment_collection_id: collection?.id ?? "",
    provider_id: payment?.provider_id ?? session?.provider_id ?? attempts[0]?.provider_id ?? null,
    payment_number: payment?.data!.payment_number ?? null,
    price: cart ? { amount: cart.total, currency_code: cart.currency_code } : (collection ?? null),
    used_by_session_id: payment?.payment_session_id ?? null,
    refunded: (exponent) =>
      total(
        (payment?.refunds ?? []).map(({ amount }) => amount),
        exponent
      ),
  }
}

function paymentAs(
  merchant_reference: string,
  collections: CollectionRecord[],
  orderedAt: Time | null
): PaymentRecord | undefined {
  return collections
    .flatMap(({ payments }) => payments)
    .find(
      (each) => isPaymentOf(each, { merchant_reference }) && !isTakenBack(each, EXACT_DECIMALS, orderedAt)
    )
}

function collectionOfOrphan(
  { cart, collections }: Snapshot,
  payment: PaymentRecord | undefined
): CollectionRecord | undefined {
  return (
    collections.find(({ payments }) => payment && payments.includes(payment)) ??
    collections.find(({ id }) => id === cart?.payment_collection_id) ??
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
    {
      entity: "payment_session",
      fields: ["id", "provider_id", "data"],
      filters: { created_at: { $gte: since } },
      pagination: { skip: 0, take: MOST_SESSIONS, order: { created_at: "DESC" } },
    }
  )
  return sessions
    .filter(isOurs)
    .flatMap(({ data }) => (typeof data?.merchant_reference === "string" ? data.merchant_reference : []))
}
