import { useCallback, useEffect, useRef, useState } from "react"
import {
  getPaymentStatus,
  startPayment,
  toStorefrontError,
  watchPayment,
  type PayCollectStorefrontError,
  type PaymentStatus,
  type StartPaymentOptions,
  type StartedPayment,
} from "../index"
import { usePayCollect } from "./context"
import { subjectOf } from "./use-payment-outcome"

export interface PaymentInput {
  /** null: there is no cart yet, or none at all. */
  cartId?: string | null
  /** Without a cart: the payment collection of the order that is paid for. */
  collectionId?: string | null
  /** The cart is an order: paid a moment ago, in another tab, or earlier. Show it. */
  onOrder: (orderId: string) => void
  /** The money is there and the order is being made: show the waiting page. */
  onWaiting: () => void
  /** Default: leaves for the hosted checkout. */
  redirect?: (checkoutUrl: string) => void
}

export interface Payment {
  /**
   * Never throws: what goes wrong is `error`, and the answer is null then. `before` runs first, for example to save the address; it does not
   * run for a cart that is an order by now, which the store would refuse to change. A second call while one runs does nothing.
   */
  pay: (providerId: string, before?: () => Promise<unknown>) => Promise<StartedPayment | null>
  /** True until the browser leaves for the hosted checkout; false again when the customer comes back. */
  busy: boolean
  /** Of the last try. With the code `request`, `message` is the store's own reason. */
  error: PayCollectStorefrontError | null
  /** What the store knows about a payment of the cart; null before the first answer. */
  status: PaymentStatus | null
}

/**
 * The pay button of a cart, or of an order that has something left to pay. Goes on with an open payment, never asks for a second one when it is paid, and stays right when the
 * customer comes back by the back button, from another tab or after being offline.
 */
export function usePayCollectPayment(input: PaymentInput): Payment {
  const { client } = usePayCollect()
  const { cartId, collectionId } = input
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PayCollectStorefrontError | null>(null)
  const [status, setStatus] = useState<PaymentStatus | null>(null)
  // State changes come too late for a double tap.
  const running = useRef(false)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })

  const rest = useCallback(() => {
    running.current = false
    setBusy(false)
  }, [])

  useEffect(() => {
    setStatus(null)
    const subject = subjectOf(cartId, collectionId)
    if (!subject) return
    const onStatus = (found: PaymentStatus) => {
      setStatus(found)
      if (found.status === "succeeded" && found.orderId) latest.current.onOrder(found.orderId)
    }
    return watchPayment({ client, ...subject, onStatus, onRestored: rest })
  }, [client, cartId, collectionId, rest])

  const pay = useCallback<Payment["pay"]>(
    async (providerId, before) => {
      const subject = subjectOf(cartId, collectionId)
      if (running.current || !subject) return null
      running.current = true
      setBusy(true)
      setError(null)
      try {
        const { redirect = true } = latest.current
        const started = await startOrFind({ client, ...subject, providerId, redirect }, before)
        goOn(started, latest.current)
        // Where the browser is leaving, the button stays busy until the page is gone.
        if (started.status !== "redirect" || redirect !== true) rest()
        return started
      } catch (cause) {
        setError(toStorefrontError(cause))
        rest()
        return null
      }
    },
    [client, cartId, collectionId, rest]
  )

  return { pay, busy, error, status }
}

/** The order that the cart is by now, which the store would refuse to change; else its payment, begun. */
async function startOrFind(
  options: StartPaymentOptions,
  before?: () => Promise<unknown>
): Promise<StartedPayment> {
  const known = before ? await getPaymentStatus(options).catch(() => null) : null
  if (known?.status === "succeeded" && known.orderId) return { status: "succeeded", orderId: known.orderId }
  await before?.()
  return startPayment(options)
}

function goOn(started: StartedPayment, { onOrder, onWaiting }: PaymentInput): void {
  if (started.status === "succeeded") onOrder(started.orderId)
  else if (started.status === "waiting") onWaiting()
}
