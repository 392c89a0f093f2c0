import { isPlayMoney } from "../../domain/environment"
import { isSameMoney } from "../../domain/money"
import { type ActiveConfiguration } from "../../modules/paycollect/active-configuration"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type SessionMoney } from "../../store/session-facts"
import { notPaid, stillWaiting } from "./errors"

/** `pendingOrders: "place"`: the customer confirms on the phone while the order exists, shown unpaid (design, decision 5). */
export function placesOrderWhile(reason: string, { options }: ActiveConfiguration): boolean {
  return reason === "processing" && options.pendingOrders === "place"
}

/** Nobody but us compares amounts: core makes the order of a cart without looking whether its session asks for the same money. */
export function assertSameMoney(facts: SessionMoney, intent: IntentRow, active: ActiveConfiguration): void {
  const asked = facts.cart_price ? [facts, facts.cart_price] : [facts]
  if (!asked.every((price) => isSameMoney(intent, price))) throw stillWaiting("the amount to pay has changed")
  if (isPlayMoney(intent, active)) throw notPaid("a test payment cannot pay in the live environment")
}

/**
 * The session whose place this one takes: core deleted it after it had taken the money and before a payment was booked, so the money is
 * still unspent. Only within a cart, whose completions core holds one at a time, and only when no standing payment names the money.
 */
export function heir(intent: IntentRow, facts: SessionMoney): string | null {
  const unspent = !facts.paid_references.includes(intent.merchant_reference)
  const sameCart = facts.cart_id !== null && facts.payment_collection_id === intent.payment_collection_id
  return unspent && sameCart ? intent.consumed_session_id : null
}
