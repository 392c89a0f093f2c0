import type { FailureReason } from "medusa-payment-paycollect-storefront"

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

export function failedPath(country: string, cartId: string, reason: FailureReason | null): string {
  const query = new URLSearchParams({
    step: "payment",
    paycollect_status: "failed",
    ...(reason && { paycollect_reason: reason }),
    cart_id: cartId,
  })
  return `/${country}/checkout?${query}`
}
