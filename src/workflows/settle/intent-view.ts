import { type MedusaContainer } from "@medusajs/framework/types"
import { ATTENTION_REASONS, isAttentionReason } from "../../domain/attention"
import { PAYCOLLECT_MODULE } from "../../modules/paycollect"
import type PayCollectModuleService from "../../modules/paycollect/service"

/**
 * An intent as a merchant may see it: without the create body (names, phone, e-mail), the checkout address (it holds the client secret)
 * and the leases. @throws MedusaError NOT_FOUND
 */
export async function intentView(container: MedusaContainer, id: string) {
  const paycollect = container.resolve<PayCollectModuleService>(PAYCOLLECT_MODULE)
  const intent = await paycollect.retrieveIntent(id, { relations: ["events", "attention"] })
  const {
    request,
    checkout_url,
    fingerprint,
    create_lease_until,
    verify_lease_until,
    settle_lease_until,
    ...shown
  } = intent
  void [request, checkout_url, fingerprint, create_lease_until, verify_lease_until, settle_lease_until]
  return {
    ...shown,
    events: [...intent.events].sort(
      (a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime()
    ),
    attention: intent.attention.map((item) => ({
      ...item,
      ...(isAttentionReason(item.reason) && { explanation: ATTENTION_REASONS[item.reason] }),
    })),
  }
}
