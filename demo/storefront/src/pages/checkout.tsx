import { readReturn } from "medusa-payment-paycollect-storefront"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { CheckoutForCart } from "../checkout/checkout-for-cart"
import { Page, Splash, useTitle } from "../components/feedback"
import { useShop } from "../shop/context"
import { collectionPath } from "../shop/paths"
import { Finished } from "./cart"
import "../styles/checkout.css"

export function Checkout() {
  const { t, country, cart, ready, refresh, finishedOrderId, customer } = useShop()
  const navigate = useNavigate()
  useTitle(t.checkoutTitle)
  // Read once: the banner stays although the address is cleaned, and a reload does not repeat it.
  const [returned] = useState(() => readReturn())
  const foreignId = returned?.cartId && returned.cartId !== cart?.id ? returned.cartId : null

  useEffect(() => {
    if (ready && foreignId) {
      void refresh(foreignId)
    }
    // Only the first time: afterwards the cart is the one of the link, or it is gone.
  }, [ready])

  useEffect(() => {
    if (returned?.collectionId) {
      const { collectionId, orderId, reason } = returned
      navigate(collectionPath(country, { collectionId, orderId }, { reason }), { replace: true })
    } else if (returned) {
      navigate("?step=payment", { replace: true })
    }
  }, [returned])

  if (!ready || !customer.ready || returned?.collectionId) {
    return <Splash returned={!!returned} />
  }
  if (!cart || !cart.items?.length) {
    return finishedOrderId ? <Finished orderId={finishedOrderId} /> : <Page title={t.cartEmpty} />
  }
  return <CheckoutForCart key={cart.id} cart={cart} returned={returned} />
}
