import type { FailureReason } from "medusa-payment-paycollect-storefront"

/** The address of this page in another country. */
export const inCountry = (country: string) =>
  location.pathname.replace(/^\/[^/]*/, `/${country}`) + location.search

/** The same address as the store's return route uses for a paid cart. */
export function orderPath(country: string, orderId: string, cartId?: string): string {
  const query = new URLSearchParams({
    paycollect_status: "success",
    order_id: orderId,
    ...(cartId && { cart_id: cartId }),
  })
  return `/${country}/order/${orderId}/confirmed?${query}`
}

export function waitingPath(country: string, cartId: string): string {
  return `/${country}/checkout/waiting?${new URLSearchParams({ paycollect_status: "waiting", cart_id: cartId })}`
}

interface PaidCollection {
  collectionId: string
  orderId: string | null
}

/** Where an order's payment collection is paid, which is the end of Medusa's own address for it. */
export function collectionPath(
  country: string,
  { collectionId, orderId }: PaidCollection,
  failed?: { reason: FailureReason | null }
): string {
  const query = new URLSearchParams({
    ...(orderId && { order_id: orderId }),
    ...(failed && { paycollect_status: "failed" }),
    ...(failed?.reason && { paycollect_reason: failed.reason }),
  })
  return `/${country}/payment-collection/${collectionId}?${query}`
}

export function collectionWaitingPath(country: string, { collectionId, orderId }: PaidCollection): string {
  const query = new URLSearchParams({
    paycollect_status: "waiting",
    payment_collection_id: collectionId,
    ...(orderId && { order_id: orderId }),
  })
  return `/${country}/checkout/waiting?${query}`
}

export function failedPath(country: string, cartId: string, reason: FailureReason | null): string {
  const query = new URLSearchParams({
    step: "payment",
    paycollect_status: "failed",
    ...(reason && { paycollect_reason: reason }),
    cart_id: cartId,
  })
  return `/${country}/checkout?${query}`
}
