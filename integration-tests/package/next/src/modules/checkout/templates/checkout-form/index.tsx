import type { Cart } from "@lib/data/cart"
import PaymentButton from "@modules/checkout/components/payment-button"

/** Of the starter's steps only the last one, with the pay button. */
export default function CheckoutForm({ cart }: { cart: Cart | null; customer: { id: string } | null }) {
  return cart && <PaymentButton cart={cart} data-testid="submit-order-button" />
}
