import { useQuery } from "@tanstack/react-query"
import type { Sdk } from "../sdk"
import type { Order } from "./receipt"

const ID = /^[\w-]{1,64}$/

/** An order with its money; "unknown" where the store has none of this id. It may be paid or refunded by the next look: nothing is kept. */
export function useOrder(sdk: Sdk, id: string) {
  return useQuery({
    queryKey: ["order", id],
    queryFn: async (): Promise<Order | "unknown"> => {
      if (!ID.test(id)) {
        return "unknown"
      }
      try {
        const { order } = await sdk.store.order.retrieve(id, { fields: "*payment_collections.payments" })
        return order as Order
      } catch (error) {
        if ((error as { status?: number }).status === 404) {
          return "unknown"
        }
        throw error
      }
    },
    gcTime: 0,
  })
}
