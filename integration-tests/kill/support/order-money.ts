import { orderFaults, type OrderMoney } from "../../http/support/order-money"
import { type Shop } from "./shop"

/** All that Medusa keeps of an order's money, as it lies in its tables. */
const ORDER_MONEY = `select o.id, o.status,
    (s.totals->>'current_order_total')::text as total,
    json_build_object('transaction_total', s.totals->>'transaction_total') as summary,
    coalesce((select json_agg(json_build_object('amount', t.amount::text, 'reference_id', t.reference_id))
      from order_transaction t where t.order_id = o.id and t.deleted_at is null), '[]') as transactions,
    coalesce((select json_agg(json_build_object('id', c.id, 'status', c.status, 'amount', c.amount::text, 'payments',
        coalesce((select json_agg(json_build_object('id', p.id, 'amount', p.amount::text, 'data', p.data, 'captured_at', p.captured_at, 'canceled_at', p.canceled_at,
            'captures', (select json_agg(json_build_object('id', m.id, 'amount', m.amount::text)) from capture m where m.payment_id = p.id and m.deleted_at is null),
            'refunds', (select json_agg(json_build_object('id', r.id, 'amount', r.amount::text, 'created_by', r.created_by)) from refund r where r.payment_id = p.id and r.deleted_at is null)))
          from payment p where p.payment_collection_id = c.id and p.deleted_at is null), '[]')))
      from order_payment_collection l join payment_collection c on c.id = l.payment_collection_id and c.deleted_at is null
      where l.order_id = o.id and l.deleted_at is null), '[]') as payment_collections
  from "order" o
  join lateral (select totals from order_summary where order_id = o.id and deleted_at is null order by version desc limit 1) s on true
  where o.id = any(?)`

/**
 * What Medusa shows wrongly of these orders' money, in words: each capture and refund is booked once, core's kept sum is theirs, and what is asked
 * for is what is open.
 */
export async function ordersAstray(shop: Shop, orderIds: string[], exponent: number): Promise<string[]> {
  const orders = await shop.rows<OrderMoney>(ORDER_MONEY, [orderIds])
  const unread = orderIds.filter((id) => !orders.some((order) => order.id === id))
  return [
    ...unread.map((id) => `${id}: nothing is known of its money`),
    ...orders.flatMap((order) => orderFaults(order, exponent)),
  ]
}
