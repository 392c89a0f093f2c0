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
   * null until the first answer for this region and country. While a newer answer is on its way, or lacks the fees, the methods stay, with
   * the last known fees of the same total; those of another total would be wrong.
   */
  methods: PaymentMethod[] | null
  /** Until an answer comes. The hook asks again by itself, after some seconds, unless the store refused. */
  error: PayCollectStorefrontError | null
  reload: () => void
}

/** Without the ways to pay nobody can pay: a page that was opened while the network was away is not left like that. */
const AGAIN_MS = 5_000

/** The ways to pay of a region, with operators and fees; asks again when one of the inputs changes. */
export function usePaymentMethods(input: PaymentMethodsInput): PaymentMethods {
  const { client } = usePayCollect()
  const { regionId, countryCode, cartId, total } = input
  // By place and cart, the newest last: fees that were told once still stand when the next answer lacks them.
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const place = `${regionId}/${countryCode}`
  const cart = `${cartId}/${total}`
  const [error, setError] = useState<PayCollectStorefrontError | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => {
    if (!regionId) return
    const controller = new AbortController()
    const { signal } = controller
    let again: ReturnType<typeof setTimeout>
    listPaymentMethods({ client, regionId, countryCode, cartId, signal }).then(
      (methods) => {
        if (signal.aborted) return
        setError(null)
        setAnswers((before) => withAnswer(before, { place, cart, methods }))
      },
      (cause: unknown) => {
        if (signal.aborted) return
        const failure = toStorefrontError(cause)
        setError(failure)
        if (failure.code !== "request") again = setTimeout(reload, failure.retryAfterMs ?? AGAIN_MS)
      }
    )
    return () => {
      controller.abort()
      clearTimeout(again)
    }
  }, [client, regionId, countryCode, cartId, place, cart, round, reload])

  const methods = useMemo(() => knownOf(answers, place, cart), [answers, place, cart])
  return { methods, error, reload }
}

interface Answer {
  place: string
  cart: string
  methods: PaymentMethod[]
}

/** What is known of the methods of a place: with the fees of this cart, never with those of another total. */
function knownOf(answers: readonly Answer[], place: string, cart: string): PaymentMethod[] | null {
  const here = answers.filter((answer) => answer.place === place)
  return here.find((answer) => answer.cart === cart)?.methods ?? here.at(-1)?.methods.map(withoutFees) ?? null
}

function withAnswer(before: readonly Answer[], { place, cart, methods }: Answer): Answer[] {
  const known = knownOf(before, place, cart)
  const others = before.filter((answer) => answer.place !== place || answer.cart !== cart)
  return [...others, { place, cart, methods: methods.map((method) => bridged(method, known)) }]
}

/** Operators and fees that the store could not tell this time are as it told them before. */
function bridged(method: PaymentMethod, known: PaymentMethod[] | null): PaymentMethod {
  const before = known?.find(({ providerId }) => providerId === method.providerId)?.operators ?? []
  const operators = method.operators.map((operator) => {
    const fees = before.find(({ code }) => code === operator.code)?.fees ?? []
    return operator.fees.length > 0 ? operator : { ...operator, fees }
  })
  return { ...method, operators: operators.length > 0 ? operators : before }
}

const withoutFees = (method: PaymentMethod): PaymentMethod => ({
  ...method,
  outside: null,
  operators: method.operators.map((operator) => ({ ...operator, fees: [] })),
})
