import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { queryOf } from "../payments/module"
import { balanceOrders } from "../orders/keep-balance"
import { paymentById } from "../orders/records/lookups"

/** A payment of an order was captured or refunded, at the counter or by another provider: its other collections ask for less, or for nothing. */
export default async function balanceOrder({
  event: { data },
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const payment = await paymentById(queryOf(container), data.id)
  if (payment?.order_id) await balanceOrders(container, [payment.order_id])
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.CAPTURED, PaymentEvents.REFUNDED],
  context: { subscriberId: "paycollect-balance" },
}
