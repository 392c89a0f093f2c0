import { FeeLine, usePaymentMethods } from "medusa-payment-paycollect-storefront/react"
import { useState } from "react"
import { Link } from "react-router-dom"
import { useSettled } from "../checkout/use-settled"
import { CartPayment, useCartPayment } from "../checkout/notices"
import { Notice, Page, Splash, useTitle } from "../components/feedback"
import { Picture } from "../components/picture"
import { Promo } from "../components/promo"
import { Quantity } from "../components/quantity"
import { Totals } from "../components/totals"
import type { Cart, CartApi } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { orderPath } from "../shop/paths"
import { unitPrice } from "../shop/prices"
import "../styles/checkout.css"

export function CartPage() {
  const { t, cart, ready, country, finishedOrderId } = useShop()
  useTitle(t.cartTitle)
  const payment = useCartPayment(cart?.id, cart?.total)
  // What is said of a payment stands above the lines, which must not jump.
  const settled = useSettled(payment !== null)
  if (!ready || (cart?.items?.length && !settled)) {
    return <Splash />
  }
  if (!cart || !cart.items?.length) {
    return finishedOrderId ? <Finished orderId={finishedOrderId} /> : <Page title={t.cartEmpty} />
  }
  return (
    <div className="columns">
      <section>
        <h1>{t.cartTitle}</h1>
        <CartPayment cartId={cart.id} status={payment} />
        <Lines cart={cart} />
        <Promo cart={cart} />
      </section>
      <aside className="summary" aria-label={t.summary}>
        <Totals amounts={cart} deliveryKnown={Boolean(cart.shipping_methods?.length)} />
        <CartFee cart={cart} />
        <Link className="button" to={`/${country}/checkout`} data-testid="go-to-checkout">
          {t.checkout}
        </Link>
      </aside>
    </div>
  )
}

/** Before a way to pay is chosen: what the cheapest costs on top, where the customer bears it. */
function CartFee({ cart }: { cart: Cart }) {
  const { methods } = usePaymentMethods({
    regionId: cart.region_id,
    countryCode: cart.shipping_address?.country_code,
    cartId: cart.id,
    total: Number(cart.total),
  })
  return <FeeLine methods={methods} className="fees" />
}

export function Finished({ orderId, title }: { orderId: string; title?: string }) {
  const { t, country } = useShop()
  return (
    <Page title={title ?? t.finished}>
      <p>
        <Link className="button" to={orderPath(country, orderId)} data-testid="see-order">
          {t.seeOrder}
        </Link>
      </p>
    </Page>
  )
}

function Lines({ cart }: { cart: Cart }) {
  const { t, price, changeGoods } = useShop()
  // The cart's own: it has the prices of before until it has moved to another region.
  const show = (amount: number) => price(amount, cart.currency_code)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const edit = async (itemId: string, act: (api: CartApi, id: string) => Promise<Cart>) => {
    setBusyId(itemId)
    setFailed(false)
    await changeGoods(act).catch(() => setFailed(true))
    setBusyId(null)
    // The button has left with its line.
    setTimeout(
      () =>
        document.activeElement === document.body &&
        document.getElementById("main")?.focus({ preventScroll: true })
    )
  }
  const items = [...(cart.items ?? [])].sort((a, b) => a.id.localeCompare(b.id))
  return (
    <>
      {failed && <Notice kind="error" title={t.loadFailed} />}
      <ul className="lines">
        {items.map((item) => (
          <li key={item.id} className="line" data-testid="cart-line" aria-busy={busyId === item.id}>
            <Picture src={item.thumbnail} alt="" />
            <div className="line-text">
              <p className="line-title">{item.product_title ?? item.title}</p>
              <p className="faint">{item.variant_title}</p>
              <div className="line-actions">
                <Quantity
                  label={`${t.quantity}: ${item.product_title ?? item.title}`}
                  value={Number(item.quantity)}
                  disabled={busyId === item.id}
                  onChange={(quantity) =>
                    edit(item.id, (carts, id) => carts.setQuantity(id, item.id, quantity))
                  }
                />
                <button
                  type="button"
                  className="text-button"
                  data-testid="remove"
                  aria-label={`${t.remove}: ${item.product_title ?? item.title}`}
                  onClick={() => edit(item.id, (carts, id) => carts.removeItem(id, item.id))}
                >
                  {t.remove}
                </button>
              </div>
            </div>
            <p className="line-price">
              {show(Number(item.original_total ?? item.total))}
              {/* Beside the buttons: they stay under her finger. */}
              {Number(item.quantity) > 1 && (
                <span className="line-each">{t.each(show(unitPrice(item)))}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
