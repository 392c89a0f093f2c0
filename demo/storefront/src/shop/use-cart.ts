import type Medusa from "@medusajs/js-sdk"
import { getPaymentStatus } from "medusa-payment-paycollect/storefront"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { storage } from "../storage"
import { cartApi, type Cart, type CartApi, type Region } from "./cart-api"

export interface CartState {
  cart: Cart | null
  /** False until the remembered cart is loaded. */
  ready: boolean
  /** The order that the remembered cart became, perhaps in another tab. */
  finishedOrderId: string | null
  /** Changes the cart, making one first when there is none. */
  change: (act: (api: CartApi, id: string) => Promise<Cart>) => Promise<Cart>
  /** Loads the cart again; with an id, goes on with that cart (return link opened in another browser). */
  refresh: (id?: string) => Promise<void>
}

const isGone = (error: unknown) => (error as { status?: number }).status === 404

/** One cart per browser. A cart that became an order is forgotten: core refuses to change it. */
export function useCart(sdk: Medusa, region: Region | null, country: string): CartState {
  const api = useMemo(() => cartApi(sdk), [sdk])
  const [cart, setCart] = useState<Cart | null>(null)
  const [ready, setReady] = useState(false)
  const [finishedOrderId, setFinished] = useState<string | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const keep = useCallback((next: Cart | null) => {
    storage.set("cart", next?.id ?? null)
    setCart(next)
    return next
  }, [])

  const refresh = useCallback(
    async (id?: string) => {
      const cartId = id ?? storage.get("cart")
      if (!cartId) {
        setCart(null)
        setReady(true)
        return
      }
      try {
        const found = await api.retrieve(cartId)
        if (found.completed_at) {
          const status = await getPaymentStatus({ client: sdk, cartId }).catch(() => null)
          setFinished(status?.orderId ?? null)
          keep(null)
        } else {
          setFinished(null)
          keep(found)
        }
      } catch (error) {
        if (isGone(error)) {
          keep(null)
        }
      }
      setReady(true)
    },
    [api, keep, sdk]
  )

  const change = useCallback<CartState["change"]>(
    (act) => {
      // One change after the other: two taps on "+" must not overtake each other.
      const next = queue.current.then(async () => {
        const known = storage.get("cart")
        const id = known ?? (region ? (await api.create(region, country)).id : null)
        if (!id) {
          throw new Error("No region is chosen")
        }
        storage.set("cart", id)
        const changed = await act(api, id)
        setFinished(null)
        keep(changed)
        return changed
      })
      queue.current = next.catch(() => undefined)
      return next
    },
    [api, country, keep, region]
  )

  useEffect(() => void refresh(), [refresh])

  useEffect(() => {
    if (cart && region && cart.region_id !== region.id) {
      change((carts, id) => carts.moveTo(id, region, country)).catch(() => undefined)
    }
  }, [cart, change, country, region])

  return { cart, ready, finishedOrderId, change, refresh }
}
