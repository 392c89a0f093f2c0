import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  completeCartWorkflow,
  createOrderPaymentCollectionWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { isAssigned } from "../payments/attempts"
import { toMajorString } from "../payments/money"
import { whyUnpaid } from "../payments/schedule"
import { factsOf, type Source } from "../payments/source"
import { type PlanEffect, type Findings } from "./next-step/types"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { moduleOf, queryOf } from "../payments/module"
import { uncancelPayments } from "./apply-mend"
import { bookMissing } from "./keep-balance"
import { orderById } from "./records/lookups"
import { isTakenBack } from "./records/predicates"
import { type PaymentRecord } from "./records/records"

/** As long as core itself waits for its lock of a cart. */
export const CORE_LOCK_WAIT_S = 30

interface Acting<E extends PlanEffect = PlanEffect> {
  intent: IntentRow
  effect: E
  source: Source
}

type EffectOf<D extends PlanEffect["do"]> = Extract<PlanEffect, { do: D }>

/**
 * Does one step that `plan` names, and nothing else. Whether it came to anything is seen by reading again. Called under the advance lease,
 * but for `ask_attempts`, which waits for the service.
 *
 * `completeCartWorkflow` for a cart without an order, `processPaymentWorkflow` only where an order exists or there is no cart: on a
 * cart without an order the latter captures first and then fails to complete. Never `runAsStep`: it skips the cart lock.
 * @returns what was found out beside the store's records
 */
export async function runEffect(container: MedusaContainer, acting: Acting): Promise<Findings> {
  const { intent, effect } = acting
  const { ledger, assignments, captures } = moduleOf(container)
  switch (effect.do) {
    case "link_session":
      await ledger.linkSession(effect.session_id, intent.id)
      return {}
    case "open_checkout":
      await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: effect.cart_id } })
      return {}
    case "open_session":
      await createPaymentSessionsWorkflow(container).run({
        input: { payment_collection_id: effect.collection_id, provider_id: intent.provider_id },
      })
      return {}
    case "complete_cart":
      await completeCartWorkflow(container).run({ input: { id: effect.cart_id } })
      return {}
    case "capture":
      await processPaymentWorkflow(container).run({
        input: {
          action: "captured",
          data: {
            session_id: effect.session_id,
            amount: toMajorString(BigInt(intent.amount), intent.exponent),
          },
        },
      })
      // Core handed its event over; a bus may keep it for long, and ours would be a second one.
      await captures.noted(intent.merchant_reference)
      return {}
    case "repair_order":
      await repairOrder(container, intent, effect)
      return {}
    case "make_collection":
      await makeCollection(container, intent, effect)
      return {}
    case "assign_collection":
      await assignments.assignCollection(intent.id, effect.collection_id)
      return {}
    case "undo_assignment":
      await undoAssignment(container, intent, effect)
      return {}
    case "ask_attempts":
      return { unpaid: await askAttempts(container, intent, effect) }
    case "end_leftover_changes":
      await container.resolve(Modules.ORDER).cancelOrderChange(effect.ids)
      return {}
    case "cancel_order":
      return { ended: await cancelOrder(container, { ...acting, effect }) }
  }
}

/**
 * Core commits an order, its links and its transactions one after the other. A process killed in between leaves an order that shows no
 * payment, or that is paid and shown as outstanding, so that the merchant would ask the customer for the money again. Killed while it
 * took an order back, it leaves a captured payment marked as canceled, which the next order is made of. Under the lock that core completes
 * carts with.
 */
async function repairOrder(
  container: MedusaContainer,
  intent: IntentRow,
  { order_id, collection_id, link, uncancel }: EffectOf<"repair_order">
): Promise<void> {
  const key = (!isAssigned(intent) && intent.cart_id) || collection_id
  const work = async () => {
    // A completion that was still at work may have taken the order back, or voided the payment.
    const order = await orderById(queryOf(container), order_id)
    if (!order) return
    if (link)
      await container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id },
        [Modules.PAYMENT]: { payment_collection_id: collection_id },
      })
    const payments = container.resolve(Modules.PAYMENT)
    const found = uncancel.length
      ? await payments.listPayments({ id: uncancel }, { relations: ["captures", "refunds"] })
      : []
    // What a person refunded of it meanwhile went back of this order's money.
    const standing = found.filter(
      (payment) => !isTakenBack(payment as PaymentRecord, intent.exponent, order.created_at)
    )
    await uncancelPayments(
      container,
      standing.map(({ id }) => id)
    )
    await bookMissing(container, order_id, intent.exponent)
  }
  await container.resolve(Modules.LOCKING).execute(key, work, { timeout: CORE_LOCK_WAIT_S })
}

/** Core takes any amount: we ask for just this money, and `plan` finds the collection by it, whatever happens to this process. */
async function makeCollection(
  container: MedusaContainer,
  { amount, exponent }: IntentRow,
  { order_id }: EffectOf<"make_collection">
): Promise<void> {
  const major = Number(toMajorString(BigInt(amount), exponent))
  await createOrderPaymentCollectionWorkflow(container).run({ input: { order_id, amount: major } })
}

/** The binding goes last: a process that dies before leaves money that is bound, and the next look undoes the rest. */
async function undoAssignment(
  container: MedusaContainer,
  { id, assigned_order_id }: IntentRow,
  { because, session_ids }: EffectOf<"undo_assignment">
): Promise<void> {
  const { assignments } = moduleOf(container)
  const payments = container.resolve(Modules.PAYMENT)
  for (const session of session_ids) await payments.deletePaymentSession(session)
  await assignments.undo(id, { order_id: assigned_order_id, reason: because })
}

/** Another attempt of the same cart may have brought the money; its own look captures it then. */
async function askAttempts(
  container: MedusaContainer,
  intent: IntentRow,
  { ids }: EffectOf<"ask_attempts">
): Promise<Record<string, string>> {
  const paycollect = moduleOf(container)
  const reasons: Record<string, string> = {}
  for (const attempt of await paycollect.ledger.byIds(ids)) {
    const judged = await paycollect.verifier.verify(attempt, { by: "unpaid_order" })
    const { decision } = judged
    reasons[attempt.id] = decision.kind === "paid" ? "paid" : whyUnpaid({ ...judged, decision })
  }
  return reasons
}

async function cancelOrder(
  container: MedusaContainer,
  { intent, effect: { order_id, placed }, source }: Acting<EffectOf<"cancel_order">>
): Promise<Findings["ended"]> {
  const { ledger } = moduleOf(container)
  await cancelOrderWorkflow(container).run({ input: { order_id } })
  const data = { order_id, reason: placed ? "expired" : "no_payment" }
  await ledger.record(intent.id, { type: "order_canceled", cause: factsOf(source).said, data })
  return { order_id, placed }
}
