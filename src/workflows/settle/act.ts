import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { type AttentionReason } from "../../domain/attention"
import { isSameMoney, toMajorString, toMinorUnits, type MajorAmountLike } from "../../domain/money"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import { COMPENSATION_NOTE } from "../../modules/paycollect/payment-records"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { mend } from "./mend"
import {
  collectionById,
  collectionOfCart,
  isOurs,
  isReturned,
  isSpent,
  isTakenBack,
  orderOfCart,
  orderOfCollection,
  priceOfCart,
  type CollectionRecord,
  type OrderRecord,
  type PaymentRecord,
  type SessionRecord,
} from "./store-records"

/** What became of money that arrived. `blocked` needs a person: the store can make no order of it by itself. */
export type ActResult =
  { kind: "settled"; order_id: string | null } | { kind: "blocked"; reason: AttentionReason }

/**
 * Turns a paid intent into exactly one order, or into a captured payment where there is no cart. Only called under the settle lease.
 *
 * `completeCartWorkflow` for a cart without an order, `processPaymentWorkflow` only where an order exists or there is no cart: on a
 * cart without an order the latter captures first and then fails to complete. Never `runAsStep`: it skips the cart lock.
 */
export async function act(container: MedusaContainer, intent: IntentRow): Promise<ActResult> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { configuration } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const { environment } = await configuration.current()
  if (intent.environment === "test" && environment === "live") return await leftInTest(container, intent)
  if (!intent.cart_id) return await captureWithoutCart(container, intent)

  const order = await orderOfCart(query, intent.cart_id)
  if (order) {
    const collection = await collectionById(query, intent.payment_collection_id)
    return order.status === "canceled"
      ? afterCancel(collection, { intent, orderId: order.id })
      : await capture(container, intent, { collection, order })
  }
  return await complete(container, intent, intent.cart_id)
}

/** What an order edit or a draft order asks for. Its order may be canceled before the money comes, or while it is captured. */
async function captureWithoutCart(container: MedusaContainer, intent: IntentRow): Promise<ActResult> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [collection, order] = await Promise.all([
    collectionById(query, intent.payment_collection_id),
    orderOfCollection(query, intent.payment_collection_id),
  ])
  if (order?.status === "canceled") return afterCancel(collection, { intent, orderId: null })
  const captured = await capture(container, intent, { collection, order: null })
  const now = order && (await orderOfCollection(query, intent.payment_collection_id))
  return now?.status === "canceled" ? { kind: "blocked", reason: "paid_after_cancel" } : captured
}

/** Canceled after this money had paid it, and given back: core and the refund options have dealt with it then. */
function afterCancel(
  collection: CollectionRecord | null,
  { intent, orderId }: { intent: IntentRow; orderId: string | null }
): ActResult {
  return isGivenBack(collection, intent)
    ? { kind: "settled", order_id: orderId }
    : { kind: "blocked", reason: "paid_after_cancel" }
}

/** The store went live. An order that core made of this money before that is settled; nothing new is made of it. */
async function leftInTest(container: MedusaContainer, intent: IntentRow): Promise<ActResult> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const collection = await collectionById(query, intent.payment_collection_id)
  if (!isBooked(collection, intent)) return { kind: "blocked", reason: "environment_mismatch" }
  const order = intent.cart_id ? await orderOfCart(query, intent.cart_id) : null
  return { kind: "settled", order_id: order?.id ?? null }
}

async function complete(container: MedusaContainer, intent: IntentRow, cartId: string): Promise<ActResult> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const collection = await collectionOfCart(query, cartId)
  if (!collection) return { kind: "blocked", reason: "paid_without_order" }
  // A cart change that was cut off half-way leaves sessions of the old total or currency, and core compares them nowhere.
  const price = await priceOfCart(query, cartId)
  if (!price || !isSameMoney(intent, price)) return { kind: "blocked", reason: "late_payment" }
  const ready = await pointSessionAt(container, intent, collection)
  if (!ready) return { kind: "blocked", reason: "late_payment" }

  try {
    await completeCartWorkflow(container).run({ input: { id: cartId } })
  } catch (error) {
    // Another process may have completed the cart meanwhile: only the link tells.
    const order = await orderOfCart(query, cartId)
    if (!order) throw error
  }
  const order = await orderOfCart(query, cartId)
  if (!order) return { kind: "blocked", reason: "paid_without_order" }
  // Core answers with the order of an earlier completion too, also one that another payment made: is it this one's money?
  return await capture(container, intent, {
    collection: await collectionById(query, collection.id),
    order,
  })
}

/** Makes the cart's live session one that this intent pays; false when the cart now asks for other money. */
async function pointSessionAt(
  container: MedusaContainer,
  intent: IntentRow,
  collection: CollectionRecord
): Promise<boolean> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const live = collection.payment_sessions.find(isOurs)
  // A process that died while core took an order back left the session of the payment that is returned: core would make an order of it.
  if (live && !isSpent(live)) {
    if (!isSameMoney(intent, live)) return false
    const current = await ledger.bySession(live.id)
    if (current?.id !== intent.id && !bringsMoney(current)) await ledger.linkSession(live.id, intent.id)
    return true
  }
  if (!isSameMoney(intent, collection)) return false
  // The sessions are gone or spent (the cart was changed and not paid for anew): a new one adopts this intent in `initiatePayment`.
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: intent.provider_id },
  })
  const adopted = await ledger.bySession((result as { id: string }).id)
  return adopted?.id === intent.id
}

