import { useCallback, useEffect, useRef, useState } from "react"
import {
  getPaymentStatus,
  startPayment,
  toStorefrontError,
  watchPayment,
  type PayCollectStorefrontError,
  type PaymentFacts,
  type PaymentStatus,
  type StartPaymentOptions,
  type StartedPayment,
} from "../index"
import { subjectOf, usePayCollect } from "./context"
import { useQuestion, type Question } from "./use-question"

const LEAVING_MS = 20_000

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

export interface PayQuestionFacts {
  /** `held`: money came for the cart as it was, and the shop looks at it. `open`: a payment waits for the customer, or its money is on its way. */
  kind: "held" | "open"
  payment: Pick<PaymentFacts, "paymentNumber" | "amount" | "currencyCode"> & { plusFee?: boolean }
  /** Where the open one is continued. */
  checkoutUrl: string | null
}

export type PayQuestion = Question<PayQuestionFacts, "pay">

export interface Payment {
  /**
   * Never throws: what goes wrong is `error`, and the answer is null then, as where she rather waits. `before` runs first, for example to save the address; it does not
   * run for a cart that is an order by now, which the store would refuse to change. A second call while one runs does nothing.
   */
  pay: (providerId: string, before?: () => Promise<unknown>) => Promise<StartedPayment | null>
  /** True until the browser leaves for the hosted checkout; false again when the customer comes back, or it did not leave within 20 seconds. */
  busy: boolean
  /** While the customer is asked before she may pay a second time: show it with `PaymentQuestion`. */
  question: PayQuestion | null
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
  const { question, ask } = useQuestion<PayQuestionFacts, "pay">(cartId ?? collectionId)
  // State changes come too late for a double tap.
  const running = useRef(false)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useCallback(() => {
    clearTimeout(leaving.current)
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
        const options = { client, ...subject, providerId, redirect }
        const started = await startOrFind(options, ask, before)
        if (started?.status === "succeeded") latest.current.onOrder(started.orderId)
        if (started?.status === "waiting") latest.current.onWaiting()
        // Where the browser is leaving, the button stays busy until the page is gone; nothing tells of a customer who stopped it.
        if (started?.status !== "redirect" || redirect !== true) rest()
        else leaving.current = setTimeout(rest, LEAVING_MS)
        return started
      } catch (cause) {
        setError(toStorefrontError(cause))
        rest()
        return null
      }
    },
    [client, cartId, collectionId, rest, ask]
  )

  return { pay, busy, error, status, question }
}

/** The order that the cart is by now, which the store would refuse to change; else its payment, begun. null: she rather waits. */
async function startOrFind(
  options: StartPaymentOptions,
  ask: (about: PayQuestionFacts) => Promise<"pay" | "wait">,
  before?: () => Promise<unknown>
): Promise<StartedPayment | null> {
  // Only asks the customer: the store itself refuses or reuses what it must.
  const known = await getPaymentStatus(options).catch(() => null)
  if (known?.status === "succeeded" && known.orderId) return { status: "succeeded", orderId: known.orderId }
  const held = known && heldOf(known)
  const about = known && secondCharge(known, options.providerId)
  if (about && (await ask(about)) === "wait") return null
  await before?.()
  const start = (data?: { ask_first: true }) => startPayment({ ...options, data, payAnew: !!held })
  if (about) return start()
  // Only the store can tell whether it goes on with what is open: what `before` saved, another phone number, makes another payment.
  return start({ ask_first: true }).catch(async (error: PayCollectStorefrontError) => {
    if (error.storeCode !== "paycollect_payment_open") throw error
    const open = openOf(await getPaymentStatus(options))
    return open && (await ask(open)) === "wait" ? null : start()
  })
}

const heldOf = ({ status, payments }: PaymentStatus) =>
  status === "succeeded" ? undefined : payments.find(({ outcome }) => outcome === "held")

function openOf(status: PaymentStatus): PayQuestionFacts | null {
  const { underWay, stillOpen, checkoutUrl, paymentNumber } = status
  const payment = underWay ?? stillOpen
  const isOffered = status.status === "failed" || underWay?.paymentNumber === paymentNumber
  return payment && { kind: "open", payment, checkoutUrl: isOffered ? checkoutUrl : null }
}

/** What the customer may be charged beside. What she opened a moment ago by the same method may be no other payment: the store says so. */
function secondCharge(status: PaymentStatus, providerId: string): PayQuestionFacts | null {
  const { underWay } = status
  const held = heldOf(status)
  // What waits beside it she began when she had answered.
  if (held && !(underWay && status.status === "waiting"))
    return { kind: "held", payment: held, checkoutUrl: null }
  return !underWay?.processing && underWay?.providerId === providerId ? null : openOf(status)
}
