import { type NotPayable } from "../../types/http/assignments"
import { isCanceled, openOf } from "../../orders/records/predicates"
import { type OrderRecord } from "../../orders/records/records"
import { type AttentionReason } from "../../payments/attention-reasons"
import { isAssigned } from "../../payments/attempts"
import { goneOf } from "../../payments/came"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { phaseOf, type Phased } from "../../payments/phase"
import { type Environment } from "../../service/config"

/** Money that came and that an employee may give to an order: it came whole, and what it was meant for stands without it or not at all. */
const ASSIGNABLE: ReadonlySet<string> = new Set<AttentionReason>([
  "paid_without_order",
  "late_payment",
  "duplicate_payment",
  "paid_after_cancel",
  "unknown_payment",
])

/** What the ledger knows of money that came. `amount` in smallest units. */
export type AssignableMoney = Phased &
  Pick<IntentRow, "environment" | "amount" | "currency_code" | "exponent" | "refunded" | "reversed">

/**
 * Of the money:
 * - `assigned`: it was given to an order before, or a canceled one still holds it in Medusa;
 * - `no_item`: no item is open about whole money that no order stands for;
 * - `in_progress`: it is tried once more at this moment to make an order of it;
 * - `refunded`: a part of it went back;
 * - `other_environment`: test money in a live store, or the other way round.
 */
export type NotAssignable = "assigned" | "no_item" | "in_progress" | "refunded" | "other_environment"

export type NoAssignment = NotAssignable | NotPayable

/**
 * Whether money may be booked on an order at all; null when it may.
 * @param open reasons of its open items
 */
export function whyNotAssignable(
  money: AssignableMoney,
  open: readonly string[],
  store: { environment: Environment }
): NotAssignable | null {
  if (isAssigned(money)) return "assigned"
  const phase = phaseOf(money)
  if (!open.some((reason) => ASSIGNABLE.has(reason))) return "no_item"
  if (phase === "retried") return "in_progress"
  if (phase !== "listed") return "no_item"
  if (goneOf(money) > 0n) return "refunded"
  return money.environment === store.environment ? null : "other_environment"
}

/**
 * Whether this order may be paid with it; null when it may.
 * @param order null: there is none of this id
 */
export function whyNotPayable(
  money: Pick<AssignableMoney, "amount" | "currency_code" | "exponent">,
  order: OrderRecord | null,
  { openChange, busy }: { openChange: boolean; busy: boolean }
): NotPayable | null {
  if (!order) return "no_order"
  if (order.is_draft_order) return "draft"
  if (isCanceled(order)) return "canceled"
  if (order.currency_code?.toLowerCase() !== money.currency_code) return "other_currency"
  if (openChange) return "open_change"
  if (busy) return "busy"
  return openOf(order, money.exponent) >= BigInt(money.amount) ? null : "owes_less"
}
