import type { HttpTypes } from "@medusajs/types"

/** What a customer pays for one of `variant`, in major units with tax; null when it is not sold in the region. */
export function variantPrice(variant: HttpTypes.StoreProductVariant): number | null {
  const price = variant.calculated_price
  return price?.calculated_amount_with_tax ?? price?.calculated_amount ?? null
}

export function cheapest(product: HttpTypes.StoreProduct): { amount: number | null; several: boolean } {
  const prices = (product.variants ?? []).map(variantPrice).filter((price) => price !== null)
  return { amount: prices.length > 0 ? Math.min(...prices) : null, several: new Set(prices).size > 1 }
}

/** What one of a cart's or order's items costs, with tax and before discounts: the item's own `unit_price` may be without tax. */
export function unitPrice(item: { original_total?: number; quantity: number }): number {
  return Number(item.original_total ?? 0) / Number(item.quantity)
}
