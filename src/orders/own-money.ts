import { type MedusaContainer } from "@medusajs/framework/types"
import { goneOf } from "../payments/came"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { moduleOf } from "../payments/module"
import { epochOf } from "./next-step/view"
import { isOurs } from "./records/providers"
import { type OrderRecord, type PaymentRecord } from "./records/records"

/**
 * The order with a mark on payments that are not its own. A process that died over taking a completion back leaves one that is captured and
 * marked as canceled, and the next order of that cart bears it. Meanwhile the money can have gone back, or been given to another order: booked, it
 * would be there twice.
 */
export async function withOwnMoney(container: MedusaContainer, order: OrderRecord): Promise<OrderRecord> {
  const elsewhere = new Set<string>()
  for (const payment of order.payment_collections.flatMap(({ payments }) => payments)) {
    const row = isOlder(payment, order) && (await moneyOf(container, payment))
    if (row && isElsewhere(row, order)) elsewhere.add(payment.id)
  }
  if (elsewhere.size === 0) return order
  const marked = (each: PaymentRecord) => (elsewhere.has(each.id) ? { ...each, is_elsewhere: true } : each)
  const payment_collections = order.payment_collections.map((each) => ({
    ...each,
    payments: each.payments.map(marked),
  }))
  return { ...order, payment_collections }
}

function isOlder(payment: PaymentRecord, order: OrderRecord): boolean {
  const { canceled_at, captured_at } = payment
  if (!isOurs(payment) || !captured_at || !canceled_at) return false
  return epochOf(canceled_at) < epochOf(order.created_at)
}

async function moneyOf(container: MedusaContainer, { data }: PaymentRecord): Promise<IntentRow | null> {
  return data?.merchant_reference
    ? await moduleOf(container).ledger.byReference(data.merchant_reference)
    : null
}

function isElsewhere(row: IntentRow, order: OrderRecord): boolean {
  const owner = row.order_id ?? row.assigned_order_id
  return owner ? owner !== order.id : row.closed_at !== null || goneOf(row) > 0n
}
