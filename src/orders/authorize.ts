import { HOUR_MS } from "../service/config"
import { type AuthorizePaymentOutput } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { isTestInLive } from "../payments/assess"
import { isSameMoney } from "../payments/money"
import { contactOfOrder, mayPlace } from "./placed"
import { type ActiveConfiguration } from "../settings/active-configuration"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type PaymentsModule } from "../payments/module"
import { orderById } from "./records/lookups"
import { customerOfCart, placedUnpaidOrders } from "./records/placed-orders"
import { askedOf, isCanceled, total } from "./records/predicates"
import { type Query } from "./records/query"
import { readSessionMoney, type SessionMoney } from "./records/session-facts"
import { sessionData } from "../payments/session-data"
import { notPaid, stillWaiting } from "../payments/errors"

/** Core holds the cart lock for 120 s while it authorizes; a longer wait than this is answered "still waiting". */
const AUTHORIZE_DEADLINE_MS = 12_000
/** How long ago a payment may have been asked for whose order core is placing at this moment: it asks, then saves. */
const PLACING_MS = 60_000

/**
 * Succeeded means captured. Everything else is thrown: a returned status other than captured would make core answer 400 and, for
 * failures, kill the session for good. Only `pendingOrders: "place"` returns pending_authorization, while `processing`.
 * @throws MedusaError PAYMENT_REQUIRES_MORE_ERROR while unpaid or in doubt; PAYMENT_AUTHORIZATION_ERROR when failed
 */
export async function authorize(
  sessionId: string,
  { paycollect, query }: { paycollect: PaymentsModule; query: Query }
): Promise<AuthorizePaymentOutput> {
  const { ledger } = paycollect
  const active = await paycollect.configuration.current()
  const [recorded, facts] = await Promise.all([
    ledger.bySession(sessionId),
    readSessionMoney(query, sessionId, active.options),
  ])
  if (!recorded) throw notPaid("no payment was started for this session")
  await assertSameMoney(facts, recorded, { active, query })
  await assertOwed(facts, recorded, query)

  const deadline = paycollect.clock.now() + AUTHORIZE_DEADLINE_MS
  const { intent, decision } = await paycollect.verifier.verify(recorded, { by: "authorize" }, deadline)

  switch (decision.kind) {
    case "paid": {
      const before = sessionBefore(intent, facts)
      if (!(await ledger.markUsed(intent.id, sessionId, before, facts.payment_collection_id)))
        throw notPaid("this payment already paid for something else")
      return { status: PaymentSessionStatus.CAPTURED, data: sessionData(intent) }
    }
    case "failed":
      throw notPaid(decision.reason)
    case "waiting":
      if (!(await placesOrder({ ...facts, reason: decision.reason }, { paycollect, query, active })))
        throw stillWaiting(decision.reason)
      // The last answer of an old schedule calls for the next look a day later: the order that stands now is looked after in a minute.
      await ledger.scheduleBy(intent.id)
      return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: sessionData(intent) }
    case "discrepancy":
      throw stillWaiting(decision.reason)
  }
}

interface AskedPlacing extends Pick<SessionMoney, "cart_id" | "order"> {
  reason: string
}

/**
 * `pendingOrders: "place"`: the customer confirms on the phone while the order exists, shown unpaid. It holds stock, so
 * one person has a few of them and the store a hundred; one more waits for its money. Core makes an order before it asks
 * for the money, and asks for several at once: each counts all others that it sees, so that never one too many stands.
 */
export async function placesOrder(
  { reason, cart_id, order }: AskedPlacing,
  { paycollect, query, active }: { paycollect: PaymentsModule; query: Query; active: ActiveConfiguration }
): Promise<boolean> {
  const { pendingOrders, pendingOrderExpiryHours } = active.options
  if (reason !== "processing" || pendingOrders !== "place") return false
  // More money for an order that stands already: nothing is placed.
  if (!cart_id) return true
  const now = paycollect.clock.now()
  const placed = await placedUnpaidOrders(query, {
    // One that outlived its time is canceled by the job's next run.
    since: new Date(now - (pendingOrderExpiryHours + 1) * HOUR_MS),
    carts: await paycollect.ledger.cartsAskedSince(new Date(now - PLACING_MS)),
  })
  const others = placed.filter(({ id }) => id !== order?.id).map(contactOfOrder)
  return mayPlace(contactOfOrder((await customerOfCart(query, cart_id)) ?? {}), others)
}

/** Only this compares amounts: core makes the order of a cart without looking whether its session asks for the same money. */
export async function assertSameMoney(
  facts: SessionMoney,
  intent: IntentRow,
  { active, query }: { active: ActiveConfiguration; query: Query }
): Promise<void> {
  const { cart_price: price } = facts
  const isSame =
    isSameMoney(intent, facts) &&
    (!price || isSameMoney(intent, price) || (await isOfEditedOrder(facts, intent, query)))
  if (!isSame) throw stillWaiting("the amount to pay has changed")
  if (isTestInLive(intent, active)) throw notPaid("a test payment cannot pay in the live environment")
}

/** An employee edited the order since it was placed: it costs something else than its cart, and asks for this money. */
async function isOfEditedOrder(facts: SessionMoney, intent: IntentRow, query: Query): Promise<boolean> {
  const { exponent } = intent
  const order = facts.order && (await orderById(query, facts.order.id))
  if (!order) return false
  // While core completes the cart both cost the same.
  const isEdited =
    total([order.summary.current_order_total], exponent) !== total([facts.cart_price!.amount], exponent)
  return isEdited && askedOf(order, intent, exponent) >= BigInt(intent.amount)
}

/** @throws MedusaError PAYMENT_AUTHORIZATION_ERROR where nothing is owed for this money */
async function assertOwed(facts: SessionMoney, intent: IntentRow, query: Query): Promise<void> {
  // Core holds the cart while it asks: of two paid sessions that are applied at once, the second one is refused here.
  if (facts.paid_for) throw notPaid("what it asks for is already paid")
  if (facts.order && isCanceled(facts.order)) throw notPaid("its order is canceled")
  // The last check of an order that stood before its money came: the counter may have been paid since the plan was made, or an employee has
  // Medusa look at the session itself. Of a cart that core completes at this moment the order has no other collection.
  const stoodBefore = facts.is_awaited || facts.cart_id === null
  const order = stoodBefore && facts.order ? await orderById(query, facts.order.id) : null
  if (order && askedOf(order, intent, intent.exponent) < BigInt(intent.amount))
    throw notPaid("its order owes less than that")
}

/**
 * The session whose place this one takes: core deleted it after it had taken the money and before a payment was booked, so the money is
 * still unspent. Only within a cart, whose completions core holds one at a time, or where an employee assigned it, which `plan` allows only
 * when it is spent nowhere; and only when no standing payment names the money.
 */
export function sessionBefore(intent: IntentRow, facts: SessionMoney): string | null {
  const unspent = !facts.paid_references.includes(intent.merchant_reference)
  const { payment_collection_id: collection } = facts
  const sameCart = facts.cart_id !== null && collection === intent.payment_collection_id
  const isAssignment = !intent.applied_at && collection === intent.assigned_collection_id
  return unspent && (sameCart || isAssignment) ? intent.used_by_session_id : null
}
