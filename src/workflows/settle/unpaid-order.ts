import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { needsAttention } from "./announce"
import { collectionById, isOurs, orderOfCart } from "./store-records"

/** Core holds a cart for at most 120 s while it completes: an unpaid order older than this was left behind by a process that died. */
const ABANDONED_MS = 180_000

/**
 * The other half of the promise: no order is shown as open that nobody pays for. Called after a verify that found no money.
 * - An order that waits for its payment on purpose (`pendingOrders: "place"`) is canceled after `pendingOrderExpiryHours`.
 * - An order that core committed just before its process died is canceled and shown to the merchant.
 */
export async function endUnpaidOrder(
  container: MedusaContainer,
  intent: IntentRow,
  cause: string
): Promise<void> {
  if (!intent.cart_id) return
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await orderOfCart(query, intent.cart_id)
  if (!order || order.status === "canceled") return
  const collection = await collectionById(query, intent.payment_collection_id)
  const sessions = collection?.payment_sessions ?? []
  if (!collection || sessions.some((session) => session.payment || !isOurs(session))) return

  const { configuration, ledger, clock } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  // Another attempt of the same cart may have brought the money; its own settle captures it.
  if ((await ledger.ofSubject(intent.subject_id)).some((attempt) => attempt.outcome === "paid")) return
  const pending = sessions.some((session) => session.status === "pending_authorization")
  const patience = pending ? configuration.options.pendingOrderExpiryHours * 3_600_000 : ABANDONED_MS
  if (clock.now() - order.created_at.getTime() < patience) return

  await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
  await ledger.record(intent.id, {
    type: "order_canceled",
    cause,
    data: { order_id: order.id, reason: pending ? "expired" : "no_payment" },
  })
  if (!pending)
    await needsAttention(container, intent, { reason: "order_without_payment", data: { order_id: order.id } })
}
