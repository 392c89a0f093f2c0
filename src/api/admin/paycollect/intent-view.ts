import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_REASONS, isAttentionReason } from "../../../domain/attention"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { PAYCOLLECT_MODULE } from "../../../modules/paycollect"
import type PayCollectModuleService from "../../../modules/paycollect/service"
import { withStoreFacts } from "../../../store/merchant-facts"

/** What a merchant never sees: the create body (names, phone, e-mail), the checkout address (it holds the client secret), the leases. */
const HIDDEN = [
  "request",
  "checkout_url",
  "fingerprint",
  "create_lease_until",
  "verify_lease_until",
  "settle_lease_until",
] as const

/** An intent, with whatever relations it was read with, as a merchant may see it. */
export function shownIntent<T extends Pick<IntentRow, (typeof HIDDEN)[number]>>(
  intent: T
): Omit<T, (typeof HIDDEN)[number]> {
  const shown = { ...intent }
  for (const name of HIDDEN) delete (shown as Partial<T>)[name]
  return shown
}

/** One intent with its history, its attention items, explained, and the store's facts. @throws MedusaError NOT_FOUND */
export async function intentView(container: MedusaContainer, id: string) {
  const paycollect = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const intent = await paycollect.retrieveIntent(id, { relations: ["events", "attention"] })
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [shown] = await withStoreFacts(query, [shownIntent(intent as typeof intent & IntentRow)])
  return {
    ...shown!,
    events: [...intent.events].sort(
      (a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime()
    ),
    attention: intent.attention.map((item) => ({
      ...item,
      ...(isAttentionReason(item.reason) && { explanation: ATTENTION_REASONS[item.reason] }),
    })),
  }
}
