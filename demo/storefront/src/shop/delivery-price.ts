interface Taxed {
  tax_lines?: { rate: number }[] | null
}

interface CartTaxes {
  items?: Taxed[] | null
  shipping_methods?: (Taxed & { shipping_option_id?: string | null })[] | null
}

/**
 * The tax on deliveries in percent, as the cart's own summary counts it: that of the delivery in the cart, else the one that all its goods
 * have; null where that cannot be told.
 */
export function deliveryTaxRate({ items, shipping_methods }: CartTaxes): number | null {
  const known = (shipping_methods?.length ? shipping_methods : items) ?? []
  const rates = new Set(
    known.map(({ tax_lines }) => (tax_lines ?? []).reduce((sum, { rate }) => sum + Number(rate), 0))
  )
  const [rate] = rates
  return rates.size === 1 && rate !== undefined ? rate : null
}

/** What the summary will say of a delivery, in major units; null where the tax that comes on top is not known. */
export function priceWithTax(amount: number, isTaxIncluded: boolean, rate: number | null): number | null {
  if (isTaxIncluded || amount === 0) {
    return amount
  }
  return rate === null ? null : (amount * (100 + rate)) / 100
}
