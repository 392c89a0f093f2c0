import type { Cart } from "@lib/data/cart"

export default function CheckoutSummary({ cart }: { cart: Cart }) {
  return <p>{cart.total}</p>
}
