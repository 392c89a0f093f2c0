import PaymentButton from "@modules/checkout/components/payment-button"
import { retrieveCart } from "@lib/data/cart"

export default async function Checkout() {
  const cart = await retrieveCart()
  return cart && <PaymentButton cart={cart} data-testid="submit-order-button" />
}
