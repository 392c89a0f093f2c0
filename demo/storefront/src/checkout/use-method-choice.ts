import { usePaymentMethods } from "medusa-payment-paycollect-storefront/react"
import { useState } from "react"
import { storage } from "../storage"
import { distinctMethods } from "./methods"

/** The ways to pay, each offered once, and the chosen one: what this browser took the last time, or the only one there is. */
export function useMethodChoice(question: Parameters<typeof usePaymentMethods>[0]) {
  const { methods: listed, error } = usePaymentMethods(question)
  const methods = listed && distinctMethods(listed)
  const payable = methods?.filter(({ outside }) => !outside)
  const [picked, setPicked] = useState(() => storage.get("method"))
  const only = payable?.length === 1 ? payable[0] : undefined
  const choose = (id: string) => {
    storage.set("method", id)
    setPicked(id)
  }
  return {
    methods,
    method: payable?.find((one) => one.providerId === picked) ?? only ?? null,
    failed: Boolean(error),
    choose,
  }
}

export type MethodChoice = ReturnType<typeof useMethodChoice>
