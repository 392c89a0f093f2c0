import { isWhole, toMinorUnits, type MajorAmountLike } from "../../payments/money"
import { type ActiveOptions } from "../../settings/active-configuration"
import { askGraph, decimalsOf, type Query } from "./query"

/** A shop may have hundreds of thousands. */
const MOST_LOOKED_AT = 300

/** Prices of a currency, of goods and of delivery, beside a multiple that the service may round up to (U-28). */
export interface PricesLookedAt {
  currency_code: string
  /** major units */
  multiple: string
  /** the newest ones, of which so many are no multiple */
  looked: number
  odd: number
}

/** For each currency and multiple of the option `amounts`; nothing is read where it names none. */
export async function pricesByMultiple(query: Query, options: ActiveOptions): Promise<PricesLookedAt[]> {
  const named = Object.values(options.amounts).flatMap((rules) =>
    Object.entries(rules ?? {}).flatMap(([code, { multiple }]) => (multiple ? [`${code} ${multiple}`] : []))
  )
  const found: PricesLookedAt[] = []
  for (const each of new Set(named)) {
    const [currency_code, multiple] = each.split(" ") as [string, string]
    const decimals = await decimalsOf(currency_code, query, options)
    if (decimals === null) continue
    const page = { take: MOST_LOOKED_AT, order: { id: "DESC" } }
    const prices = await askGraph<{ amount: MajorAmountLike }>(
      query,
      "price",
      "amount",
      { currency_code },
      page
    )
    const unit = toMinorUnits(multiple, decimals)
    const isOdd = ({ amount }: (typeof prices)[number]) =>
      !isWhole(amount, decimals) || toMinorUnits(amount, decimals) % unit !== 0n
    const [looked, odd] = [prices.length, prices.filter(isOdd).length]
    if (looked > 0) found.push({ currency_code, multiple, looked, odd })
  }
  return found
}
