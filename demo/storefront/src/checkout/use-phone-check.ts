import { useEffect, useState } from "react"
import type { CheckedPhone } from "./phone"

export type PhoneCheck = (typed: string, country: string) => CheckedPhone

const MIN_DIGITS = 7

/** While the rules are on their way, and where they cannot be had: the store checks again. */
const roughly: PhoneCheck = (typed) => ({
  problem: typed.replace(/\D/g, "").length < MIN_DIGITS ? "short" : null,
  used: null,
  foreignCountry: null,
})

/** The rules of all countries weigh as much as the checkout does without: they come with the first key. @param wanted a number was typed */
export function usePhoneCheck(wanted: boolean): PhoneCheck {
  const [check, setCheck] = useState<PhoneCheck>(() => roughly)
  useEffect(() => {
    if (!wanted) {
      return
    }
    let isHere = true
    import("./phone").then(
      ({ checkPhone }) => isHere && setCheck(() => checkPhone),
      () => undefined
    )
    return () => {
      isHere = false
    }
  }, [wanted])
  return check
}
