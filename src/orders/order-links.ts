import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { isAssigned } from "../payments/attempts"
import { queryOf } from "../payments/module"
import { CORE_LOCK_WAIT_S } from "./effects"
import { isCanceled } from "./records/predicates"
import { linkedOrders } from "./records/snapshot"

/**
 * Core writes the links of a new order side by side, and takes them away so. Where the connection of one is lost the other is left, and from then on core
 * makes no order of this cart, at any try. What leads to an order that was deleted is taken away; one that still stands, and that only the payment
 * collection leads to, is the cart's again. Under the lock that core completes carts with.
 */
export async function mendOrderLinks(container: MedusaContainer, intent: IntentRow): Promise<void> {
  const { cart_id, payment_collection_id } = intent
  if (!cart_id || isAssigned(intent)) return
  const of = { cart_id, payment_collection_id }
  const { ofCart, ofCollection } = await linkedOrders(queryOf(container), of)
  const isHalf = ofCart.length === 0
  const doubtful = [...ofCart, ...ofCollection].filter(({ isRead }) => !isRead || isHalf)
  if (doubtful.length === 0) return
  const work = async () => {
    const ids = [...new Set(doubtful.map(({ id }) => id))]
    // One that an app only hides is a person's to look at.
    const known = await container.resolve(Modules.ORDER).listOrders({ id: ids }, { withDeleted: true })
    const isDead = ({ id, isRead }: { id: string; isRead: boolean }) =>
      (!isRead || isHalf) && known.every((order) => order.id !== id)
    const toCart = ({ id }: { id: string }) => ({
      [Modules.ORDER]: { order_id: id },
      [Modules.CART]: { cart_id },
    })
    const links = container.resolve(ContainerRegistrationKeys.LINK)
    await links.dismiss([
      ...ofCart.filter(isDead).map(toCart),
      ...ofCollection.filter(isDead).map(({ id }) => ({
        [Modules.ORDER]: { order_id: id },
        [Modules.PAYMENT]: { payment_collection_id },
      })),
    ])
    if (isHalf)
      await links.create(known.filter((order) => !order.deleted_at && !isCanceled(order)).map(toCart))
  }
  await container.resolve(Modules.LOCKING).execute(cart_id, work, { timeout: CORE_LOCK_WAIT_S })
}
