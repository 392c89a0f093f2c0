import { feeRange, type PaymentFee, type PaymentMethod } from "../index"

/** What a cart costs, without the payment fee. */
export interface CartPrice {
  /** In major units, as the store gives it. */
  total: number | string
  /** In any case. */
  currencyCode: string
}

/**
 * What a pay button may name. `exact`: what is charged. `from`: the least that is charged, the rest depends on the operator or the card.
 * `plus_fee`: what the cart costs, while it is not known what comes on top.
 */
export interface AmountToPay {
  kind: "exact" | "from" | "plus_fee"
  /** Decimal string in major units. */
  amount: string
  /** Lower case. */
  currencyCode: string
}

/**
 * Never less than is charged without saying so.
 * @param methods the chosen one, or all that may still be chosen
 */
export function amountToPay(methods: readonly PaymentMethod[], cart: CartPrice): AmountToPay {
  const currencyCode = cart.currencyCode.toLowerCase()
  const totals = methods.filter(isPayable).flatMap((method) => totalsOf(method, currencyCode))
  const known = totals.flatMap((total) => total ?? []).sort((a, b) => Number(a) - Number(b))
  const [low, high] = [known[0], known.at(-1)]
  // Less than the cart costs is a number about another cart than the one that is paid.
  if (low === undefined || known.length < totals.length || Number(low) < Number(cart.total))
    return { kind: "plus_fee", amount: String(cart.total), currencyCode }
  return { kind: Number(low) === Number(high) ? "exact" : "from", amount: low, currencyCode }
}

/** The least that comes on top of the cart however it is paid; null where nothing does, or where it is not known of one of the methods. */
export function leastFee(methods: readonly PaymentMethod[]): PaymentFee | null {
  const ranges = methods.filter(isPayable).map(feeRange)
  const [least] = ranges.flatMap((range) => range?.low ?? []).sort((a, b) => Number(a.fee) - Number(b.fee))
  return least && ranges.every(Boolean) && Number(least.fee) ? least : null
}

const isPayable = ({ outside }: PaymentMethod) => !outside

/** With null for whatever is not known of it. */
function totalsOf({ operators }: PaymentMethod, currencyCode: string): (string | null)[] {
  const fees = operators.flatMap((operator) => (operator.fees.length > 0 ? operator.fees : null))
  return fees.length > 0 ? fees.map((fee) => (fee?.currencyCode === currencyCode ? fee.total : null)) : [null]
}
