import type Medusa from "@medusajs/js-sdk"
import { getPaymentStatus, startNewCart } from "medusa-payment-paycollect-storefront"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { storage } from "../storage"
import { cartApi, type Cart, type CartApi, type Region } from "./cart-api"

export interface CartPlace {
  region: Region
  country: string
  /** Language tag for the names of what is in the cart. */
  locale: string
}

export interface CartState {
  cart: Cart | null
  /** A change is on its way: the totals are about to move. */
  changing: boolean
  /** False until the remembered cart is loaded. */
  ready: boolean
  /** The order that this browser's last cart became, perhaps in another tab; remembered until a new cart begins. */
  finishedOrderId: string | null
  /** Changes the cart, making one first when there is none. */
  change: (act: (api: CartApi, id: string) => Promise<Cart>) => Promise<Cart>
  /** Leaves the cart behind whose money the shop looks at, and goes on with a new one; unless the customer has another one already. */
  startNew: (cartId: string) => Promise<void>
  /** Loads the cart again; with an id, goes on with that cart (return link opened in another browser). */
  refresh: (id?: string) => Promise<void>
  /** The cart became this order: it is forgotten, the order remembered. A cart that the customer began meanwhile stays. */
  finish: (cartId: string, orderId: string) => void
  /** Nothing of what was ordered stays in this browser. */
  forgetOrder: () => void
}

const isGone = (error: unknown) => (error as { status?: number }).status === 404

/** One cart per browser. A cart that became an order is forgotten: core refuses to change it. */
export function useCart(sdk: Medusa, { region, country, locale }: CartPlace): CartState {
  const api = useMemo(() => cartApi(sdk, locale), [sdk, locale])
  const [cart, setCart] = useState<Cart | null>(null)
  const [ready, setReady] = useState(false)
  const [pending, setPending] = useState(0)
  const [finishedOrderId, setFinishedState] = useState(() => storage.get("order"))
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const current = useRef<string | null>(null)

  // Kept by the browser: whoever goes back after paying may get the checkout as a new page, which knows of no cart any more.
  const setFinished = useCallback((orderId: string | null) => {
    storage.set("order", orderId)
    setFinishedState(orderId)
  }, [])

  const keep = useCallback(
    (next: Cart) => {
      current.current = next.id
      storage.set("cart", next.id)
      setCart(next)
      setFinished(null)
    },
    [setFinished]
  )

  const drop = useCallback((cartId: string) => {
    current.current = null
    // Another tab may have begun a new cart meanwhile.
    if (storage.get("cart") === cartId) {
      storage.set("cart", null)
    }
    setCart(null)
  }, [])

  const refresh = useCallback(
    async (id?: string) => {
      const cartId = id ?? storage.get("cart")
      if (!cartId) {
        current.current = null
        setCart(null)
        setReady(true)
        return
      }
      try {
        const found = await api.retrieve(cartId)
        if (found.completed_at) {
          const status = await getPaymentStatus({ client: sdk, cartId }).catch(() => null)
          drop(cartId)
          if (status?.orderId) {
            setFinished(status.orderId)
          }
        } else {
          keep(found)
        }
      } catch (error) {
        if (isGone(error)) {
          drop(cartId)
        }
      }
      setReady(true)
    },
    [api, drop, keep, sdk, setFinished]
  )

  const change = useCallback<CartState["change"]>(
    (act) => {
      // One change after the other: two taps on "+" must not overtake each other.
      const next = queue.current.then(async () => {
        // The cart this tab shows, even if another tab paid it: the store then says so, instead of an empty cart being filled.
        const known = current.current ?? storage.get("cart")
        const id = known ?? (await api.create(region, country)).id
        current.current = id
        try {
          const changed = await act(api, id)
          keep(changed)
          return changed
        } catch (error) {
          await refresh(id)
          throw error
        }
      })
      setPending((count) => count + 1)
      queue.current = next.catch(() => undefined).then(() => setPending((count) => count - 1))
      return next
    },
    [api, country, keep, refresh, region]
  )

  const startNew = useCallback<CartState["startNew"]>(
    (cartId) => {
      const next = queue.current.then(async () => {
        const known = current.current ?? storage.get("cart")
        if (known === cartId) {
          const values = { shipping_address: { country_code: country } }
          keep(await api.retrieve(await startNewCart({ client: sdk, cartId, values })))
        }
      })
      queue.current = next.catch(() => undefined)
      return next
    },
    [api, country, keep, sdk]
  )

  const finish = useCallback(
    (cartId: string, orderId: string) => {
      const known = current.current ?? storage.get("cart")
      if (known === null || known === cartId) {
        drop(cartId)
        setFinished(orderId)
      }
    },
    [drop, setFinished]
  )
  const forgetOrder = useCallback(() => setFinished(null), [setFinished])

  useEffect(() => void refresh(), [refresh])

  useEffect(() => {
    if (cart && cart.locale !== locale) {
      change((carts, id) => carts.update(id, { locale })).catch(() => undefined)
    }
    // Once per cart and language: a store without translations keeps the locale it has.
  }, [cart?.id, change, locale])

  return {
    cart,
    ready,
    changing: pending > 0,
    finishedOrderId,
    change,
    startNew,
    refresh,
    finish,
    forgetOrder,
  }
}
