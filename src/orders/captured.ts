import { type MedusaContainer } from "@medusajs/framework/types"
import { PaymentEvents } from "@medusajs/framework/utils"
import { CAPTURE_TOLD_MS } from "../payments/ledger/captures"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { moduleOf, queryOf } from "../payments/module"
import { quietly, send } from "./emit"
import { capturedPayment } from "./records/lookups"

/**
 * Medusa's `payment.captured`, by which invoices, mails and accounts hear of money, of each payment that core does not tell of: its completion of a
 * cart tells of none (docs/medusa.md). Core is given a moment to tell of its own.
 */
export function tellCapturedLater(container: MedusaContainer, { id }: IntentRow): void {
  const later = async () => tellCaptured(container, await moduleOf(container).ledger.byId(id))
  // Of a process that ends before, the job tells.
  setTimeout(() => void later().catch(() => undefined), CAPTURE_TOLD_MS + MARGIN_MS).unref()
}

const MARGIN_MS = 100

/** What the job tells, of processes that died. */
export async function tellCaptures(container: MedusaContainer): Promise<void> {
  for (const intent of await moduleOf(container).captures.untold()) await tellCaptured(container, intent)
}

/**
 * Claimed before it goes out: a process that dies in between tells of it never, and no two tell of it twice. What the bus refuses the job tells. What core takes back just now, or undid
 * by half, has no payment to name: it is not claimed, and the job looks again. Core tells once more in a process that stood still after its capture.
 */
async function tellCaptured(container: MedusaContainer, intent: IntentRow): Promise<void> {
  if (!intent.applied_at || intent.captured_told_at) return
  const name = PaymentEvents.CAPTURED
  await quietly(container, `${name} of ${intent.merchant_reference}`, async () => {
    const { captures, configuration } = moduleOf(container)
    const { options } = await configuration.current()
    const id = await capturedPayment(queryOf(container), intent.used_by_session_id!)
    if (!id || !(await captures.claim(intent.id))) return
    if (options.service.capturedEvent !== "auto") return
    await send(container, name, { id }).catch(async (error: unknown) => {
      await captures.unclaim(intent.id)
      throw error
    })
  })
}
