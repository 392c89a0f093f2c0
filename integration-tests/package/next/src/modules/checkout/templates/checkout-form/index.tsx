import { paymentInfoMap } from "@lib/constants"
import type { Cart } from "@lib/data/cart"
import PayCollectNotice from "@modules/checkout/components/paycollect-notice"
import PaymentButton from "@modules/checkout/components/payment-button"

/** Of the starter's steps only the last one, with the pay button. */
export default function CheckoutForm({ cart }: { cart: Cart }) {
  const providerId = cart.payment_collection?.payment_sessions?.[0]?.provider_id
  return (
    <>
      <PayCollectNotice />
      {providerId && paymentInfoMap[providerId]?.title}
      <PaymentButton cart={cart} data-testid="submit-order-button" />
    </>
  )
}
