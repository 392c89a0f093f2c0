import { type ActiveOptions } from "./active-configuration"
import { type Query } from "./payment-records"

/** Medusa writes its currencies when it starts. A change by hand, in the database, counts everywhere after this time. */
const KEEP_MS = 60_000

interface Known {
  decimals: number
  until: number
}

/** By the store they belong to. */
const known = new WeakMap<Query, Map<string, Known>>()

/** Decimals of a currency: the merchant's override, else Medusa's currency table; null when it is not known. */
export async function decimalsOf(code: string, query: Query, options: ActiveOptions): Promise<number | null> {
  return options.currencyExponents[code] ?? (await storedDecimals(code, query))
}

async function storedDecimals(code: string, query: Query): Promise<number | null> {
  const now = performance.now()
  const ofStore = known.get(query) ?? new Map<string, Known>()
  known.set(query, ofStore)
  const last = ofStore.get(code)
  if (last && now < last.until) return last.decimals
  const { data } = await query.graph({
    entity: "currency",
    fields: ["decimal_digits"],
    filters: { code },
  } as Parameters<Query["graph"]>[0])
  const digits = (data[0] as { decimal_digits?: number } | undefined)?.decimal_digits
  if (digits === undefined) return null
  const decimals = Number(digits)
  ofStore.set(code, { decimals, until: now + KEEP_MS })
  return decimals
}
