import { getPaymentStatus, type PaymentStatus } from "medusa-payment-paycollect/storefront"
import { useEffect, useState } from "react"
import { navigate } from "../router"
import { useShop } from "../shop/context"
import { orderPath } from "../shop/paths"

/**
 * What the store knows about a payment of this cart, asked again whenever the customer comes back to the page: by the back
 * button of the hosted checkout (the page may be restored with its old state), or from another tab where the cart was paid.
 */
export function useOpenPayment(cartId: string, onReturn: () => void): PaymentStatus | null {
  const { sdk, country } = useShop()
  const [status, setStatus] = useState<PaymentStatus | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const ask = async () => {
      const found = await getPaymentStatus({ client: sdk, cartId, signal: controller.signal }).catch(
        () => null
      )
      if (controller.signal.aborted || !found) {
        return
      }
      if (found.status === "succeeded" && found.orderId) {
        navigate(orderPath(country, found.orderId, cartId), { replace: true })
      }
      setStatus(found)
    }
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) {
        onReturn()
        void ask()
      }
    }
    const visible = () => {
      if (document.visibilityState === "visible") {
        void ask()
      }
    }
    void ask()
    addEventListener("pageshow", shown)
    document.addEventListener("visibilitychange", visible)
    return () => {
      controller.abort()
      removeEventListener("pageshow", shown)
      document.removeEventListener("visibilitychange", visible)
    }
  }, [sdk, cartId, country, onReturn])
  return status
}
