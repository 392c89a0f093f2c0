import { contactForService, type CustomerFacts } from "../../payments/customer"
import { askGraph, recordsById, type Query } from "./query"
import { PERSON_FIELDS } from "./session-facts"

/** What a merchant calls an order, and whose it is. */
export interface MerchantFacts {
  order_display_id: number | null
  customer_id: string | null
  customer_name: string | null
  customer_email: string | null
}

interface OwnedRecord extends CustomerFacts {
  id: string
  display_id?: number
  customer_id?: string | null
}

const OWNED_FIELDS = ["id", "customer_id", ...PERSON_FIELDS]

const NO_FACTS: MerchantFacts = {
  order_display_id: null,
  customer_id: null,
  customer_name: null,
  customer_email: null,
}

interface OwnedPayment {
  order_id: string | null
  cart_id: string | null
  payment_collection_id: string
}

/**
 * Adds the store's own facts: from the order, or from the cart while there is none; of a collection without a cart from the order that it is
 * of. They are shown from nowhere else: who is erased there is not shown. One look-up for all of a kind, however many intents.
 */
export async function withStoreFacts<T extends OwnedPayment>(
  query: Query,
  intents: T[]
): Promise<(T & MerchantFacts)[]> {
  const ofCollections = await ordersOfCollections(
    query,
    intents.flatMap(({ order_id, cart_id, payment_collection_id }) =>
      order_id || cart_id ? [] : payment_collection_id
    )
  )
  const orderOf = ({ order_id, cart_id, payment_collection_id }: T) =>
    order_id ?? (cart_id ? undefined : ofCollections.get(payment_collection_id))
  const orderIds = intents.flatMap((intent) => orderOf(intent) ?? [])
  const cartIds = intents.flatMap(({ order_id, cart_id }) => (order_id ? [] : (cart_id ?? [])))
  const [orders, carts] = await Promise.all([
    recordsById<OwnedRecord>(query, "order", [...OWNED_FIELDS, "display_id"], orderIds),
    recordsById<OwnedRecord>(query, "cart", OWNED_FIELDS, cartIds),
  ])
  return intents.map((intent) => {
    const record = orders.get(orderOf(intent) ?? "") ?? carts.get(intent.cart_id ?? "")
    if (!record) return { ...intent, ...NO_FACTS }
    const { display_id, customer_id } = record
    const { name, email } = contactForService(record)
    return {
      ...intent,
      order_display_id: display_id ?? null,
      customer_id: customer_id ?? null,
      customer_name: name,
      customer_email: email,
    }
  })
}

async function ordersOfCollections(query: Query, ids: string[]): Promise<Map<string, string>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const links = await askGraph<{ payment_collection_id: string; order_id: string }>(
    query,
    "order_payment_collection",
    "payment_collection_id order_id",
    { payment_collection_id: unique }
  )
  return new Map(links.map(({ payment_collection_id, order_id }) => [payment_collection_id, order_id]))
}
