import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isAssigned } from "../payments/came"
import { paysAnOrder, plan } from "./next-step/plan"
import { type PlanEffect, type Findings, type Plan } from "./next-step/types"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { readSnapshot } from "./records/snapshot"
import { converge } from "./converge"
import { runEffect } from "./effects"
import { moduleOf } from "../payments/module"
import { type OrdersModule } from "./module"

export interface Look {
  /** null: the money came; else why nothing is known to be paid */
  unpaid: string | null
  /** why we look; kept in the history */
  cause: string
  findings?: Findings
  may?: (effect: PlanEffect) => boolean
}

/** Whether an order stands that was paid with this money, whatever the ledger knows. See {@link paysAnOrder}. */
export async function standsForOrder(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { ledger, configuration, clock } = moduleOf(container)
  const { options, environment } = await configuration.current()
  const snapshot = await readSnapshot(query, ledger, intent)
  const moment = { snapshot, options: { ...options, environment }, now: clock.now() }
  return paysAnOrder({ ...intent, unpaid: null }, moment)
}

/** Brings the store in line with one payment, effect by effect. See {@link converge} for how it ends. */
export async function bringInLine(
  container: MedusaContainer,
  intent: IntentRow,
  { unpaid, cause, ...part }: Look
): Promise<{ plan: Plan; findings: Findings }> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { ledger, links, configuration, clock } = moduleOf<OrdersModule>(container)
  const { options, environment } = await configuration.current()
  let current = intent
  const { pendingOrders, pendingOrderExpiryHours } = options
  return await converge({
    ...part,
    unpaid,
    async read() {
      // A booking changes under the look itself: what it is bound to decides what is read.
      if (isAssigned(current)) current = (await ledger.byReference(intent.merchant_reference)) ?? current
      return await readSnapshot(query, ledger, current, unpaid === null ? {} : { unpaid: links })
    },
    plan: (snapshot) =>
      plan(
        { ...current, unpaid },
        snapshot,
        { environment, pendingOrders, pendingOrderExpiryHours },
        clock.now()
      ),
    run: (effect) => runEffect(container, { intent: current, effect, cause }),
  })
}