/** The order exists (or there is no cart): make sure its payment does too. */
async function capture(
  container: MedusaContainer,
  intent: IntentRow,
  { collection, order }: { collection: CollectionRecord | null; order: OrderRecord | null }
): Promise<ActResult> {
  const orderId = order?.id ?? null
  if (order && intent.cart_id && (await mend(container, intent, { order, collection }))) {
    const stands = await stillStands(container, intent.cart_id)
    if (stands.kind === "blocked") return stands
  }
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const linked = await linkedSessions(container, collection)
  if (isBooked(collection, intent) || linked.some((link) => isCaptured(link, intent)))
    return { kind: "settled", order_id: orderId }
  // Two tabs can leave two live sessions, each with money: the second one pays for nothing.
  if (isPaidFor(collection, intent) || (orderId && (await wasPaidBefore(container, intent, orderId))))
    return { kind: "blocked", reason: "duplicate_payment" }
  const mine = linked.find((link) => link.intent?.id === intent.id)?.session
  const unpaid = mine ?? linked.find((link) => !link.session.payment && !bringsMoney(link.intent))?.session
  if (!unpaid) return { kind: "blocked", reason: orderId ? "duplicate_payment" : "paid_without_order" }
  if (!isSameMoney(intent, unpaid)) return { kind: "blocked", reason: "late_payment" }
  if (!mine) await ledger.linkSession(unpaid.id, intent.id)

  await processPaymentWorkflow(container).run({
    input: {
      action: "captured",
      data: { session_id: unpaid.id, amount: toMajorString(BigInt(intent.amount), intent.exponent) },
    },
  })
  return orderId && intent.cart_id
    ? await stillStands(container, intent.cart_id)
    : { kind: "settled", order_id: orderId }
}

/** While we waited for the cart lock, a failing completion may have taken its order back, or somebody canceled it. */
async function stillStands(container: MedusaContainer, cartId: string): Promise<ActResult> {
  const order = await orderOfCart(container.resolve(ContainerRegistrationKeys.QUERY), cartId)
  if (!order) throw new Error("The order was taken back while its payment was captured")
  return order.status === "canceled"
    ? { kind: "blocked", reason: "paid_after_cancel" }
    : { kind: "settled", order_id: order.id }
}

/** Payments that are this intent's money, by the reference our own `authorizePayment` wrote; their sessions may be gone. */
function paymentsOf(collection: CollectionRecord | null, intent: IntentRow): PaymentRecord[] {
  return (collection?.payments ?? []).filter(
    (payment) => payment.data?.merchant_reference === intent.merchant_reference
  )
}

function isBooked(collection: CollectionRecord | null, intent: IntentRow): boolean {
  return paymentsOf(collection, intent).some(isStanding)
}

function isStanding(payment: PaymentRecord): boolean {
  return !!payment.captured_at && !isTakenBack(payment)
}

/** Payments that stand, whoever made them, leave nothing (or less than this intent) to pay. */
function isPaidFor(collection: CollectionRecord | null, intent: IntentRow): boolean {
  if (!collection) return false
  const units = (amount: MajorAmountLike) => toMinorUnits(amount, intent.exponent)
  const standing = collection.payments
    .filter((payment) => !payment.canceled_at)
    .map(({ amount, refunds }) =>
      (refunds ?? []).reduce((left, refund) => left - units(refund.amount), units(amount))
    )
    .reduce((sum, left) => sum + left, 0n)
  return standing > 0n && standing + BigInt(intent.amount) > units(collection.amount)
}

/** Another attempt paid this order. If the merchant gave that money back since, this sum is the customer's too, not the order's. */
async function wasPaidBefore(
  container: MedusaContainer,
  intent: IntentRow,
  orderId: string
): Promise<boolean> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const attempts = await ledger.ofSubject(intent.subject_id)
  return attempts.some(
    ({ id, order_id, refunded }) =>
      id !== intent.id && (order_id === orderId || (order_id === null && refunded !== "0"))
  )
}

/** By a refund of the merchant's: what core booked back itself after a failed completion moved no money. */
function isGivenBack(collection: CollectionRecord | null, intent: IntentRow): boolean {
  const booked = paymentsOf(collection, intent).filter(
    ({ captured_at, refunds }) => captured_at && !refunds?.some(({ note }) => note === COMPENSATION_NOTE)
  )
  return booked.length > 0 && booked.every(isReturned)
}

interface LinkedSession {
  session: SessionRecord
  /** which of our intents pays it */
  intent: IntentRow | null
}

async function linkedSessions(
  container: MedusaContainer,
  collection: CollectionRecord | null
): Promise<LinkedSession[]> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const sessions = (collection?.payment_sessions ?? []).filter(isOurs)
  return await Promise.all(
    sessions.map(async (session) => ({ session, intent: await ledger.bySession(session.id) }))
  )
}

function isCaptured({ session, intent }: LinkedSession, wanted: IntentRow): boolean {
  return intent?.id === wanted.id && !!session.payment && isStanding(session.payment)
}

/** A session whose own intent brings money keeps it; money that the merchant dealt with by hand brings none any more. */
function bringsMoney(intent: IntentRow | null): boolean {
  return intent?.outcome === "paid" && !intent.released_at
}
