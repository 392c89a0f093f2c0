import type { HttpTypes } from "@medusajs/types"
import type { Sdk } from "../sdk"

/** With what the store has and its types do not know yet. */
export type Cart = HttpTypes.StoreCart & { locale?: string | null }
export type Region = HttpTypes.StoreRegion

/** The store leaves the totals of lines out unless asked. */
const FIELDS = { fields: "+items.original_total,+locale" }

/** Everything the shop does to a cart; each call answers with the new cart. */
export function cartApi(sdk: Sdk, locale: string) {
  const { cart } = sdk.store
  const read = (answer: Promise<{ cart: Cart }>) => answer.then((body) => body.cart)
  return {
    create: (region: Region, country: string) =>
      read(
        cart.create({ region_id: region.id, shipping_address: { country_code: country }, locale }, FIELDS)
      ),
    retrieve: (id: string) => read(cart.retrieve(id, FIELDS)),
    moveTo: (id: string, region: Region, country: string) =>
      read(cart.update(id, { region_id: region.id, shipping_address: { country_code: country } }, FIELDS)),
    update: (id: string, body: HttpTypes.StoreUpdateCart) => read(cart.update(id, body, FIELDS)),
    addItem: (id: string, variantId: string, quantity: number) =>
      read(cart.createLineItem(id, { variant_id: variantId, quantity }, FIELDS)),
    setQuantity: (id: string, itemId: string, quantity: number) =>
      read(cart.updateLineItem(id, itemId, { quantity }, FIELDS)),
    removeItem: async (id: string, itemId: string) => {
      await cart.deleteLineItem(id, itemId)
      return read(cart.retrieve(id, FIELDS))
    },
    addPromo: (id: string, code: string) => read(cart.addPromotions(id, { promo_codes: [code] }, FIELDS)),
    removePromo: (id: string, code: string) =>
      read(cart.removePromotions(id, { promo_codes: [code] }, FIELDS)),
    setDelivery: (id: string, optionId: string) =>
      read(cart.addShippingMethod(id, { option_id: optionId }, FIELDS)),
    transfer: (id: string) => read(cart.transferCart(id, FIELDS)),
  }
}

export type CartApi = ReturnType<typeof cartApi>
