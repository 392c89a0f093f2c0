import { ask, type Query } from "./query"

/** What a merchant calls an order, and whose it is. */
export interface StoreFacts {
  order_display_id: number | null
  customer_id: string | null
  customer_email: string | null
}

interface OwnedRecord {
  id: string
  display_id?: number
  email?: string | null
  customer_id?: string | null
}

const NOTHING: StoreFacts = { order_display_id: null, customer_id: null, customer_email: null }

/**
 * Adds the store's own facts: from the order, or from the cart while there is none. The ledger keeps no e-mail, so that it cannot leak
 * one. One look-up for all orders and one for all carts, however many intents.
 */
export async function withStoreFacts<T extends { order_id: string | null; cart_id: string | null }>(
  query: Query,
  intents: T[]
): Promise<(T & StoreFacts)[]> {
  const orderIds = intents.flatMap(({ order_id }) => order_id ?? [])
  const cartIds = intents.flatMap(({ order_id, cart_id }) => (order_id ? [] : (cart_id ?? [])))
  const fields = ["id", "email", "customer_id"]
  const [orders, carts] = await Promise.all([
    byId(query, { entity: "order", fields: [...fields, "display_id"], ids: orderIds }),
    byId(query, { entity: "cart", fields, ids: cartIds }),
  ])
  return intents.map((intent) => {
    const record = orders.get(intent.order_id ?? "") ?? carts.get(intent.cart_id ?? "")
    if (!record) return { ...intent, ...NOTHING }
    const { display_id, customer_id, email } = record
    return {
      ...intent,
      order_display_id: display_id ?? null,
      customer_id: customer_id ?? null,
      customer_email: email ?? null,
    }
  })
}

async function byId(
  query: Query,
  { entity, fields, ids }: { entity: string; fields: string[]; ids: string[] }
): Promise<Map<string, OwnedRecord>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const records = await ask<OwnedRecord>(query, {
    entity,
    fields,
    filters: { id: unique },
    pagination: { skip: 0, take: unique.length },
  })
  return new Map(records.map((record) => [record.id, record]))
}
