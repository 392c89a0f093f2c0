import { type RemoteQueryFunction } from "@medusajs/framework/types"

export type Query = Omit<RemoteQueryFunction, symbol>

interface GraphQuestion {
  entity: string
  fields: string[]
  filters?: object
  pagination?: { skip?: number; take?: number; order?: Record<string, string> }
}

/** The only call of `query.graph`: code that needs another fact of Medusa's adds a look-up to this folder (a lint rule says so). */
export async function askGraph<T>(query: Query, question: GraphQuestion): Promise<T[]> {
  const { data } = await query.graph(question as Parameters<Query["graph"]>[0])
  return data as T[]
}

export interface CurrencyOptions {
  /** decimals that the merchant says a currency has, by its lower-case code */
  service: { currencyExponents: Readonly<Record<string, number>> }
}

/** Medusa writes its currencies when it starts. A change by hand, in the database, counts everywhere after this time. */
const CURRENCIES_KEEP_MS = 60_000

interface Known {
  decimals: number
  until: number
}

/** By the store they belong to. */
const known = new WeakMap<Query, Map<string, Known>>()

/** Decimals of a currency: the merchant's override, else Medusa's currency table; null when it is not known. */
export async function decimalsOf(
  code: string,
  query: Query,
  { service: { currencyExponents } }: CurrencyOptions
): Promise<number | null> {
  return currencyExponents[code] ?? (await storedDecimals(code, query))
}

async function storedDecimals(code: string, query: Query): Promise<number | null> {
  const now = performance.now()
  const ofStore = known.get(query) ?? new Map<string, Known>()
  known.set(query, ofStore)
  const last = ofStore.get(code)
  if (last && now < last.until) return last.decimals
  const [currency] = await askGraph<{ decimal_digits?: number }>(query, {
    entity: "currency",
    fields: ["decimal_digits"],
    filters: { code },
  })
  if (currency?.decimal_digits === undefined) return null
  const decimals = Number(currency.decimal_digits)
  ofStore.set(code, { decimals, until: now + CURRENCIES_KEEP_MS })
  return decimals
}
