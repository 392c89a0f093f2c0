import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { refreshCartItemsWorkflow } from "@medusajs/medusa/core-flows"

/**
 * Prices, taxes, deliveries and discounts of a cart as they are now, as a storefront's visit would have them worked out; its sessions go
 * where it costs something else since. Only for a cart for which no money is under way.
 * @returns false while another process changes the cart
 * @throws MedusaError INVALID_DATA when goods of it have no price any more
 */
export async function refreshCart(container: MedusaContainer, cartId: string): Promise<boolean> {
  try {
    await refreshCartItemsWorkflow(container).run({ input: { cart_id: cartId, force_refresh: true } })
    return true
  } catch (error) {
    if (isNotSold(error)) throw error
    const name = error instanceof Error ? error.name : "unknown error"
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`paycollect: the prices of cart ${cartId} could not be refreshed for its payment link: ${name}`)
    return false
  }
}

export function isNotSold(error: unknown): boolean {
  return MedusaError.isMedusaError(error) && (error as MedusaError).type === MedusaError.Types.INVALID_DATA
}
