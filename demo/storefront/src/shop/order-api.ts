import type Medusa from "@medusajs/js-sdk"
import type { Order } from "./receipt"

/** With its money; "unknown" where the store has no order of this id. */
export async function retrieveOrder(sdk: Medusa, id: string): Promise<Order | "unknown"> {
  try {
    const { order } = await sdk.store.order.retrieve(id, { fields: "*payment_collections.payments" })
    return order as Order
  } catch (error) {
    if ((error as { status?: number }).status === 404) {
      return "unknown"
    }
    throw error
  }
}
