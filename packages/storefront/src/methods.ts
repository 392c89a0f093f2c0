import { callStore, throwIfAborted, type StoreClient } from "./client"
import { boundsOf, nothingOf, oneOf, textOrNull, type AmountBounds } from "./errors"

/** What a payment provider of this plugin lets a customer pay with. */
export type MethodKind = "mobile_money" | "card" | "any"

/** What the customer pays on top of the cart's total. Decimal strings in major units, as the store gives them. */
export interface PaymentFee {
  /** "0" where the merchant bears it */
  fee: string
  /** With the fee; null when the store does not say. */
  total: string | null
  /** Lower case. */
  currencyCode: string
  cardType: "local" | "international" | null
}

export interface PaymentOperator {
  code: string
  /** As the service names it, for example "MTN MoMo". */
  name: string
  /** https address of a picture. */
  logo: string | null
  /** Empty while the fee is not known; more than one for cards that differ. */
  fees: PaymentFee[]
  /** null where the store does not say. */
  kind: MethodKind | null
}

export interface PaymentMethod {
  /** For `startPayment`, for example `pp_paycollect-mobile-money_default`. */
  providerId: string
  kind: MethodKind
  /** Who the customer can pay with in the country; empty when the store cannot say at the moment. */
  operators: PaymentOperator[]
  /** No money moves: the shop's payments are tests. */
  isTest: boolean
  /** What it takes, where the cart's total is outside of that: show it, and do not offer it. null: it can be chosen. */
  outside: AmountBounds | null
}

export interface ListMethodsOptions {
  client: StoreClient
  regionId: string
  /** Two letters, in any case: whose operators. Without it, those of all countries. */
  countryCode?: string | null
  /** With it, the fees of this cart. */
  cartId?: string | null
  signal?: AbortSignal
}

const PROVIDER = /^pp_paycollect(-mobile-money|-card)?_/
/** The narrower choices first. */
const ORDER: readonly MethodKind[] = ["mobile_money", "card", "any"]
const TYPES = ORDER.slice(0, 2)

/** What the provider stands for; null when it is not one of this plugin. */
export function methodKind(providerId: string): MethodKind | null {
  const found = PROVIDER.exec(providerId)
  return found && oneOf(ORDER, found[1]?.slice(1).replace("-", "_") ?? "any")
}

/**
 * The ways to pay that the region offers through this plugin, with the operators of the country and what they cost the customer. Operators
 * and fees only decorate: when the store cannot tell them, the methods come without.
 * @throws PayCollectStorefrontError when the region's providers cannot be read
 */
export async function listPaymentMethods(options: ListMethodsOptions): Promise<PaymentMethod[]> {
  const { regionId, countryCode, cartId } = options
  const country = countryCode ? `?country_code=${encodeURIComponent(countryCode.toLowerCase())}` : ""
  const [providers, methods, fees] = await Promise.all([
    list(options, `/store/payment-providers?region_id=${encodeURIComponent(regionId)}`, "payment_providers"),
    optional(options, `/store/paycollect/payment-methods${country}`, "payment_methods"),
    cartId
      ? optional(options, `/store/paycollect/fee-preview?cart_id=${encodeURIComponent(cartId)}`, "fees")
      : null,
  ])
  const operators = methods?.rows.flatMap((row) => readOperator(row, fees?.rows ?? []))
  const isTest = methods?.body.environment === "test"
  const rules = fees?.body.amounts as Record<string, Row | undefined> | undefined
  return ORDER.flatMap((kind) =>
    (providers.rows as { id: string }[]).flatMap(({ id }) => {
      if (methodKind(id) !== kind || !isOffered(kind, operators)) return []
      const rule = rules?.[id.split("_")[1]!]
      const outside = rule?.outside ? boundsOf(rule) : null
      return { providerId: id, kind, operators: (operators ?? []).filter(isOfKind(kind)), isTest, outside }
    })
  )
}

/** The lowest and the highest fee of a method; null unless every one of its operators names its fee. */
export function feeRange({ operators }: PaymentMethod): { low: PaymentFee; high: PaymentFee } | null {
  const sorted = operators.flatMap(({ fees }) => fees).sort((a, b) => Number(a.fee) - Number(b.fee))
  const [low, high] = [sorted[0], sorted.at(-1)]
  return low && high && operators.every(({ fees }) => fees[0]) ? { low, high } : null
}

type Row = Record<string, unknown>
type Listed = { rows: Row[]; body: Row }

async function list({ client, signal }: ListMethodsOptions, path: string, name: string): Promise<Listed> {
  const body = (await callStore(client, path, { signal })) as Row | null
  const rows = body?.[name]
  if (!Array.isArray(rows)) throw nothingOf(name)
  return { rows: rows.filter((row) => row instanceof Object), body: body! }
}

const optional = (options: ListMethodsOptions, path: string, name: string): Promise<Listed | void> =>
  list(options, path, name).catch(() => throwIfAborted(options.signal))

function readOperator(row: Row, fees: Row[]): PaymentOperator[] {
  const { logo } = row
  const code = textOrNull(row.code)
  if (!code) return []
  return [
    {
      code,
      name: textOrNull(row.name) ?? code,
      logo: /^https:\/\//.test(logo as string) ? (logo as string) : null,
      fees: fees.filter((row) => row.payment_method === code).flatMap(readFee),
      kind: oneOf(TYPES, row.type) ?? oneOf(TYPES, code),
    },
  ]
}

/** A number is shown only where the store gives one: none is computed, none is guessed. What the merchant bears is none whatever it is. */
function readFee({ amount, fee, total, currency_code, fee_bearer, card_type, error }: Row): PaymentFee[] {
  if (fee_bearer === "merchant") {
    fee = "0"
    total = amount
  } else if (error) {
    return []
  }
  const currencyCode = textOrNull(currency_code)?.toLowerCase()
  if (!isAmount(fee) || !currencyCode) return []
  const cardType = oneOf(["local", "international"] as const, card_type)
  return [{ fee, total: isAmount(total) ? total : null, currencyCode, cardType }]
}

const isAmount = (value: unknown): value is string => /^\d+(\.\d+)?$/.test(value as string)

const isOfKind = (kind: MethodKind) => (operator: PaymentOperator) => kind === "any" || operator.kind === kind

/** False only when the service was heard, and lists no operator of that kind: the hosted checkout would be a dead end. */
function isOffered(kind: MethodKind, operators?: PaymentOperator[]): boolean {
  return !operators || operators.some((operator) => !operator.kind || isOfKind(kind)(operator))
}
