"use server"

import { getCartId } from "./cookies"

/** Of the starter's cart only what the pages of the documentation use. */
export interface Cart {
  id: string
  currency_code: string
  total?: number
  email?: string
  region_id?: string
  shipping_address?: { country_code?: string }
  billing_address?: object
  shipping_methods?: object[]
  payment_collection?: { payment_sessions?: { provider_id: string }[] }
}

export async function retrieveCart(cartId?: string): Promise<Cart | null> {
  const id = cartId || (await getCartId())
  return id ? { id, currency_code: "xaf" } : null
}
