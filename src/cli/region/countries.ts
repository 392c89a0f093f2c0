/** A country where the service takes mobile money. */
export interface Sold {
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
