import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"

export type Cart = HttpTypes.StoreCart
export type Region = HttpTypes.StoreRegion

/** Everything the shop does to a cart; each call answers with the new cart. */
export function cartApi(sdk: Medusa) {
  const { cart } = sdk.store
  const read = (answer: Promise<{ cart: Cart }>) => answer.then((body) => body.cart)
  return {
    create: (region: Region, country: string) =>
      read(cart.create({ region_id: region.id, shipping_address: { country_code: country } })),
    retrieve: (id: string) => read(cart.retrieve(id)),
    moveTo: (id: string, region: Region, country: string) =>
      read(cart.update(id, { region_id: region.id, shipping_address: { country_code: country } })),
    update: (id: string, body: HttpTypes.StoreUpdateCart) => read(cart.update(id, body)),
    addItem: (id: string, variantId: string, quantity: number) =>
      read(cart.createLineItem(id, { variant_id: variantId, quantity })),
    setQuantity: (id: string, itemId: string, quantity: number) =>
      read(cart.updateLineItem(id, itemId, { quantity })),
    removeItem: async (id: string, itemId: string) => {
      const { parent } = await cart.deleteLineItem(id, itemId)
      return parent ?? read(cart.retrieve(id))
    },
    addPromo: (id: string, code: string) => read(cart.addPromotions(id, { promo_codes: [code] })),
    removePromo: (id: string, code: string) => read(cart.removePromotions(id, { promo_codes: [code] })),
    setDelivery: (id: string, optionId: string) => read(cart.addShippingMethod(id, { option_id: optionId })),
    transfer: (id: string) => read(cart.transferCart(id)),
  }
}

export type CartApi = ReturnType<typeof cartApi>
