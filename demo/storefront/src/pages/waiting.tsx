import { readReturn, type FailureReason } from "medusa-payment-paycollect-storefront"
import { PaymentWaiting, waitingTextsFor } from "medusa-payment-paycollect-storefront/react/waiting"
import { useState } from "react"
import { Link, useNavigate } from "react-router-dom"
import { NewCartButton } from "../checkout/notices"
import { useTitle } from "../components/feedback"
import { CheckIcon, PhoneIcon } from "../components/icons"
import { useShop } from "../shop/context"
import { collectionPath, failedPath, orderPath } from "../shop/paths"
import { storage } from "../storage"
import "../styles/checkout.css"

/** A payment without a cart has nothing to do with the one of this browser. */
function subjectOfPage() {
  const { cartId = null, collectionId = null, orderId = null } = readReturn() ?? {}
  return { cartId: cartId ?? (collectionId ? null : storage.get("cart")), collectionId, orderId }
}

/** Needs nothing but the link: it also works in another browser than the one that started the payment. */
export function Waiting() {
  const { t, country, language } = useShop()
  const navigate = useNavigate()
  const [title, setTitle] = useState(waitingTextsFor(language).waitingTitle)
  useTitle(title)
  const [{ cartId, collectionId, orderId }] = useState(subjectOfPage)
  const failed = (reason: FailureReason | null, id: string) =>
    collectionId
      ? collectionPath(country, { collectionId, orderId }, { reason })
      : failedPath(country, id, reason)
  return (
    <div className="waiting" data-testid="waiting">
      <div className="pulse" aria-hidden="true">
        <PhoneIcon />
        <CheckIcon />
      </div>
      <PaymentWaiting
        cartId={cartId}
        collectionId={collectionId}
        onTitle={setTitle}
        onSucceeded={(paidId) => navigate(orderPath(country, paidId, cartId ?? undefined), { replace: true })}
        onFailed={(reason, id) => navigate(failed(reason, id), { replace: true })}
      >
        <p className="waiting-links">
          {!collectionId && (
            <Link className="button to-cart" to={`/${country}/cart`}>
              {t.backToCart}
            </Link>
          )}
          <Link className="button quiet to-shop" to={`/${country}`}>
            {t.backToShop}
          </Link>
          {cartId && <NewCartButton cartId={cartId} />}
        </p>
      </PaymentWaiting>
    </div>
  )
}
