import { useState } from "react"
import { Promo } from "../components/promo"
import { SmallLines } from "../components/small-lines"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"

const BESIDE = "(min-width: 900px)"

/** What is paid for, and the promo code: open beside the form, folded below it on a phone. */
export function SummaryLines({ cart }: { cart: Cart }) {
  const { t } = useShop()
  const [isOpen, setOpen] = useState(() => matchMedia(BESIDE).matches)
  const count = cart.items?.reduce((sum, item) => sum + Number(item.quantity), 0) ?? 0
  const items = [...(cart.items ?? [])].sort((a, b) => a.id.localeCompare(b.id))
  return (
    <details
      className="summary-lines"
      data-testid="summary-lines"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t.showLines(count)}</summary>
      <SmallLines items={items} currency={cart.currency_code} testId="summary-line" />
      <Promo cart={cart} />
    </details>
  )
}
