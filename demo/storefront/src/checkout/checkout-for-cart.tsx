import type { PaymentReturn } from "medusa-payment-paycollect-storefront"
import { FeeLine, usePayCollectPayment } from "medusa-payment-paycollect-storefront/react"
import { useEffect, useRef, useState, type FormEvent } from "react"
import { Link, useNavigate } from "react-router-dom"
import { Splash } from "../components/feedback"
import { Totals } from "../components/totals"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { deliveryTaxRate } from "../shop/delivery-price"
import { orderPath, waitingPath } from "../shop/paths"
import { AddressFields } from "./address-fields"
import { DeliveryChoice } from "./choices"
import { MethodPicker } from "./method-picker"
import { PaymentNotices } from "./notices"
import { PayButton } from "./pay-button"
import { SummaryLines } from "./summary-lines"
import { useCheckoutForm } from "./use-checkout-form"
import { useDeliveryChoice } from "./use-delivery-choice"
import { useMethodChoice } from "./use-method-choice"
import { useSettled } from "./use-settled"

export function CheckoutForCart({ cart, returned }: { cart: Cart; returned: PaymentReturn | null }) {
  const { t, country, changing, refresh } = useShop()
  const navigate = useNavigate()
  const { check, save, isNew, keeps, setKeeps, ...address } = useCheckoutForm(cart)
  const delivery = useDeliveryChoice(cart)
  const choice = useMethodChoice({
    regionId: cart.region_id,
    countryCode: cart.shipping_address?.country_code,
    cartId: cart.id,
    total: Number(cart.total),
  })
  const payment = usePayCollectPayment({
    cartId: cart.id,
    onOrder: (orderId) => navigate(orderPath(country, orderId, cart.id), { replace: true }),
    onWaiting: () => navigate(waitingPath(country, cart.id)),
  })
  const waiting = waitingPath(country, cart.id)
  const [missing, setMissing] = useState({ delivery: false, payment: false })
  const [showFailed, setShowFailed] = useState(returned?.status === "failed")
  const settled = useSettled(payment.status !== null)

  const form = useRef<HTMLFormElement>(null)
  // A press while the total is about to move counts for the total that it moves to.
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (pressed && !changing) {
      setPressed(false)
      form.current?.requestSubmit()
    }
  }, [pressed, changing])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { chosenId } = delivery
    const { method } = choice
    setMissing({ delivery: !chosenId, payment: !method })
    if (!check()) {
      return
    }
    if (!chosenId || !method) {
      document.querySelector<HTMLElement>(`#${chosenId ? "payment" : "delivery"} input`)?.focus()
      return
    }
    // What is wrong is said at once.
    if (changing) {
      setPressed(true)
      return
    }
    setShowFailed(false)
    const started = await payment.pay(method.providerId, () => save(chosenId))
    if (!started) {
      // Perhaps it became an order in another tab meanwhile: then the page says so.
      void refresh(cart.id)
    }
  }

  if (!settled) {
    return <Splash returned={!!returned} />
  }
  return (
    <form ref={form} className="columns" noValidate onSubmit={submit}>
      <div>
        <h1>{t.checkoutTitle}</h1>
        <PaymentNotices
          cartId={cart.id}
          payment={payment}
          waitingPath={waiting}
          failed={showFailed ? returned : null}
        />
        <AddressFields {...address} onChange={address.edit}>
          {isNew && (
            <label className="keep">
              <input
                type="checkbox"
                data-testid="keep-address"
                checked={keeps}
                onChange={(event) => setKeeps(event.target.checked)}
              />
              {t.keepAddress}
            </label>
          )}
        </AddressFields>
        <DeliveryChoice
          options={delivery.options}
          taxRate={deliveryTaxRate(cart)}
          chosenId={delivery.chosenId}
          onChoose={delivery.choose}
          error={
            delivery.failed
              ? t.loadFailed
              : missing.delivery && !delivery.chosenId
                ? t.chooseDelivery
                : undefined
          }
        />
        <MethodPicker choice={choice} missing={missing.payment} />
      </div>
      <aside className="summary" aria-label={t.summary}>
        <SummaryLines cart={cart} />
        <Totals amounts={cart} deliveryKnown={delivery.isInCart} />
        <FeeLine method={delivery.isInCart ? choice.method : null} className="fees" />
        <PayButton
          payment={payment}
          choice={choice}
          amount={
            delivery.isInCart && !changing
              ? { total: Number(cart.total), currencyCode: cart.currency_code }
              : null
          }
          changing={changing}
          pressed={pressed}
          waitingPath={waiting}
        />
        <Link className="text-button" to={`/${country}/cart`}>
          {t.backToCart}
        </Link>
      </aside>
    </form>
  )
}
