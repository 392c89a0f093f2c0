import type { HttpTypes } from "@medusajs/types"
import type { Order } from "./receipt"

export type OrderCollection = NonNullable<HttpTypes.StoreOrder["payment_collections"]>[number]

/** `over`: the merchant changed what the order asks for; another link pays it. */
export type CollectionState = "open" | "paid" | "canceled" | "over"

/** What a customer can do with a payment collection of an order, by the store's own records. */
export function collectionState(
  { status, summary }: Pick<Order, "status" | "summary">,
  collection: Pick<OrderCollection, "status">
): CollectionState {
  if (status === "canceled") {
    return "canceled"
  }
  if (collection.status === "completed" || collection.status === "authorized") {
    return "paid"
  }
  // Paid at the counter, or by another link.
  const owed = summary?.pending_difference
  if (owed !== undefined && Number(owed) <= 0) {
    return "paid"
  }
  return collection.status === "canceled" ? "over" : "open"
}
