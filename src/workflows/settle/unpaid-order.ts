import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { whyUnpaid } from "../../domain/ladder"
import { toMinorUnits } from "../../domain/money"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { needsAttention } from "./announce"
import { endLeftoverChange } from "./leftover-change"
import { collectionById, isOurs, orderOfCart } from "./store-records"

/** Core holds a cart for at most 120 s while it completes: an unpaid order older than this was left behind by a process that died. */
const ABANDONED_MS = 180_000
/** How often an unpaid order is looked at while the service gives no clear answer about its payment. */
const IN_DOUBT_MS = 3_600_000
/** Answers that surely say "no money". After anything else, silence above all, an order is left alone. */
const CLEARLY_UNPAID = new Set(["requires_action", "processing", "failed", "canceled", "not_found"])

interface UnpaidOrder {
  id: string
  /** waits for its payment on purpose */
  pending: boolean
  endsAt: number
}

/**
 * The other half of the promise: no order is shown as open that nobody pays for. Called after a verify that found no money.
 * - An order that waits for its payment on purpose (`pendingOrders: "place"`) is canceled after `pendingOrderExpiryHours`.
 * - An order that core committed just before its process died is canceled and shown to the merchant.
 */
export async function endUnpaidOrder(
  container: MedusaContainer,
  intent: IntentRow,
  { reason, cause }: { reason: string; cause: string }
): Promise<void> {
  const order = await unpaidOrder(container, intent)
  if (!order) return
  const { ledger, clock } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const attempts = await ledger.ofSubject(intent.subject_id)
  const sure = CLEARLY_UNPAID.has(reason) && (await noneIsPaid(container, intent, attempts))
  const lookAt = sure ? order.endsAt : Math.max(order.endsAt, clock.now() + IN_DOUBT_MS)
  if (lookAt > clock.now()) {
    // The ladder's next rung may lie far behind the order's end.
    await ledger.lookAgainBy(intent.id, lookAt)
    return
  }
  await whileNoneSettles(container, intent.subject_id, async () => {
    // Between our look and the leases another process may have captured it.
    if (await unpaidOrder(container, intent)) await cancel(container, intent, { order, cause })
  })
}

/** The cart's order while no payment of any kind stands for it. */
async function unpaidOrder(container: MedusaContainer, intent: IntentRow): Promise<UnpaidOrder | null> {
  if (!intent.cart_id) return null
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await orderOfCart(query, intent.cart_id)
  if (!order || order.status === "canceled") return null
  const collection = await collectionById(query, intent.payment_collection_id)
  const sessions = collection?.payment_sessions ?? []
  // An order of nothing (a full discount, a gift card) owes nothing; one that anybody paid, by whatever provider, is paid.
  if (!collection || toMinorUnits(collection.amount, intent.exponent) <= 0n) return null
  if (collection.payments.some((payment) => !payment.canceled_at)) return null
  if (sessions.some((session) => session.payment || !isOurs(session))) return null

  const { configuration } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { options } = await configuration.current()
  // A customer who starts anew for a placed order has a fresh session; the order waits on purpose all the same.
  const pending =
    options.pendingOrders === "place" ||
    sessions.some((session) => session.status === "pending_authorization")
  const patience = pending ? options.pendingOrderExpiryHours * 3_600_000 : ABANDONED_MS
  return { id: order.id, pending, endsAt: order.created_at.getTime() + patience }
}

/** Another attempt of the same cart may have brought the money; its own settle captures it. */
async function noneIsPaid(
  container: MedusaContainer,
  intent: IntentRow,
  attempts: IntentRow[]
): Promise<boolean> {
  const paycollect = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  for (const attempt of attempts) {
    if (attempt.id === intent.id || attempt.released_at || attempt.status === "rejected") continue
    const { decision, ...judged } = await paycollect.verify(attempt, {
      cause: "unpaid_order",
      priority: "reconcile",
    })
    if (decision.kind === "paid") return false
    // Money that is not what was asked for is a person's matter, and pays no order.
    if (decision.kind === "mismatch") continue
    if (!CLEARLY_UNPAID.has(whyUnpaid({ ...judged, decision }))) return false
  }
  return true
}

/** The cart's money is held while its order ends: none of its attempts can be captured meanwhile. */
async function whileNoneSettles(
  container: MedusaContainer,
  subjectId: string,
  work: () => Promise<void>
): Promise<void> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  await ledger.whileSettling(subjectId, {}, async () => {
    const attempts = await ledger.ofSubject(subjectId)
    if (!attempts.some((attempt) => attempt.outcome === "paid" && !attempt.released_at)) await work()
  })
}

async function cancel(
  container: MedusaContainer,
  intent: IntentRow,
  { order, cause }: { order: UnpaidOrder; cause: string }
): Promise<void> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const data = { order_id: order.id }
  try {
    await endLeftoverChange(container, order.id)
    await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
  } catch (error) {
    // Core cancels no order with a fulfillment: goods may be on their way, and only a person can stop them.
    if (!MedusaError.isMedusaError(error)) throw error
    await needsAttention(container, intent, { reason: "unpaid_order_kept", data, once: true })
    return
  }
  await ledger.record(intent.id, {
    type: "order_canceled",
    cause,
    data: { ...data, reason: order.pending ? "expired" : "no_payment" },
  })
  if (!order.pending) await needsAttention(container, intent, { reason: "order_without_payment", data })
}
