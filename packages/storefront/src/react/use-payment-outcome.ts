import { useCallback, useEffect, useState } from "react"
import {
  toStorefrontError,
  waitForPayment,
  type PayCollectStorefrontError,
  type PaymentOutcome,
  type WaitUpdate,
} from "../index"
import { subjectOf, usePayCollect } from "./context"

export interface Waiting {
  /** null while it is waited for. */
  outcome: PaymentOutcome | null
  /** The last news; null before the first. */
  update: WaitUpdate | null
  /** The store refuses to answer: waiting ended, the payment is as undecided as before. */
  error: PayCollectStorefrontError | null
  /** Begins to wait again, after `waiting` or an error. */
  again: () => void
}

const NOTHING = { outcome: null, update: null, error: null }

/**
 * Waits for the result of a payment as long as the component is there. null: the cart is not known (yet), nothing is asked.
 * @param options `collectionId`: of a payment without a cart, with null as `cartId`
 */
export function usePaymentOutcome(
  cartId: string | null,
  options: { timeoutMs?: number; collectionId?: string | null } = {}
): Waiting {
  const { client } = usePayCollect()
  const { timeoutMs, collectionId } = options
  const [state, setState] = useState<Omit<Waiting, "again">>(NOTHING)
  const [round, setRound] = useState(0)

  useEffect(() => {
    setState(NOTHING)
    const subject = subjectOf(cartId, collectionId)
    if (!subject) return
    const controller = new AbortController()
    const { signal } = controller
    const tell = (change: Partial<Waiting>) =>
      !signal.aborted && setState((before) => ({ ...before, ...change }))
    waitForPayment({ client, ...subject, timeoutMs, signal, onUpdate: (update) => tell({ update }) }).then(
      (outcome) => tell({ outcome }),
      (cause: unknown) => tell({ error: toStorefrontError(cause) })
    )
    return () => controller.abort()
  }, [client, cartId, collectionId, timeoutMs, round])

  return { ...state, again: useCallback(() => setRound((before) => before + 1), []) }
}
