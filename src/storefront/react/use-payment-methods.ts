import { useCallback, useEffect, useState } from "react"
import {
  listPaymentMethods,
  toStorefrontError,
  type PaymentMethod,
  type PayCollectStorefrontError,
} from "../index"
import { usePayCollect } from "./context"

export interface PaymentMethodsInput {
  /** null: not known yet, nothing is asked. */
  regionId: string | null | undefined
  countryCode?: string | null
  cartId?: string | null
  /** Changes when fees may have changed: the cart's total. */
  total?: number | string | null
}

export interface PaymentMethods {
  /** null until the first answer; the last answer stays while a newer one is on its way. */
  methods: PaymentMethod[] | null
  error: PayCollectStorefrontError | null
  reload: () => void
}

/** The ways to pay of a region, with operators and fees; asks again when one of the inputs changes. */
export function usePaymentMethods(input: PaymentMethodsInput): PaymentMethods {
  const { client } = usePayCollect()
  const { regionId, countryCode, cartId, total } = input
  const [methods, setMethods] = useState<PaymentMethod[] | null>(null)
  const [error, setError] = useState<PayCollectStorefrontError | null>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!regionId) {
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    setError(null)
    listPaymentMethods({ client, regionId, countryCode, cartId, signal }).then(
      (found) => !signal.aborted && setMethods(found),
      (cause: unknown) => !signal.aborted && setError(toStorefrontError(cause))
    )
    return () => controller.abort()
  }, [client, regionId, countryCode, cartId, total, round])

  return { methods, error, reload: useCallback(() => setRound((before) => before + 1), []) }
}
