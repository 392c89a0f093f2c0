import { useShop } from "../shop/context"

/** The amounts that carts and orders share, in major units. All include tax, so that the lines add up to the total. */
export interface Amounts {
  currency_code: string
  original_item_total: number
  original_shipping_total: number
  discount_total: number
  tax_total: number
  total: number
}

interface TotalsProps {
  amounts: Amounts
  /** Before a delivery is chosen its price is unknown, not zero. */
  deliveryKnown: boolean
}

export function Totals({ amounts, deliveryKnown }: TotalsProps) {
  const { t, price, changing } = useShop()
  const show = (amount: number) => price(Number(amount), amounts.currency_code)
  const shipping = Number(amounts.original_shipping_total)
  return (
    <div className="totals" aria-busy={changing}>
      <dl>
        <div>
          <dt>{t.items}</dt>
          <dd>{show(amounts.original_item_total)}</dd>
        </div>
        <div>
          <dt>{t.delivery}</dt>
          <dd data-testid="total-delivery">
            {deliveryKnown ? (
              shipping === 0 ? (
                t.free
              ) : (
                show(shipping)
              )
            ) : (
              <span className="faint">{t.deliveryLater}</span>
            )}
          </dd>
        </div>
        {Number(amounts.discount_total) > 0 && (
          <div>
            <dt>{t.discount}</dt>
            <dd data-testid="total-discount">−{show(amounts.discount_total)}</dd>
          </div>
        )}
        <div className="sum">
          <dt>{deliveryKnown ? t.total : t.totalWithoutDelivery}</dt>
          <dd data-testid="total">{show(amounts.total)}</dd>
        </div>
      </dl>
      {Number(amounts.tax_total) > 0 && <p className="faint">{t.includingTax(show(amounts.tax_total))}</p>}
    </div>
  )
}
