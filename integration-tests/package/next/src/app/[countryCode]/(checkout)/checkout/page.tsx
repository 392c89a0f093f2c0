import { retrieveCart } from "@lib/data/cart"
import CheckoutForm from "@modules/checkout/templates/checkout-form"
import { notFound } from "next/navigation"

export default async function Checkout() {
  const cart = await retrieveCart()
  return cart ? <CheckoutForm cart={cart} /> : notFound()
}
