import { isDeepStrictEqual } from "node:util"
import { type MedusaContainer } from "@medusajs/framework/types"
import { type PlanEffect, type Findings, type Plan, type Unheard } from "./next-step/types"
import { type Snapshot, type Unreadable } from "./records/records"
import { isAssigned } from "../payments/attempts"
import { isInMedusa, paysAnOrder, plan } from "./next-step/plan"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { readSnapshot } from "./records/snapshot"
import { runEffect } from "./effects"
import { moduleOf, queryOf } from "../payments/module"
import { type Source } from "../payments/source"
import { type OrdersModule } from "./module"

interface Loop {
  /** null: the money came; else why nothing is known to be paid */
  unpaid: string | null
  /** everything that decides, read at this moment */
  read(): Promise<Snapshot | Unreadable>
  plan(snapshot: (Snapshot & Findings) | Unreadable): Plan
  /** does one effect. @returns what it found out beside the store's records */
  run(effect: PlanEffect): Promise<Findings>
  /** what an earlier part of the same look found out */
  findings?: Findings
  /** effects that this part of the look may have; the first other one ends it */
  may?(effect: PlanEffect): boolean
}

/** The longest honest way has five effects: repair, session, link, completion, capture; or checkout in place of repair. */
const MAX_ROUNDS = 8
/** What leads to an order. Where it failed, the same way a moment later fails again: the next look tries. */
const TOWARDS_ORDER = new Set<PlanEffect["do"]>([
  "open_checkout",
  "link_session",
  "open_session",
  "complete_cart",
])

/**
 * Read, plan, one effect, read again: until the plan has none left. A controller, not a script: what another process, core's own
 * compensation or a kill changed in between is seen by the next reading.
 * @returns how it ended, with what was found out and read last; an `effect` when the next one is not among those it may have
 * @throws what an effect threw, unless the store came in order all the same
 */
export async function converge({
  unpaid,
  read,
  plan,
  run,
  findings = {},
  may,
}: Loop): Promise<{ plan: Plan; findings: Findings; seen?: Snapshot }> {
  let found = findings
  let last: { effect: PlanEffect; seen: object; failed: boolean; error?: unknown } | null = null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const records = await read()
    const snapshot = "unreadable" in records ? records : { ...records, ...found }
    const next = plan(snapshot)
    if (next.kind !== "effect")
      return { plan: next, findings: found, seen: "unreadable" in records ? undefined : records }
    const { effect } = next
    if (last?.failed && (TOWARDS_ORDER.has(effect.do) || last.effect.do === effect.do)) throw last.error
    // It was done, and nothing came of it: nothing would come of it the next time.
    if (last && isDeepStrictEqual(last.effect, effect) && isDeepStrictEqual(last.seen, snapshot))
      return { plan: stuck(unpaid), findings: found }
    if (may?.(effect) === false) return { plan: next, findings: found }

    last = { effect, seen: snapshot, failed: false }
    try {
      found = { ...found, ...(await run(effect)) }
    } catch (error) {
      last = { ...last, failed: true, error }
    }
  }
  if (last?.failed) throw last.error
  throw new Error("The store did not come to rest")
}

function stuck(unpaid: string | null): Plan {
  return unpaid === null
    ? { kind: "raise", reason: "paid_without_order" }
    : { kind: "raise", reason: "unpaid_order_kept", once: true }
}

interface Look {
  /** null: the money came; else why nothing is known to be paid */
  unpaid: string | null
  source: Source
  findings?: Findings
  may?: (effect: PlanEffect) => boolean
  /** the service does not say whether the money is still there: what Medusa has taken is written down, an assignment ends in time, no more */
  unheard?: Unheard
}

const WITHOUT_EVIDENCE: Record<Unheard, readonly PlanEffect["do"][]> = {
  for_now: ["repair_order"],
  for_good: ["repair_order", "undo_assignment"],
}

/** Whether an order stands that was paid with this money, whatever the ledger knows. See {@link paysAnOrder}. */
export async function standsForOrder(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  return await judged(container, intent, paysAnOrder)
}

/** Whether it is a payment of Medusa's, be it of an order that is canceled. See {@link isInMedusa}. */
export async function standsInMedusa(container: MedusaContainer, intent: IntentRow): Promise<boolean> {
  return await judged(container, intent, isInMedusa)
}

async function judged(
  container: MedusaContainer,
  intent: IntentRow,
  judge: typeof paysAnOrder
): Promise<boolean> {
  const { ledger, configuration, clock } = moduleOf(container)
  const { options, environment } = await configuration.current()
  const snapshot = await readSnapshot(queryOf(container), ledger, intent)
  const moment = { snapshot, options: { ...options, environment }, now: clock.now() }
  return judge({ ...intent, unpaid: null }, moment)
}

/** Brings the store in line with one payment, effect by effect. See {@link converge} for how it ends. */
export async function bringInLine(
  container: MedusaContainer,
  intent: IntentRow,
  { unpaid, source, unheard, ...part }: Look
): ReturnType<typeof converge> {
  const { ledger, links, configuration, clock } = moduleOf<OrdersModule>(container)
  const { options, environment } = await configuration.current()
  let current = intent
  return await converge({
    ...part,
    ...(unheard && { may: ({ do: effect }) => WITHOUT_EVIDENCE[unheard].includes(effect) }),
    unpaid,
    async read() {
      // A booking changes under the look itself: what it is bound to decides what is read.
      if (isAssigned(current)) current = (await ledger.byReference(intent.merchant_reference)) ?? current
      return await readSnapshot(queryOf(container), ledger, current, unpaid === null ? {} : { unpaid: links })
    },
    plan: (snapshot) =>
      plan({ ...current, unpaid, unheard }, snapshot, { ...options, environment }, clock.now()),
    run: (effect) => runEffect(container, { intent: current, effect, source }),
  })
}
