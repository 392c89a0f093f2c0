import type { HttpTypes } from "@medusajs/types"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import type { Sdk } from "../sdk"
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

const CUSTOMER = ["customer"]

export function useCustomer(sdk: Sdk, { change, cart, forgetOrder }: CartState): CustomerState {
  const queries = useQueryClient()
  const cartId = cart?.id
  const { data: customer = null, isPending } = useQuery({
    queryKey: CUSTOMER,
    queryFn: async () => {
      // Without a token the answer is known: no request that shows as an error in the console.
      const token = await sdk.client.getToken()
      const found = token ? await sdk.store.customer.retrieve().catch(() => null) : null
      return found?.customer ?? null
    },
    staleTime: Infinity,
  })

  const login = useCallback(
    async (email: string, password: string) => {
      const answer = await sdk.auth.login("customer", "emailpass", { email, password })
      if (typeof answer !== "string") {
        throw new Error("This login needs another step")
      }
      if (cartId) {
        await change((carts, id) => carts.transfer(id)).catch(() => undefined)
      }
      await queries.refetchQueries({ queryKey: CUSTOMER })
    },
    [cartId, change, queries, sdk]
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
    queries.setQueryData(CUSTOMER, null)
  }, [forgetOrder, queries, sdk])

  const keepAddress = useCallback<CustomerState["keepAddress"]>(
    async (address) => {
      if (typeof address !== "object") {
        return
      }
      await sdk.store.customer.createAddress(address as HttpTypes.StoreCreateCustomerAddress).then(
        (answer) => queries.setQueryData(CUSTOMER, answer.customer),
        () => undefined
      )
    },
    [queries, sdk]
  )

  return { customer, ready: !isPending, login, register, logout, keepAddress }
}
