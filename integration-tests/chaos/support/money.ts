import { type Collection, type Payment } from "./core-state"
import { type World } from "./world"

export interface Booked {
  payment: Payment
  collection: Collection
}

/** Core's payments that are this money, in whatever collection. */
export function paymentsOf({ tables }: World, reference: string): Booked[] {
  return [...tables.collections.values()].flatMap((collection) =>
    collection.payments
      .filter((payment) => payment.data.merchant_reference === reference)
      .map((payment) => ({ payment, collection }))
  )
}

/** Given back by the merchant through Medusa, not booked back by core. */
export function isReturned(payment: Payment): boolean {
  return payment.refunds.some(({ created_by }) => created_by !== null)
}

/** A part went back, and the rest is no order's any more; or core had taken its order back before. */
export function holdsRest({ tables }: World, { payment, collection }: Booked): boolean {
  const gone = payment.refunds.reduce((sum, { amount }) => sum + amount, 0)
  const order = collection.orderId && tables.orders.get(collection.orderId)
  return !order || !!payment.canceled_at || (gone < payment.amount && order.status === "canceled")
}

/** Core canceled it with its order and died over that, and the money pays for one that was made since, in the same collection. */
export function isMadeAnew({ payment, collection }: Booked, standing: readonly Booked[]): boolean {
  return !!payment.canceled_at && standing.some((other) => other.collection === collection)
}

/** Money that Medusa shows as captured for an order that is not canceled. */
export function stands({ tables }: World, { payment, collection }: Booked): boolean {
  if (!payment.captured_at || payment.canceled_at || payment.refunds.length > 0) return false
  return !!collection.orderId && tables.orders.get(collection.orderId)?.status === "pending"
}
