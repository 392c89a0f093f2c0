import {
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { find, findOne } from "./find"
import { markets, type MarketSeed } from "./markets"

const manual = "manual_manual"
const setName = "Delivery from Douala"

export const speeds = [
  {
    code: "standard",
    label: "Standard delivery",
    french: "Livraison standard",
    description: "3 to 5 working days",
  },
  {
    code: "express",
    label: "Express delivery",
    french: "Livraison express",
    description: "The next working day",
  },
] as const

async function stockLocation(container: MedusaContainer, channelId: string): Promise<string> {
  const existing = await findOne(container, "stock_location", { name: "Douala warehouse" })
  if (existing) return existing.id
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: "Douala warehouse",
          address: { address_1: "Boulevard de la Liberté", city: "Douala", country_code: "cm" },
        },
      ],
    },
  })
  const [location] = result
  if (!location) throw new Error("no stock location was made")
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: manual },
  })
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [channelId] },
  })
  return location.id
}

async function shippingProfile(container: MedusaContainer): Promise<string> {
  const existing = await findOne(container, "shipping_profile", { type: "default" })
  if (existing) return existing.id
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  const [profile] = result
  if (!profile) throw new Error("no shipping profile was made")
  return profile.id
}

async function fulfillmentSet(container: MedusaContainer, locationId: string): Promise<string> {
  const existing = await findOne(container, "fulfillment_set", { name: setName })
  if (existing) return existing.id
  await createLocationFulfillmentSetWorkflow(container).run({
    input: { location_id: locationId, fulfillment_set_data: { name: setName, type: "shipping" } },
  })
  const made = await findOne(container, "fulfillment_set", { name: setName })
  if (!made) throw new Error("no fulfillment set was made")
  return made.id
}

/** Warehouse, and per market a zone with a standard and an express option. */
export async function seedDelivery(container: MedusaContainer, channelId: string) {
  const locationId = await stockLocation(container, channelId)
  const profileId = await shippingProfile(container)
  const setId = await fulfillmentSet(container, locationId)
  const known = await find<{ name: string }>(container, "service_zone", { fields: ["name"] })
  for (const market of markets) {
    if (!known.some(({ name }) => name === market.name))
      await seedZone(container, { market, setId, profileId })
  }
  return { locationId, profileId }
}

async function seedZone(
  container: MedusaContainer,
  { market, setId, profileId }: { market: MarketSeed; setId: string; profileId: string }
) {
  const { result } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        {
          name: market.name,
          fulfillment_set_id: setId,
          geo_zones: Object.keys(market.countries).map((country_code) => ({
            type: "country" as const,
            country_code,
          })),
        },
      ],
    },
  })
  const [zone] = result
  if (!zone) throw new Error("no service zone was made")
  await createShippingOptionsWorkflow(container).run({
    input: speeds.map(({ code, label, description }) => ({
      name: label,
      price_type: "flat" as const,
      provider_id: manual,
      service_zone_id: zone.id,
      shipping_profile_id: profileId,
      type: { code, label, description },
      prices: [{ currency_code: market.currency_code, amount: market.delivery[code] }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
        { attribute: "is_return", value: "false", operator: "eq" as const },
      ],
    })),
  })
}
