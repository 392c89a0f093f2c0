import type { Cart } from "@lib/data/cart"
import type { ReactNode } from "react"

export default function PaymentWrapper({ children }: { cart: Cart; children: ReactNode }) {
  return <div>{children}</div>
}
