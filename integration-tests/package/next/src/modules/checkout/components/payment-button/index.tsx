"use client"

import type { Cart } from "@lib/data/cart"
import PayCollectPaymentButton, { isPayCollect } from "../paycollect-payment-button"

/** As the documentation changes the starter's file of this name. */
const PaymentButton = ({ cart, "data-testid": dataTestId }: { cart: Cart; "data-testid": string }) => {
  const notReady = !cart.shipping_address || !cart.billing_address || !cart.email
  const paymentSession = cart.payment_collection?.payment_sessions?.[0]

  switch (true) {
    case isPayCollect(paymentSession?.provider_id):
      return <PayCollectPaymentButton notReady={notReady} cart={cart} data-testid={dataTestId} />
    default:
      return <button disabled>Select a payment method</button>
  }
}

export default PaymentButton
