import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { toMajorString, toMinorUnits } from "../../domain/money"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { isTakenBack, type CollectionRecord, type OrderRecord } from "./store-records"

export const MEND_ORDER = "paycollect-mend-order"

/**
 * Core commits an order, its links and its transactions one after the other. A process killed in between leaves an order that nobody
 * can see a payment of, or that is paid and shown as outstanding, so that the merchant would ask the customer for the money again.
 * Killed while it took an order back, it leaves a captured payment marked as canceled, which the next order is made of.
 * @returns whether there was anything to mend; it waited for the cart's lock then, and the order may be gone
 */
export async function mend(
  container: MedusaContainer,
  intent: IntentRow,
  { order, collection }: { order: OrderRecord; collection: CollectionRecord | null }
): Promise<boolean> {
  if (!collection) return false
  const linked = (order.payment_collections ?? []).some((each) => each?.id === collection.id)
  const booked = new Set((order.transactions ?? []).map((transaction) => transaction?.reference_id))
  const standing = collection.payments.filter(
    (payment) => !isTakenBack(payment) && payment.data?.merchant_reference === intent.merchant_reference
  )
  const captures = standing
    .flatMap((payment) => payment.captures ?? [])
    .filter((capture) => capture.id && !booked.has(capture.id))
  // Beside a payment that stands, a canceled one is this money a second time.
  const canceled = standing.every((payment) => payment.canceled_at) ? standing.slice(0, 1) : []
  if (linked && captures.length === 0 && canceled.length === 0) return false

  const input = {
    cart_id: intent.cart_id,
    order_id: order.id,
    links: linked
      ? []
      : [
          {
            [Modules.ORDER]: { order_id: order.id },
            [Modules.PAYMENT]: { payment_collection_id: collection.id },
          },
        ],
    transactions: captures.map((capture) => ({
      order_id: order.id,
      amount: toMajorString(toMinorUnits(capture.amount, intent.exponent), intent.exponent),
      currency_code: intent.currency_code,
      reference: "capture",
      reference_id: capture.id,
    })),
    canceled_payments: canceled.map(({ id }) => id),
  }
  // By its name: composing a workflow here would load core's into everything that settles.
  await container.resolve(Modules.WORKFLOW_ENGINE).run(MEND_ORDER, { input })
  return true
}
