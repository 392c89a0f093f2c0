import {
  outOfBounds,
  outsideOf,
  shownBounds,
  type AmountBounds,
  type AmountOutOfBounds,
} from "../payments/amounts"
import { least, toMinorUnits } from "../payments/money"
import { type ActiveOptions } from "../settings/active-configuration"
import { type StorePayCollectFeePreviewResponse } from "../types/http"
import { type AmountRule } from "../settings/amount-options"
import { priceOfCollection } from "./records/lookups"
import { identifierOf } from "./records/providers"
import { decimalsOf, type Query } from "./records/query"

const NARROW = ["paycollect-mobile-money", "paycollect-card"] as const

/**
 * What a provider takes of a currency, by the option `amounts`; null where it has no rule. The provider of all methods without one of its own
 * takes what any of them takes: its customer chooses on the hosted page.
 */
export function boundsOf(
  { amounts }: Pick<ActiveOptions, "amounts">,
  provider_id: string,
  { currency_code, exponent }: { currency_code: string; exponent: number }
): AmountBounds | null {
  const identifier = identifierOf(provider_id)
  const ruleOf = (name: typeof identifier) => amounts[name]?.[currency_code.toLowerCase()]
  const own = ruleOf(identifier)
  if (own) return widestOf([own], exponent)
  const ways = identifier === "paycollect" ? NARROW.map(ruleOf) : []
  return ways.some(Boolean) ? widestOf(ways, exponent) : null
}

function widestOf(ways: (AmountRule | undefined)[], exponent: number): AmountBounds {
  const each = (name: keyof AmountRule) =>
    ways.flatMap((rule) => (rule?.[name] ? toMinorUnits(rule[name], exponent) : []))
  const most = (one: bigint, other: bigint) => (one > other ? one : other)
  const [min, max, multiples] = [each("min"), each("max"), each("multiple")]
  return {
    min: min.length === ways.length ? min.reduce(least) : null,
    max: max.length === ways.length ? max.reduce(most) : null,
    multiple: multiples.length > 0 ? multiples.reduce(most) : null,
    widest: ways.length > 1,
  }
}

/** What each provider that has a rule takes, and whether this amount is outside of it; for pages that offer ways to pay. */
export function amountsFor(
  options: ActiveOptions,
  amount: bigint,
  currency: { currency_code: string; exponent: number }
) {
  const all = (["paycollect", ...NARROW] as const).flatMap((name) => {
    const bounds = boundsOf(options, `pp_${name}`, currency)
    return bounds ? [[name, { ...shownBounds(bounds, currency), outside: outsideOf(amount, bounds) }]] : []
  })
  const found = Object.fromEntries(all) as StorePayCollectFeePreviewResponse["amounts"]
  return all.length > 0 ? found : undefined
}

/**
 * Why what a collection asks for now cannot be paid by a provider, before anything is written or asked; null where nothing is known to be in
 * the way.
 */
export async function collectionOutOfBounds(
  query: Query,
  options: ActiveOptions,
  { provider_id, collection_id }: { provider_id: string; collection_id: string }
): Promise<AmountOutOfBounds | null> {
  // Most shops have no rule: nothing is read for them.
  if (Object.keys(options.amounts).length === 0) return null
  const price = await priceOfCollection(query, collection_id)
  const exponent = price && (await decimalsOf(price.currency_code, query, options))
  if (!price || exponent === null) return null
  const currency = { currency_code: price.currency_code, exponent }
  const amount = toMinorUnits(price.amount, exponent).toString()
  return outOfBounds(amount, boundsOf(options, provider_id, currency), currency)
}
