import { useQuery } from "@tanstack/react-query"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import type { DeliveryOption } from "./choices"

/**
 * Delivery options of the cart's country, the cheapest first; null while they load, and while the cart moves to another region. What they cost
 * may follow what is in the cart: nothing is kept of an earlier visit.
 */
export function useDeliveries(cart: Cart) {
  const { sdk, region } = useShop()
  const country = cart.shipping_address?.country_code
  const { data, isLoadingError: failed } = useQuery({
    queryKey: ["deliveries", cart.id, cart.region_id, country],
    queryFn: async (): Promise<DeliveryOption[]> => {
      const answer = await sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
      const options = answer.shipping_options.map(({ id, name, amount, type, calculated_price }) => ({
        id,
        name,
        amount: Number(amount),
        taxIncluded: calculated_price?.is_calculated_price_tax_inclusive ?? false,
        code: type?.code ?? "",
      }))
      return options.sort((a, b) => a.amount - b.amount)
    },
    gcTime: 0,
  })
  return { data: (cart.region_id === region.id && data) || null, failed }
}
