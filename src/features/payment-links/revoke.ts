import { type MedusaContainer } from "@medusajs/framework/types"
import { type LinkRow } from "../../modules/paycollect/models/link"
import { publish } from "../../orders/emit"
import { moduleOf } from "../../payments/module"
import { type LinksModule } from "./rows"

/**
 * From now on nothing can be paid by it. A payment that its customer has begun may still be paid at the service, and pays the order like any
 * other. A repeat changes nothing.
 * @returns the link as it is now; null for an unknown id
 */
export async function revokeLink(
  container: MedusaContainer,
  { id, by }: { id: string; by: string }
): Promise<LinkRow | null> {
  const { links } = moduleOf<LinksModule>(container)
  const isDone = await links.revoke(id, by)
  const link = await links.byId(id)
  if (isDone && link) {
    const { order_id, cart_id } = link
    await publish(container, "paycollect.link.revoked", { id, order_id, cart_id }, id)
  }
  return link
}
