import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import { useCallback, useEffect, useState } from "react"
import type { CartState } from "./use-cart"

export interface Registration {
  email: string
  password: string
  first_name: string
  last_name: string
}

export interface CustomerState {
  customer: HttpTypes.StoreCustomer | null
  ready: boolean
  login: (email: string, password: string) => Promise<void>
  register: (registration: Registration) => Promise<void>
  logout: () => Promise<void>
  /** For the next time. Nothing depends on it: a failure is not told. */
  keepAddress: (address: HttpTypes.StoreUpdateCart["shipping_address"]) => Promise<void>
}

export function useCustomer(sdk: Medusa, { change, cart, forgetOrder }: CartState): CustomerState {
  const [customer, setCustomer] = useState<HttpTypes.StoreCustomer | null>(null)
  const [ready, setReady] = useState(false)
  const cartId = cart?.id

  const load = useCallback(async () => {
    // Without a token the answer is known: no request that shows as an error in the console.
    const token = await sdk.client.getToken()
    const found = token ? await sdk.store.customer.retrieve().catch(() => null) : null
    setCustomer(found?.customer ?? null)
    setReady(true)
  }, [sdk])

  useEffect(() => void load(), [load])

  const login = useCallback(
    async (email: string, password: string) => {
      const answer = await sdk.auth.login("customer", "emailpass", { email, password })
      if (typeof answer !== "string") {
        throw new Error("This login needs another step")
      }
      if (cartId) {
        await change((carts, id) => carts.transfer(id)).catch(() => undefined)
      }
      await load()
    },
    [cartId, change, load, sdk]
  )

  const register = useCallback(
    async ({ password, ...person }: Registration) => {
      await sdk.auth.register("customer", "emailpass", { email: person.email, password })
      await sdk.store.customer.create(person)
      await login(person.email, password)
    },
    [login, sdk]
  )

  const logout = useCallback(async () => {
    await sdk.auth.logout()
    forgetOrder()
    setCustomer(null)
  }, [forgetOrder, sdk])

  const keepAddress = useCallback<CustomerState["keepAddress"]>(
    async (address) => {
      if (typeof address !== "object") {
        return
      }
      await sdk.store.customer.createAddress(address as HttpTypes.StoreCreateCustomerAddress).then(
        (answer) => setCustomer(answer.customer),
        () => undefined
      )
    },
    [sdk]
  )

  return { customer, ready, login, register, logout, keepAddress }
}
