import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { advance, type AdvanceResult } from "./advance"
import { moduleOf } from "../payments/module"

/**
 * The merchant has removed what kept the store from making an order of money that came: one more try at once, on the way that all take.
 * @returns how it ended, with what the store `said` where it failed
 * @throws MedusaError NOT_ALLOWED (400, `paycollect_order_no_item`) when no item says that an order is missing; nothing was changed
 */
export async function orderNow(
  container: MedusaContainer,
  { id, merchant_reference }: Pick<IntentRow, "id" | "merchant_reference">
): Promise<AdvanceResult> {
  const { attention, ledger } = moduleOf(container)
  const open = await attention.openFor(id)
  const isMissing = open.some(({ reason }) => reason === "paid_without_order")
  // A second click comes when the first one's order stands already.
  if (!isMissing && !(await ledger.byReference(merchant_reference))?.applied_at)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "No open item says that an order of this payment is missing. Nothing was changed.",
      "paycollect_order_no_item"
    )
  return await advance(container, {
    reference: merchant_reference,
    cause: "order",
    priority: "admin",
    asker: "admin",
  })
}
