import { exactMinorAmount } from "../../payments/money"
import { UsageError } from "../command"
import { PEGS, type Rates } from "./rates"

/** A country where the service takes mobile money. */
interface Sold {
  /** ISO 3166, lower case */
  country: string
  /** ISO 4217, lower case */
  currency: string
  name: string
}

const sold = (country: string, currency: string, name: string): Sold => ({ country, currency, name })

export const SOLD_IN: readonly Sold[] = [
  sold("cm", "xaf", "Cameroon"),
  sold("ga", "xaf", "Gabon"),
  sold("cg", "xaf", "Congo"),
  sold("td", "xaf", "Chad"),
  sold("cf", "xaf", "Central African Republic"),
  sold("ci", "xof", "Côte d’Ivoire"),
  sold("sn", "xof", "Senegal"),
  sold("bj", "xof", "Benin"),
  sold("tg", "xof", "Togo"),
  sold("ml", "xof", "Mali"),
  sold("bf", "xof", "Burkina Faso"),
  sold("ne", "xof", "Niger"),
  sold("gh", "ghs", "Ghana"),
  sold("ke", "kes", "Kenya"),
  sold("ug", "ugx", "Uganda"),
  sold("tz", "tzs", "Tanzania"),
  sold("rw", "rwf", "Rwanda"),
  sold("zm", "zmw", "Zambia"),
  sold("ng", "ngn", "Nigeria"),
]

export interface RegionOrder {
  /** ISO 3166, lower case */
  country: string
  name: string
  /** ISO 4217, lower case */
  currency: string
  /** units of `currency` for one of each other currency */
  rates: Rates
  /** major units of `currency`, as a plain decimal */
  deliveryPrice: string
}

/** What was made, and what is left to the merchant; one sentence each. */
export interface OrdersOutcome {
  made: string[]
  open: string[]
}

export const REGION_CODES = SOLD_IN.map(({ country }) => country)

const ORDER_DECIMALS = 12

/** What the countries, `--rate` and `--delivery-price` ask for. @throws UsageError */
export function readOrders(regions: string[], rates: string[], deliveryPrice = "0"): RegionOrder[] {
  const wanted = [...new Set(regions.map((region) => region.toLowerCase()))].map((code) => {
    const found = SOLD_IN.find(({ country }) => country === code)
    if (!found) throw new UsageError(`A region takes one of ${REGION_CODES.join(", ")}`)
    return found
  })
  const currencies = [...new Set(wanted.map(({ currency }) => currency))]
  const price = deliveryPrice === "0" || exactMinorAmount(deliveryPrice, ORDER_DECIMALS)
  if (!price) throw new UsageError("--delivery-price takes an amount such as 1500")
  if (currencies.length > 1 && deliveryPrice !== "0")
    throw new UsageError("--delivery-price is of one currency: give it with countries of one")
  const read = rates.map((rate) => readRate(rate, currencies))
  return wanted.map((sale) => ({
    ...sale,
    rates: new Map(read.flatMap(({ into, from, rate }) => (into === sale.currency ? [[from, rate]] : []))),
    deliveryPrice,
  }))
}

/** `[<currency of the region>:]<other currency>=<number>`; whose it is has to be said where there are several. */
function readRate(text: string, currencies: string[]) {
  const [, whose, from = "", rate = ""] =
    /^(?:([a-z]{3}):)?([a-z]{3})=(\d{1,9}(?:\.\d{1,12})?)$/.exec(text.toLowerCase()) ?? []
  const into = whose ?? currencies[0] ?? ""
  const example = into in PEGS ? `eur=${PEGS[into]}` : `eur=<${into.toUpperCase()} for one euro>`
  if (!/[1-9]/.test(rate) || from === into)
    throw new UsageError(
      `--rate takes another currency and what one unit of it costs in ${into.toUpperCase()}, such as ${example}`
    )
  if (!currencies.includes(into) || (!whose && currencies.length > 1))
    throw new UsageError(
      `--rate has to say of which of the regions' currencies (${currencies.join(", ")}) it is, such as ${currencies.at(-1)}:${from}=${rate}`
    )
  return { into, from, rate }
}
