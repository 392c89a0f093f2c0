import { type MajorAmountLike } from "../../payments/money"
import { askGraph, type Query } from "../../orders/records/query"

/** What selling in a country needs, as the store has it: read by the command line, which makes what is missing. */

export interface RegionFact {
  id: string
  name: string
  currency_code: string
  countries: { iso_2: string }[]
  payment_providers?: ({ id: string } | null)[]
}

export const regions = (query: Query) =>
  askGraph<RegionFact>(query, {
    entity: "region",
    fields: ["id", "name", "currency_code", "countries.iso_2", "payment_providers.id"],
  })

export interface StoreFact {
  id: string
  default_sales_channel_id: string | null
  supported_currencies: { currency_code: string; is_default: boolean }[]
}

export const stores = (query: Query) =>
  askGraph<StoreFact>(query, {
    entity: "store",
    fields: [
      "id",
      "default_sales_channel_id",
      "supported_currencies.currency_code",
      "supported_currencies.is_default",
    ],
  })

export const taxCountries = async (query: Query): Promise<string[]> =>
  (await askGraph<{ country_code: string }>(query, { entity: "tax_region", fields: ["country_code"] })).map(
    ({ country_code }) => country_code
  )

export interface LocationFact {
  id: string
  name: string
  fulfillment_sets?: ({ id: string; type: string } | null)[]
  fulfillment_providers?: ({ id: string } | null)[]
}

export const locations = (query: Query) =>
  askGraph<LocationFact>(query, {
    entity: "stock_location",
    fields: ["id", "name", "fulfillment_sets.id", "fulfillment_sets.type", "fulfillment_providers.id"],
    pagination: { order: { created_at: "ASC" } },
  })

export interface ZoneFact {
  id: string
  fulfillment_set_id: string
  geo_zones: { type: string; country_code: string }[]
}

export const zones = (query: Query) =>
  askGraph<ZoneFact>(query, {
    entity: "service_zone",
    fields: ["id", "fulfillment_set_id", "geo_zones.type", "geo_zones.country_code"],
  })

export interface DeliveryFact {
  id: string
  service_zone_id: string
  shipping_profile_id: string
  prices?: ({ currency_code: string } | null)[]
}

export const deliveries = (query: Query) =>
  askGraph<DeliveryFact>(query, {
    entity: "shipping_option",
    fields: ["id", "service_zone_id", "shipping_profile_id", "prices.currency_code"],
  })

/** What is delivered together; a cart needs a delivery for each. */
export const shippingProfiles = (query: Query) =>
  askGraph<{ id: string; name: string }>(query, { entity: "shipping_profile", fields: ["id", "name"] })

export interface PriceFact {
  amount: MajorAmountLike
  raw_amount?: { value: string } | null
  currency_code: string
  price_list_id?: string | null
  rules_count?: number | null
  min_quantity?: MajorAmountLike | null
  max_quantity?: MajorAmountLike | null
}

export interface VariantFact {
  id: string
  price_set?: { id: string; prices?: PriceFact[] } | null
}

const PRICE_FIELDS =
  "amount raw_amount currency_code price_list_id rules_count min_quantity max_quantity".split(" ")

const REGIONS_PAGE = 500

/** Every variant with its prices. @yields pages of at most 500 */
export async function* variantPages(query: Query): AsyncGenerator<VariantFact[]> {
  for (let skip = 0; ; skip += REGIONS_PAGE) {
    const page = await askGraph<VariantFact>(query, {
      entity: "variant",
      fields: ["id", "price_set.id", ...PRICE_FIELDS.map((field) => `price_set.prices.${field}`)],
      pagination: { skip, take: REGIONS_PAGE, order: { id: "ASC" } },
    })
    if (page.length > 0) yield page
    if (page.length < REGIONS_PAGE) return
  }
}
