import { useCallback, useRef } from "react"
import { getPaymentStatus, type PaymentFacts } from "../index"
import { usePayCollect } from "./context"
import { useQuestion, type Question } from "./use-question"

/**
 * `change`: go on. `wait`: the customer rather waits for her payment; leave the cart as it is. `new_cart`: its money is being looked at and
 * nothing can be paid with it; what she adds belongs into a new one (`startNewCart`).
 */
export type CartVerdict = "change" | "wait" | "new_cart"

export type CartQuestion = Question<{ payment: PaymentFacts & { processing: boolean } }, "change">

export interface CartGuard {
  /** Before every change of what the cart costs. Asks the store, so that it is right in a second tab, and then the customer if need be. */
  beforeChange: () => Promise<CartVerdict>
  /** While the customer is asked: show it with `CartChangeQuestion`. */
  question: CartQuestion | null
}

/** Keeps a customer from taking the purpose of a payment that waits on her phone, unless she wants to. null: there is no cart yet. */
export function useCartGuard(cartId: string | null | undefined): CartGuard {
  const { client } = usePayCollect()
  const { question, ask } = useQuestion<Pick<CartQuestion, "payment">, "change">(cartId)
  // Who said "change anyway" of a payment is not asked again about it.
  const given = useRef(new Set<string | null>())

  const beforeChange = useCallback(async (): Promise<CartVerdict> => {
    // A store that does not answer must not keep the customer from her cart: the change itself will say that it is out of reach.
    const status = cartId ? await getPaymentStatus({ client, cartId }).catch(() => null) : null
    if (status?.status === "attention") return "new_cart"
    const payment = status?.underWay
    if (!payment || given.current.has(payment.paymentNumber)) return "change"
    const verdict = await ask({ payment })
    if (verdict === "change") given.current.add(payment.paymentNumber)
    return verdict
  }, [client, cartId, ask])

  return { beforeChange, question }
}
