import { type MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../modules/paycollect"
import { type Resolution } from "../modules/paycollect/ledger/attention"
import { type IntentRow } from "../modules/paycollect/models/intent"
import type PayCollectModuleService from "../modules/paycollect/service"

/**
 * The merchant dealt with an item. Under the settle lease: money must not be released by a person while it is becoming an order.
 * @throws MedusaError NOT_FOUND for an item that is not open; NOT_ALLOWED (400) while the payment is being settled, or until
 * somebody ended a settling that was cut off. Nothing changed then.
 */
export async function resolveItem(
  container: MedusaContainer,
  intent: Pick<IntentRow, "merchant_reference" | "subject_id">,
  { attention_id, ...resolution }: Resolution & { attention_id: string }
): Promise<void> {
  const { ledger, attention } = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const held = await ledger.whileSettling(intent.subject_id, { wait: 0 }, async () => {
    const { id, outcome, due_at } = (await ledger.byReference(intent.merchant_reference))!
    const item = (await attention.openFor(id)).find((open) => open.id === attention_id)
    // Money that was given up on is due only while it is tried again: an order may stand that is not booked yet.
    if (item?.category === "money" && outcome === "paid" && due_at)
      throw notNow("The store has begun to make an order of this payment")
    return !!item && (await attention.resolve(attention_id, resolution)) !== null
  })
  if (!held.held) throw notNow("This payment is being brought in line with the store at this moment")
  if (held.value) return
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "attention_id names no open item of this payment; nothing was changed."
  )
}

function notNow(because: string): MedusaError {
  return new MedusaError(
    // Not CONFLICT, for which core's error handler says something else.
    MedusaError.Types.NOT_ALLOWED,
    `${because}; nothing was changed. Press "Check now", or look again in a minute.`
  )
}
