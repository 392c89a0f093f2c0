"use client"

import type { Cart } from "@lib/data/cart"
import type { ComponentProps } from "react"
import PayCollectPaymentButton, { isPayCollect } from "../paycollect-payment-button"

type ButtonProps = ComponentProps<"button"> & { size?: "large" }

const Button = ({ size, ...props }: ButtonProps) => <button data-size={size} {...props} />

/** As the documentation changes the starter's file of this name. */
const PaymentButton = ({ cart, "data-testid": dataTestId }: { cart: Cart; "data-testid": string }) => {
  const notReady = !cart.shipping_address || !cart.billing_address || !cart.email
  const paymentSession = cart.payment_collection?.payment_sessions?.[0]

  switch (true) {
    case isPayCollect(paymentSession?.provider_id):
      return (
        <PayCollectPaymentButton notReady={notReady} cart={cart} button={Button} data-testid={dataTestId} />
      )
    default:
      return <Button disabled>Select a payment method</Button>
  }
}

export default PaymentButton
