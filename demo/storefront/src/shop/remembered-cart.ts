import { getPaymentStatus } from "medusa-payment-paycollect-storefront"
import type { Sdk } from "../sdk"
import { storage } from "../storage"
import type { Cart, CartApi } from "./cart-api"

/** What this browser goes on with. A cart that became an order is forgotten: core refuses to change it. */
export interface Remembered {
  cart: Cart | null
  /** The order that the last cart became; remembered until a new cart begins. */
  orderId: string | null
}

const isGone = (error: unknown) => (error as { status?: number }).status === 404

export function remember(cart: Cart): Remembered {
  storage.set("cart", cart.id)
  storage.set("order", null)
  return { cart, orderId: null }
}

/** The order is kept by the browser: a customer who goes back after paying may get the checkout as a new page, which knows of no cart any more. */
export function forget(cartId: string, orderId = storage.get("order")): Remembered {
  // Another tab may have begun a new cart meanwhile.
  if (storage.get("cart") === cartId) {
    storage.set("cart", null)
  }
  storage.set("order", orderId)
  return { cart: null, orderId }
}

/** @throws where the store cannot be reached; nothing is forgotten then */
export async function loadCart(sdk: Sdk, api: CartApi, cartId = storage.get("cart")): Promise<Remembered> {
  if (!cartId) {
    return { cart: null, orderId: storage.get("order") }
  }
  try {
    const cart = await api.retrieve(cartId)
    if (!cart.completed_at) {
      return remember(cart)
    }
  } catch (error) {
    if (!isGone(error)) {
      throw error
    }
    return forget(cartId)
  }
  const status = await getPaymentStatus({ client: sdk, cartId }).catch(() => null)
  return forget(cartId, status?.orderId ?? undefined)
}
