import { type SubscriberArgs, type SubscriberConfig } from "@medusajs/framework"
import { PaymentEvents } from "@medusajs/framework/utils"
import { moduleOf, queryOf } from "../payments/module"
import { balanceOrders } from "../orders/keep-balance"
import { paymentBy } from "../orders/records/lookups"
import { isOurs } from "../orders/records/providers"

/**
 * A payment of an order was captured or refunded, at the counter or by another provider: its other collections ask for less, or for nothing. Of one of
 * ours it is noted that its capture was told of; heard again, or told by us of what was brought in line before, there is nothing to do.
 */
export default async function balanceOrder({
  event: { name, data },
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const payment = await paymentBy(queryOf(container), { id: data.id })
  const reference = payment && isOurs(payment) && payment.data?.merchant_reference
  const isCapture = (name as string) === PaymentEvents.CAPTURED
  if (reference && isCapture && !(await moduleOf(container).captures.noted(reference))) return
  if (payment?.order_id) await balanceOrders(container, [payment.order_id])
}

export const config: SubscriberConfig = {
  event: [PaymentEvents.CAPTURED, PaymentEvents.REFUNDED],
  context: { subscriberId: "paycollect-balance" },
}
