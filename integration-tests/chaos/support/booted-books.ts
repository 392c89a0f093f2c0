import { getOrderDetailWorkflow } from "@medusajs/medusa/core-flows"
import { type OrderMoney, orderFaults, owedOf } from "../../http/support/order-money"
import { type Store } from "../../http/support/store"

const each = (relation: string, ...fields: string[]) => fields.map((field) => `${relation}.${field}`)
const FIELDS = [
  ...["id", "status", "currency_code", "total", "payment_status", "summary"],
  ...each("items", "return_requested_total"),
  ...each("transactions", "amount", "reference_id"),
  ...each("payment_collections", "id", "status", "amount"),
  ...each("payment_collections.payment_sessions", "id", "provider_id"),
  ...each("payment_collections.payments", "id", "provider_id", "amount", "captured_at", "canceled_at"),
  ...each("payment_collections.payments.captures", "id", "amount"),
  ...each("payment_collections.payments.refunds", "id", "amount", "created_by"),
]

type ProviderOf = { provider_id: string }
type ReadOrder = Omit<OrderMoney, "payment_collections"> & {
  currency_code: string
  payment_collections: (OrderMoney["payment_collections"][number] & {
    payment_sessions: ProviderOf[]
    payments: ProviderOf[]
  })[]
}
const isOurs = ({ provider_id }: ProviderOf) => provider_id.startsWith("pp_paycollect")

/**
 * What Medusa shows wrongly of these orders' money, in words, as far as they are, or are to be, paid with us, and no person was told.
 * @param unedited orders that cost what they cost when they were paid: what came too much is told
 */
export async function booksAstray(store: Store, ids: string[], unedited: string[]): Promise<string[]> {
  const found: string[] = []
  for (const id of new Set(ids)) {
    const input = { order_id: id, fields: FIELDS }
    const { result } = await getOrderDetailWorkflow(store.container()).run({ input })
    const order = result as unknown as ReadOrder
    const isWithUs = order.payment_collections.some(
      ({ payment_sessions, payments }) => payment_sessions.some(isOurs) || payments.some(isOurs)
    )
    const { rows } = await store.db.raw("select reason from paycollect_attention where key like ?", [
      `%${id}`,
    ])
    const isTold = (reason: string) => rows.some((row: { reason: string }) => row.reason === reason)
    if (!isWithUs || isTold("order_unbalanced")) continue
    const exponent = order.currency_code === "eur" ? 2 : 0
    found.push(...orderFaults(order, exponent))
    const over = -owedOf(order, exponent)
    const isMistake = unedited.includes(id) && order.status !== "canceled" && over > 0n
    if (isMistake && !isTold("order_overpaid")) found.push(`${id} got ${over} too much, and nobody was told`)
  }
  return found
}
