import { ask, type Query } from "./query"

export interface CurrencyOptions {
  /** decimals that the merchant says a currency has, by its lower-case code */
  currencyExponents: Readonly<Record<string, number>>
}

/** Medusa's table of currencies is seeded once and edited by no route; asked for once per process and currency. */
const known = new WeakMap<Query, Map<string, number>>()

/** Decimals of a currency: the merchant's override, else Medusa's currency table; null when it is not known. */
export async function decimalsOf(
  code: string,
  query: Query,
  { currencyExponents }: CurrencyOptions
): Promise<number | null> {
  const digits = currencyExponents[code] ?? known.get(query)?.get(code)
  if (digits !== undefined) return digits
  const [currency] = await ask<{ decimal_digits?: number }>(query, {
    entity: "currency",
    fields: ["decimal_digits"],
    filters: { code },
  })
  if (currency?.decimal_digits === undefined) return null
  const read = Number(currency.decimal_digits)
  known.set(query, (known.get(query) ?? new Map<string, number>()).set(code, read))
  return read
}
