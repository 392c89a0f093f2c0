import { type MajorAmountLike } from "../../payments/money"
import { askGraph, each, valuesOf, type Query } from "../../orders/records/query"

/** What selling in a country needs, as the store has it: read by the command line, which makes what is missing. */

export interface RegionFact {
  id: string
  name: string
  currency_code: string
  countries: { iso_2: string }[]
  payment_providers?: ({ id: string } | null)[]
}

export const regions = (query: Query) =>
  askGraph<RegionFact>(query, "region", "id name currency_code countries.iso_2 payment_providers.id")

export interface StoreFact {
  id: string
  default_sales_channel_id: string | null
  supported_currencies: { currency_code: string; is_default: boolean }[]
}

export const stores = (query: Query) =>
  askGraph<StoreFact>(
    query,
    "store",
    "id default_sales_channel_id supported_currencies.currency_code supported_currencies.is_default"
  )

export const taxCountries = (query: Query) => valuesOf(query, "tax_region", "country_code")

export interface LocationFact {
  id: string
  name: string
  fulfillment_sets?: ({ id: string; type: string } | null)[]
  fulfillment_providers?: ({ id: string } | null)[]
}

export const locations = (query: Query) =>
  askGraph<LocationFact>(
    query,
    "stock_location",
    "id name fulfillment_sets.id fulfillment_sets.type fulfillment_providers.id",
    {},
    { order: { created_at: "ASC" } }
  )

interface ZoneFact {
  id: string
  fulfillment_set_id: string
  geo_zones: { type: string; country_code: string }[]
}

export const zones = (query: Query) =>
  askGraph<ZoneFact>(query, "service_zone", "id fulfillment_set_id geo_zones.type geo_zones.country_code")

interface DeliveryFact {
  id: string
  service_zone_id: string
  shipping_profile_id: string
  prices?: ({ currency_code: string } | null)[]
}

export const deliveries = (query: Query) =>
  askGraph<DeliveryFact>(
    query,
    "shipping_option",
    "id service_zone_id shipping_profile_id prices.currency_code"
  )

/** What is delivered together; a cart needs a delivery for each. */
export const shippingProfiles = (query: Query) =>
  askGraph<{ id: string; name: string }>(query, "shipping_profile", "id name")

export interface PriceFact {
  amount: MajorAmountLike
  raw_amount?: { value: string } | null
  currency_code: string
  price_list_id?: string | null
  rules_count?: number | null
  min_quantity?: MajorAmountLike | null
  max_quantity?: MajorAmountLike | null
}

interface VariantFact {
  id: string
  price_set?: { id: string; prices?: PriceFact[] } | null
}

const PRICE_FIELDS =
  "amount raw_amount currency_code price_list_id rules_count min_quantity max_quantity".split(" ")

const REGIONS_PAGE = 500

/** Every variant with its prices. @yields pages of at most 500 */
export async function* variantPages(query: Query): AsyncGenerator<VariantFact[]> {
  for (let skip = 0; ; skip += REGIONS_PAGE) {
    const page = await askGraph<VariantFact>(
      query,
      "variant",
      ["id", "price_set.id", ...each("price_set.prices", PRICE_FIELDS)],
      {},
      { skip, take: REGIONS_PAGE, order: { id: "ASC" } }
    )
    if (page.length > 0) yield page
    if (page.length < REGIONS_PAGE) return
  }
}
