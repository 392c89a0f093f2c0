import { useCallback, useEffect, useRef, useState } from "react"
import { getPaymentStatus, type PaymentFacts } from "../index"
import { usePayCollect } from "./context"

/**
 * `change`: go on. `wait`: the customer rather waits for her payment; leave the cart as it is. `new_cart`: its money is being looked at and
 * nothing can be paid with it; what she adds belongs into a new one (`startNewCart`).
 */
export type CartVerdict = "change" | "wait" | "new_cart"

export interface CartQuestion {
  payment: PaymentFacts & { processing: boolean }
  answer: (verdict: "change" | "wait") => void
}

export interface CartGuard {
  /** Before every change of what the cart costs. Asks the store, so that it is right in a second tab, and then the customer if need be. */
  beforeChange: () => Promise<CartVerdict>
  /** While the customer is asked: show it with `CartChangeQuestion`. */
  question: CartQuestion | null
}

/** Keeps a customer from taking the purpose of a payment that waits on her phone, unless she wants to. null: there is no cart yet. */
export function useCartGuard(cartId: string | null | undefined): CartGuard {
  const { client } = usePayCollect()
  const [question, setQuestion] = useState<CartQuestion | null>(null)
  const open = useRef<CartQuestion | null>(null)
  // Who said "change anyway" of a payment is not asked again about it.
  const given = useRef(new Set<string | null>())

  const ask = useCallback((payment: CartQuestion["payment"]) => {
    open.current?.answer("wait")
    return new Promise<CartVerdict>((resolve) => {
      const answer = (verdict: "change" | "wait") => {
        if (verdict === "change") given.current.add(payment.paymentNumber)
        open.current = null
        setQuestion(null)
        resolve(verdict)
      }
      open.current = { payment, answer }
      setQuestion(open.current)
    })
  }, [])

  // Nobody is left to answer.
  useEffect(() => () => open.current?.answer("wait"), [cartId])

  const beforeChange = useCallback(async (): Promise<CartVerdict> => {
    // A store that does not answer must not keep the customer from her cart: the change itself will say that it is out of reach.
    const status = cartId ? await getPaymentStatus({ client, cartId }).catch(() => null) : null
    if (status?.status === "attention") return "new_cart"
    const payment = status?.underWay
    return payment && !given.current.has(payment.paymentNumber) ? ask(payment) : "change"
  }, [client, cartId, ask])

  return { beforeChange, question }
}
