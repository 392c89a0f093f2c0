import { type AxiosResponse } from "axios"
import { type Merchant } from "../../http/support/merchant"
import { type Store } from "../../http/support/store"
import { type GOODS } from "./booted-actions"

interface Line {
  id: string
  quantity: number
}

/**
 * Sends the goods of an order, and asks for one of its pieces back: for its money, for three other pieces, or since it was broken. Or it is sent back at once, and comes. Whatever the store refuses stays as it is.
 */
export async function changeGoods(
  { store, merchant }: { store: Store; merchant: Merchant },
  order_id: string,
  how: (typeof GOODS)[number]
): Promise<boolean> {
  const { data } = await merchant.get(`/admin/orders/${order_id}?fields=id,*items`)
  const items = ((data.order?.items ?? []) as Line[]).map(({ id, quantity }) => ({ id, quantity }))
  if (items.length === 0) return false
  // Once; a second time there is nothing left to send.
  await merchant.post(`/admin/orders/${order_id}/fulfillments`, { items })
  const back = { items: [{ id: items[0]!.id, quantity: 1 }] }
  const { rows } = await store.db.raw("select id from product_variant where sku = 'COFFEE-250'")
  const other = { items: [{ variant_id: rows[0].id, quantity: 3 }] }
  const asked: Record<typeof how, (AxiosResponse | null)[]> = {
    return: [],
    received: [],
    exchange: [],
    claim: [],
  }
  const ask = async (path: string, body: object = {}) => {
    const answer = await merchant.post(path, body)
    asked[how].push(answer)
    return answer.status === 200 ? answer.data : null
  }
  switch (how) {
    case "return":
    case "received": {
      const { rows: places } = await store.db.raw("select id as location_id from stock_location")
      const id = (await ask("/admin/returns", { order_id, ...places[0] }))?.return?.id
      if (id && (await ask(`/admin/returns/${id}/request-items`, back)))
        if ((await ask(`/admin/returns/${id}/request`)) && how === "received")
          if (await ask(`/admin/returns/${id}/receive`))
            if (await ask(`/admin/returns/${id}/receive-items`, back))
              await ask(`/admin/returns/${id}/receive/confirm`)
      break
    }
    case "exchange": {
      const id = (await ask("/admin/exchanges", { order_id }))?.exchange?.id
      if (id && (await ask(`/admin/exchanges/${id}/inbound/items`, back)))
        if (await ask(`/admin/exchanges/${id}/outbound/items`, other))
          await ask(`/admin/exchanges/${id}/request`)
      break
    }
    case "claim": {
      const id = (await ask("/admin/claims", { order_id, type: "replace" }))?.claim?.id
      if (id && (await ask(`/admin/claims/${id}/claim-items`, back)))
        if (await ask(`/admin/claims/${id}/outbound/items`, other)) await ask(`/admin/claims/${id}/request`)
    }
  }
  return asked[how].length > 0 && asked[how].every((answer) => answer?.status === 200)
}
