import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import { type Resolution } from "../../modules/paycollect/attention"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import type PayCollectModuleService from "../../modules/paycollect/service"
import { SETTLE_LEASE_MS } from "./unpaid-order"

/**
 * The merchant dealt with an item. Under the settle lease: money must not be released by a person while it is becoming an order.
 * @throws MedusaError NOT_FOUND for an item that is not open; CONFLICT (409) while the payment is being settled. Nothing changed then.
 */
export async function resolveItem(
  container: MedusaContainer,
  intent: Pick<IntentRow, "id" | "subject_id">,
  { attention_id, ...resolution }: Resolution & { attention_id: string }
): Promise<void> {
  const { ledger, attention } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const lease = await ledger.claimSubject(intent.subject_id, SETTLE_LEASE_MS)
  if (!lease) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      "This payment is being brought in line with the store at this moment; nothing was changed. Look again in a minute."
    )
  }
  try {
    const isOpen = (await attention.openFor(intent.id)).some((item) => item.id === attention_id)
    if (isOpen && (await attention.resolve(attention_id, resolution))) return
  } finally {
    await ledger.release(lease, "settle_lease_until")
  }
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "attention_id names no open item of this payment; nothing was changed."
  )
}
