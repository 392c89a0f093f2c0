import { type RemoteQueryFunction } from "@medusajs/framework/types"
import { type MajorAmountLike } from "../../domain/money"

export type Query = Omit<RemoteQueryFunction, symbol>

/** The note core writes on the refund by which it undoes the payment of a failed completion (core-flows, compensate-payment-if-needed). */
export const COMPENSATION_NOTE = "Refunded due to cart completion failure"

/** A payment that Medusa booked. Amounts in major units. */
export interface PaymentRecord {
  id: string
  amount: MajorAmountLike
  captured_at?: string | Date | null
  canceled_at?: string | Date | null
  /** what our own `authorizePayment` returned, where it is ours */
  data?: { merchant_reference?: string } | null
  /** also of a session that is gone: core deletes sessions freely, and payments never */
  payment_session_id?: string | null
  captures?: { id?: string; amount: MajorAmountLike }[] | null
  refunds?: { amount: MajorAmountLike; note?: string | null }[] | null
}

const FIELDS = [
  "id",
  "amount",
  "captured_at",
  "canceled_at",
  "data",
  "payment_session_id",
  "captures.id",
  "captures.amount",
  "refunds.amount",
  "refunds.note",
]

/**
 * All payments of a payment collection, asked for by themselves: where one query reaches payments both through the collection and
 * through its sessions, Medusa 2.21 now and then answers with an empty list, and money would be taken for unspent.
 */
export async function paymentsOf(query: Query, collectionId: string): Promise<PaymentRecord[]> {
  const { data } = await query.graph({
    entity: "payment",
    fields: FIELDS,
    filters: { payment_collection_id: collectionId },
  } as Parameters<Query["graph"]>[0])
  return data as PaymentRecord[]
}
