import { useCallback, useEffect, useMemo, useState } from "react"
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
  /**
   * null until the first answer for this region and country. While a newer answer is on its way, the methods stay, but without fees: those
   * of another total would be wrong.
   */
  methods: PaymentMethod[] | null
  error: PayCollectStorefrontError | null
  reload: () => void
}

/** The ways to pay of a region, with operators and fees; asks again when one of the inputs changes. */
export function usePaymentMethods(input: PaymentMethodsInput): PaymentMethods {
  const { client } = usePayCollect()
  const { regionId, countryCode, cartId, total } = input
  const [answer, setAnswer] = useState<{ place: string; cart: string; methods: PaymentMethod[] } | null>(null)
  const place = `${regionId}/${countryCode}`
  const cart = `${cartId}/${total}`
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
      (methods) => !signal.aborted && setAnswer({ place, cart, methods }),
      (cause: unknown) => !signal.aborted && setError(toStorefrontError(cause))
    )
    return () => controller.abort()
  }, [client, regionId, countryCode, cartId, place, cart, round])

  const methods = useMemo(() => {
    if (answer?.place !== place) {
      return null
    }
    return answer.cart === cart ? answer.methods : answer.methods.map(withoutFees)
  }, [answer, place, cart])
  return { methods, error, reload: useCallback(() => setRound((before) => before + 1), []) }
}

const withoutFees = (method: PaymentMethod): PaymentMethod => ({
  ...method,
  operators: method.operators.map((operator) => ({ ...operator, fees: [] })),
})
