import { errorText, startPayment, toStorefrontError } from "medusa-payment-paycollect/storefront"
import { useCallback, useRef, useState } from "react"
import { navigate } from "../router"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { orderPath, waitingPath } from "../shop/paths"
import { toCartUpdate, type CheckoutForm } from "./form"

interface PayInput {
  form: CheckoutForm
  deliveryId: string
  providerId: string
}

export interface Pay {
  busy: boolean
  /** `reason` is the store's own, for example which detail is missing. */
  error: { text: string; reason: string | null } | null
  pay: (input: PayInput) => Promise<void>
  /** Makes the button usable again, for a page restored by the back button. */
  reset: () => void
}

export function usePay(cart: Cart): Pay {
  const { sdk, change, country, paymentTexts, refresh } = useShop()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Pay["error"]>(null)
  // State changes come too late for a double tap.
  const running = useRef(false)

  const reset = useCallback(() => {
    running.current = false
    setBusy(false)
  }, [])

  const pay = async ({ form, deliveryId, providerId }: PayInput) => {
    if (running.current) {
      return
    }
    running.current = true
    setBusy(true)
    setError(null)
    try {
      const saved = await change((carts, id) => carts.update(id, toCartUpdate(form)))
      // A new address may have dropped the delivery.
      if (saved.shipping_methods?.[0]?.shipping_option_id !== deliveryId) {
        await change((carts, id) => carts.setDelivery(id, deliveryId))
      }
      const started = await startPayment({ client: sdk, cartId: cart.id, providerId, redirect: true })
      if (started.status === "redirect") {
        return
      }
      navigate(
        started.status === "succeeded"
          ? orderPath(country, started.orderId, cart.id)
          : waitingPath(country, cart.id)
      )
    } catch (cause) {
      setError(explain(cause))
      // Perhaps it became an order in another tab meanwhile: then the page says so.
      void refresh(cart.id)
    }
    reset()
  }

  const explain = (cause: unknown) => {
    const { code, message } = toStorefrontError(cause)
    return { text: errorText(cause, paymentTexts), reason: code === "request" ? message : null }
  }

  return { busy, error, pay, reset }
}
