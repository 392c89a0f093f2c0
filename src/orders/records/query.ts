import { type RemoteQueryFunction } from "@medusajs/framework/types"

export type Query = Omit<RemoteQueryFunction, symbol>

/** Names of fields: as words, or as a list. */
type Fields = string | readonly string[]

const listed = (fields: Fields) => (typeof fields === "string" ? fields.split(" ") : fields)

/** Of a relation: `order.id`. */
export const each = (relation: string, fields: Fields) =>
  listed(fields).map((field) => `${relation}.${field}`)

/** The only call of `query.graph`: code that needs another fact of Medusa's adds a look-up to this folder (a lint rule says so). */
export async function askGraph<T>(
  query: Query,
  entity: string,
  fields: Fields,
  filters?: object,
  pagination?: { skip?: number; take?: number; order?: Record<string, string> },
  strategy?: "joined"
): Promise<T[]> {
  // Medusa leaves out a filter without a value: each record would match, also another customer's.
  if (Object.values(filters ?? {}).includes(undefined)) throw new Error(`${entity}: a filter without a value`)
  const { skip, ...first } = pagination ?? {}
  // Where a `skip` is named, Medusa counts all that match as well, which of orders by their time of change reads the table once more.
  const page = skip ? pagination : pagination && first
  const question = { entity, fields: [...listed(fields)], filters, pagination: page, strategy }
  const { data } = await query.graph(question as Parameters<Query["graph"]>[0])
  return data as T[]
}

/** Joined, each list of a cart multiplies the rows of the others: with many lines the process stands still for seconds. */
const MOST_JOINED = 10

/**
 * One cart, null when it is gone; of few lines in one statement of Medusa's: its total brings lines, deliveries, their taxes and discounts
 * along, which take a statement each else, in front of a customer who waits.
 */
export async function cartById<C>(query: Query, id: string, fields: Fields): Promise<C | null> {
  const lines = await askGraph(query, "line_item", "id", { cart_id: id })
  const strategy = lines.length > MOST_JOINED ? undefined : "joined"
  return (await askGraph<C>(query, "cart", fields, { id }, undefined, strategy))[0] ?? null
}

/** One field of records that have it, such as an id that a link holds. */
export async function valuesOf(query: Query, entity: string, field: string, filters?: object) {
  return (await askGraph<Record<string, string>>(query, entity, field, filters)).map((each) => each[field]!)
}

/** Records of one kind by their ids, however often each is named; nothing is asked where none is. */
export async function recordsById<T extends { id: string }>(
  query: Query,
  entity: string,
  fields: Fields,
  ids: readonly string[]
): Promise<Map<string, T>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const records = await askGraph<T>(query, entity, fields, { id: unique }, { take: unique.length })
  return new Map(records.map((record) => [record.id, record]))
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

/** The same of money that came for a payment, which may be in another currency than was asked for. @param code lower case */
export async function decimalsOfCame(
  code: string,
  asked: { currency_code: string; exponent: number },
  ...known: [query: Query, options: CurrencyOptions]
): Promise<number | null> {
  return code === asked.currency_code ? asked.exponent : await decimalsOf(code, ...known)
}

async function storedDecimals(code: string, query: Query): Promise<number | null> {
  const now = performance.now()
  const ofStore = known.get(query) ?? new Map<string, Known>()
  known.set(query, ofStore)
  const last = ofStore.get(code)
  if (last && now < last.until) return last.decimals
  const [currency] = await askGraph<{ decimal_digits?: number }>(query, "currency", "decimal_digits", {
    code,
  })
  if (currency?.decimal_digits === undefined) return null
  const decimals = Number(currency.decimal_digits)
  ofStore.set(code, { decimals, until: now + CURRENCIES_KEEP_MS })
  return decimals
}
