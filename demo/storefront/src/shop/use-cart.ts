import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { startNewCart } from "medusa-payment-paycollect-storefront"
import { useCallback, useEffect, useMemo } from "react"
import type { Sdk } from "../sdk"
import { storage } from "../storage"
import { cartApi, type Cart, type CartApi, type Region } from "./cart-api"
import { forget, loadCart, remember, type Remembered } from "./remembered-cart"

export interface CartPlace {
  region: Region
  country: string
  /** Language tag for the names of what is in the cart. */
  locale: string
}

export type CartChange = (api: CartApi, id: string) => Promise<Cart>

export interface CartState {
  cart: Cart | null
  /** A change is on its way: the totals are about to move. */
  changing: boolean
  /** False until the remembered cart is loaded. */
  ready: boolean
  /** The order that this browser's last cart became, perhaps in another tab; remembered until a new cart begins. */
  finishedOrderId: string | null
  /** Changes the cart, making one first when there is none. */
  change: (act: CartChange) => Promise<Cart>
  /** Leaves the cart behind whose money the shop looks at, and goes on with a new one; unless the customer has another one already. */
  startNew: (cartId: string) => Promise<void>
  /** Loads the cart again; with an id, goes on with that cart (return link opened in another browser). */
  refresh: (id?: string) => Promise<void>
  /** The cart became this order: it is forgotten, the order remembered. A cart that the customer began meanwhile stays. */
  finish: (cartId: string, orderId: string) => void
  /** Nothing of what was ordered stays in this browser. */
  forgetOrder: () => void
}

const CART = ["cart"]

/** One change after the other: two taps on "+" must not overtake each other. */
const SERIAL = { scope: { id: "cart" } }

/** One cart per browser. */
export function useCart(sdk: Sdk, { region, country, locale }: CartPlace): CartState {
  const api = useMemo(() => cartApi(sdk, locale), [sdk, locale])
  const queries = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: CART,
    queryFn: () => loadCart(sdk, api),
    staleTime: Infinity,
  })
  const { cart, orderId } = data ?? { cart: null, orderId: storage.get("order") }
  const show = useCallback((next: Remembered) => void queries.setQueryData(CART, next), [queries])

  /** The cart this tab shows, even if another tab paid it: the store then says so, instead of an empty cart being filled. */
  const knownId = useCallback(
    () => queries.getQueryData<Remembered>(CART)?.cart?.id ?? storage.get("cart"),
    [queries]
  )

  /** Where the store cannot be reached, all stays as it was. */
  const refresh = useCallback(
    (id?: string) => loadCart(sdk, api, id).then(show, () => undefined),
    [api, sdk, show]
  )

  const { mutateAsync: change } = useMutation({
    ...SERIAL,
    mutationKey: CART,
    mutationFn: async (act: CartChange) => {
      const id = knownId() ?? (await create())
      try {
        return await act(api, id)
      } catch (error) {
        await refresh(id)
        throw error
      }
    },
    onSuccess: (changed) => show(remember(changed)),
  })
  const create = async () => {
    const created = await api.create(region, country)
    remember(created)
    return created.id
  }

  const { mutateAsync: startNew } = useMutation({
    ...SERIAL,
    mutationFn: async (cartId: string) => {
      if (knownId() === cartId) {
        const values = { shipping_address: { country_code: country } }
        show(remember(await api.retrieve(await startNewCart({ client: sdk, cartId, values }))))
      }
    },
  })

  const finish = useCallback(
    (cartId: string, paidOrderId: string) => {
      const known = knownId()
      if (known === null || known === cartId) {
        show(forget(cartId, paidOrderId))
      }
    },
    [knownId, show]
  )
  const forgetOrder = useCallback(() => {
    storage.set("order", null)
    queries.setQueryData<Remembered>(CART, (before) => before && { ...before, orderId: null })
  }, [queries])

  useEffect(() => {
    if (cart && cart.locale !== locale) {
      change((carts, id) => carts.update(id, { locale })).catch(() => undefined)
    }
    // Once per cart and language: a store without translations keeps the locale it has.
  }, [cart?.id, change, locale])

  return {
    cart,
    ready: !isPending,
    changing: useIsMutating({ mutationKey: CART }) > 0,
    finishedOrderId: orderId,
    change,
    startNew,
    refresh,
    finish,
    forgetOrder,
  }
}
