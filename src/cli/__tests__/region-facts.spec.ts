import {
  deliveries,
  locations,
  regions,
  shippingProfiles,
  stores,
  taxCountries,
  variantPages,
  zones,
} from "../region/facts"
import { storeOf } from "../../orders/records/__tests__/medusa"

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const secret = { metadata: { note: "not asked for" } }
const REGION = {
  ...{ id: "reg_1", name: "Cameroon", currency_code: "xaf" },
  ...{ countries: [{ iso_2: "cm" }], payment_providers: [{ id: "pp_paycollect_default" }, null] },
}
const STORE = {
  ...{ id: "store_1", default_sales_channel_id: "sc_1" },
  supported_currencies: [{ currency_code: "xaf", is_default: true }],
}
const location = (id: string) => ({
  ...{ id, name: "Douala" },
  ...{
    fulfillment_sets: [{ id: "fuset_1", type: "shipping" }],
    fulfillment_providers: [{ id: "manual_manual" }],
  },
})
const ZONE = {
  ...{ id: "serzo_1", fulfillment_set_id: "fuset_1" },
  geo_zones: [{ type: "country", country_code: "cm" }],
}
const DELIVERY = {
  ...{ id: "so_1", service_zone_id: "serzo_1", shipping_profile_id: "sp_1" },
  prices: [{ currency_code: "xaf" }, null],
}
const PROFILE = { id: "sp_1", name: "Default" }

const { query } = storeOf({
  region: [{ ...REGION, ...secret }],
  store: [{ ...STORE, ...secret }],
  tax_region: [{ country_code: "cm" }, { country_code: "ga" }],
  stock_location: [
    { ...location("sloc_2"), created_at: day(2), ...secret },
    { ...location("sloc_1"), created_at: day(1) },
  ],
  service_zone: [{ ...ZONE, ...secret }],
  shipping_option: [{ ...DELIVERY, ...secret }],
  shipping_profile: [{ ...PROFILE, ...secret }],
})

describe("what selling in a country needs", () => {
  it("is read as the store has it, its oldest place first", async () => {
    expect(await regions(query)).toEqual([REGION])
    expect(await stores(query)).toEqual([STORE])
    expect(await taxCountries(query)).toEqual(["cm", "ga"])
    expect(await locations(query)).toEqual([location("sloc_1"), location("sloc_2")])
    expect(await zones(query)).toEqual([ZONE])
    expect(await deliveries(query)).toEqual([DELIVERY])
    expect(await shippingProfiles(query)).toEqual([PROFILE])
  })
})

describe("every variant with its prices", () => {
  const PRICE = {
    ...{ amount: 10, raw_amount: { value: "10" }, currency_code: "eur", price_list_id: null },
    ...{ rules_count: 0, min_quantity: null, max_quantity: null },
  }
  const variant = (n: number) => ({ id: n, price_set: { id: `pset_${n}`, prices: [PRICE] } })

  async function pages(count: number) {
    const variants = Array.from({ length: count }, (_, n) => ({ ...variant(count - n - 1), ...secret }))
    const found = []
    for await (const page of variantPages(storeOf({ variant: variants }).query)) found.push(page)
    return found
  }

  it("comes in pages of at most five hundred, by id, none of them empty", async () => {
    expect((await pages(0)).map(({ length }) => length)).toEqual([])
    expect((await pages(500)).map(({ length }) => length)).toEqual([500])
    const found = await pages(1_001)
    expect(found.map(({ length }) => length)).toEqual([500, 500, 1])
    expect(found.flat()).toEqual(Array.from({ length: 1_001 }, (_, n) => variant(n)))
  })
})
