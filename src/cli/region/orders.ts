import { exactMinorAmount } from "../../payments/money"
import { UsageError } from "../command"
import { type Rates } from "./rates"

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
  if (regions.length !== 1 && (rates.length > 0 || deliveryPrice !== "0"))
    throw new UsageError("--rate and --delivery-price are of one currency: give them with one country")
  const price = deliveryPrice === "0" || exactMinorAmount(deliveryPrice, ORDER_DECIMALS)
  if (!price) throw new UsageError("--delivery-price takes an amount such as 1500")
  return [...new Set(regions.map((region) => region.toLowerCase()))].map((code) => {
    const found = SOLD_IN.find(({ country }) => country === code)
    if (!found) throw new UsageError(`A region takes one of ${REGION_CODES.join(", ")}`)
    const { currency } = found
    return {
      ...found,
      rates: new Map(rates.map((rate) => readRate(rate, currency))),
      deliveryPrice,
    }
  })
}

function readRate(text: string, currency: string): [string, string] {
  const [, from = "", rate = ""] = /^([a-z]{3})=(\d{1,9}(?:\.\d{1,12})?)$/i.exec(text) ?? []
  const isPositive = /[1-9]/.test(rate)
  if (!isPositive || from.toLowerCase() === currency)
    throw new UsageError(
      `--rate takes another currency and what one unit of it costs in ${currency.toUpperCase()}, such as eur=655.957`
    )
  return [from.toLowerCase(), rate]
}
