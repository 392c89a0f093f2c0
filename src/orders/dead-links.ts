import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { isAssigned } from "../payments/attempts"
import { queryOf } from "../payments/module"
import { CORE_LOCK_WAIT_S } from "./effects"
import { unreadOrders } from "./records/snapshot"

/**
 * Core writes the links of a new order side by side. Where the connection of one is lost it deletes the order and leaves the other, and from then
 * on makes none of this cart, at any try. What leads to an order that was deleted is taken away, under the lock that core completes carts with.
 */
export async function dropDeadLinks(container: MedusaContainer, intent: IntentRow): Promise<void> {
  const { cart_id, payment_collection_id } = intent
  if (!cart_id || isAssigned(intent)) return
  const of = { cart_id, payment_collection_id }
  const { ofCart, ofCollection } = await unreadOrders(queryOf(container), of)
  const unread = [...new Set([...ofCart, ...ofCollection])]
  if (unread.length === 0) return
  const work = async () => {
    // One that an app only hides is a person's to look at.
    const known = await container.resolve(Modules.ORDER).listOrders({ id: unread }, { withDeleted: true })
    const isDead = (order_id: string) => known.every(({ id }) => id !== order_id)
    await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
      ...ofCart
        .filter(isDead)
        .map((order_id) => ({ [Modules.ORDER]: { order_id }, [Modules.CART]: { cart_id } })),
      ...ofCollection.filter(isDead).map((order_id) => ({
        [Modules.ORDER]: { order_id },
        [Modules.PAYMENT]: { payment_collection_id },
      })),
    ])
  }
  await container.resolve(Modules.LOCKING).execute(cart_id, work, { timeout: CORE_LOCK_WAIT_S })
}
