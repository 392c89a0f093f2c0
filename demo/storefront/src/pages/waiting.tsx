import { readReturn } from "medusa-payment-paycollect-storefront"
import { PaymentWaiting } from "medusa-payment-paycollect-storefront/react"
import { useState } from "react"
import { NewCartButton } from "../checkout/notices"
import { useTitle } from "../components/feedback"
import { PhoneIcon } from "../components/icons"
import { Link, navigate } from "../router"
import { useShop } from "../shop/context"
import { failedPath, orderPath } from "../shop/paths"
import { storage } from "../storage"

/** Needs nothing but the link: it also works in another browser than the one that started the payment. */
export function Waiting() {
  const { t, country, paymentTexts } = useShop()
  useTitle(paymentTexts.waitingTitle)
  const [cartId] = useState(() => readReturn()?.cartId ?? storage.get("cart"))
  return (
    <div className="waiting" data-testid="waiting">
      <div className="pulse" aria-hidden="true">
        <PhoneIcon />
      </div>
      <PaymentWaiting
        cartId={cartId}
        onSucceeded={(orderId, id) => navigate(orderPath(country, orderId, id), { replace: true })}
        onFailed={(reason, id) => navigate(failedPath(country, id, reason), { replace: true })}
      >
        <p className="waiting-links">
          <Link className="button to-cart" href={`/${country}/cart`}>
            {t.backToCart}
          </Link>
          <Link className="button quiet to-shop" href={`/${country}`}>
            {t.backToShop}
          </Link>
          {cartId && <NewCartButton cartId={cartId} />}
        </p>
      </PaymentWaiting>
    </div>
  )
}
