import type { PaymentMethod } from "medusa-payment-paycollect-storefront"

/**
 * Without a choice that offers nothing of its own: a second provider for cards, or "mobile money or card" beside both. While the operators
 * are not known, the kinds tell.
 */
export function distinctMethods(methods: PaymentMethod[]): PaymentMethod[] {
  return methods.reduce<PaymentMethod[]>(
    (kept, method) => (isCovered(method, kept) ? kept : [...kept, method]),
    []
  )
}

/** The narrower methods come first, so that one for all is left out beside them. */
function isCovered({ kind, operators }: PaymentMethod, before: PaymentMethod[]): boolean {
  if (before.some((one) => one.kind === kind || one.kind === "any")) {
    return true
  }
  if (operators.length === 0) {
    return kind === "any" && before.length === 2
  }
  const offered = new Set(before.flatMap((one) => one.operators.map(({ code }) => code)))
  return operators.every(({ code }) => offered.has(code))
}
