import { useState, type KeyboardEvent } from "react"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { spellings } from "../shop/promo-codes"

const has = (cart: Cart | null, code: string) =>
  cart?.promotions?.some((one) => one.code?.toLowerCase() === code.trim().toLowerCase()) ?? false

/** No form of its own: it also stands in the checkout's. */
export function Promo({ cart }: { cart: Cart }) {
  const { t, changeGoods } = useShop()
  const [code, setCode] = useState("")
  const [unknown, setUnknown] = useState(false)
  const applied = (cart.promotions ?? []).flatMap((one) => (one.code && !one.is_automatic ? [one.code] : []))
  const apply = async () => {
    const wanted = spellings(code)
    if (wanted.length === 0) {
      return
    }
    let found = has(cart, code)
    for (const spelling of found ? [] : wanted) {
      // The store accepts unknown codes silently or refuses them: what counts is whether the cart has it now.
      const changed = await changeGoods((carts, id) => carts.addPromo(id, spelling)).catch(() => undefined)
      if (changed === null) {
        // She rather waits for her payment.
        return
      }
      if (changed && has(changed, spelling)) {
        found = true
        break
      }
    }
    setUnknown(!found)
    setCode(found ? "" : code)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault()
      void apply()
    }
  }
  return (
    <div className="promo">
      <label htmlFor="promo">{t.promoCode}</label>
      <div className="promo-row">
        <input
          id="promo"
          data-testid="promo-code"
          value={code}
          autoCapitalize="characters"
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={unknown || undefined}
          aria-describedby={unknown ? "promo-error" : undefined}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button quiet" data-testid="promo-apply" onClick={() => void apply()}>
          {t.apply}
        </button>
      </div>
      {unknown && (
        <p id="promo-error" className="field-error" role="alert">
          {t.promoUnknown}
        </p>
      )}
      {applied.map((one) => (
        <button
          key={one}
          type="button"
          className="tag"
          aria-label={t.removePromo(one)}
          data-testid="promo-applied"
          onClick={() => void changeGoods((carts, id) => carts.removePromo(id, one)).catch(() => undefined)}
        >
          {one} <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  )
}
