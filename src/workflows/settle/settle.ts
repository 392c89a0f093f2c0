import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Priority } from "../../client"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { act } from "./act"

export interface SettleInput {
  reference: string
  /** why we look: "return", "webhook", "job", "admin", ... ; kept in the intent's history */
  cause: string
  priority?: Priority
}

export type SettleStatus = "unknown_reference" | "waiting" | "failed" | "succeeded" | "attention"

export interface SettleResult {
  status: SettleStatus
  /** machine-readable: a service state, a decision's reason, or why the store could make no order */
  reason: string | null
  cart_id: string | null
  order_id: string | null
}

/** Longer than the longest honest completion (30 s of waiting for the cart lock, then the work): a lease ends only with its owner. */
const LEASE_MS = 90_000
const WAIT_MS = 10_000
const POLL_MS = 200
const VERIFY_DEADLINE_MS = 10_000

/**
 * The only road from "something happened" to Medusa: verify once, decide, act. Safe to call at any time, any number of times, from
 * any process; a repeat finds the work done. Lock order: settle lease, then (inside core) the cart lock. Provider methods never
 * come here.
 */
export async function settle(container: MedusaContainer, input: SettleInput): Promise<SettleResult> {
  const paycollect = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const recorded = await paycollect.ledger.byReference(input.reference)
  if (!recorded) return { status: "unknown_reference", reason: null, cart_id: null, order_id: null }
  if (recorded.settled_at) return succeeded(recorded)

  const { intent, decision } = await paycollect.verify(recorded, {
    deadline: Date.now() + VERIFY_DEADLINE_MS,
    cause: input.cause,
    priority: input.priority,
  })
  switch (decision.kind) {
    case "waiting":
      return result("waiting", intent, decision.reason)
    case "failed":
      return result("failed", intent, decision.reason)
    case "mismatch":
      return result("attention", intent, decision.reason)
    case "paid":
      return await underLease(container, intent, input.cause)
  }
}

async function underLease(
  container: MedusaContainer,
  intent: IntentRow,
  cause: string
): Promise<SettleResult> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const deadline = Date.now() + WAIT_MS
  while (Date.now() < deadline) {
    const claimed = await ledger.claim(intent.id, "settle_lease_until", LEASE_MS)
    if (claimed) {
      try {
        return claimed.settled_at ? succeeded(claimed) : await actAndRecord(container, claimed, cause)
      } finally {
        await ledger.release(intent.id, "settle_lease_until")
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const current = await ledger.byReference(intent.merchant_reference)
    if (current?.settled_at) return succeeded(current)
  }
  return result("waiting", intent, "being_settled")
}

async function actAndRecord(
  container: MedusaContainer,
  intent: IntentRow,
  cause: string
): Promise<SettleResult> {
  const { ledger } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  try {
    const outcome = await act(container, intent)
    if (outcome.kind === "blocked") {
      await ledger.record(intent.id, { type: "settle_blocked", cause, data: { reason: outcome.reason } })
      return result("attention", intent, outcome.reason)
    }
    const settled = await ledger.change(
      intent.id,
      { settled_at: new Date(), order_id: outcome.order_id, due_at: null },
      { type: "settled", cause, data: { order_id: outcome.order_id } }
    )
    return succeeded(settled)
  } catch (error) {
    // The money is safe in the ledger; the next settle (reload, poll, job) tries again.
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const message = error instanceof Error ? error.message : "unknown error"
    logger.error(
      `paycollect: ${intent.merchant_reference} is paid, but its order could not be made yet: ${message}`
    )
    await ledger.record(intent.id, {
      type: "settle_failed",
      cause,
      data: { error: error instanceof Error ? error.name : "unknown" },
    })
    return result("waiting", intent, "completion_failed")
  }
}

function succeeded(intent: IntentRow): SettleResult {
  return { ...result("succeeded", intent, null), order_id: intent.order_id }
}

function result(status: SettleStatus, intent: IntentRow, reason: string | null): SettleResult {
  return { status, reason, cart_id: intent.cart_id, order_id: null }
}
