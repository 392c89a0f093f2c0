import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { queryOf } from "../../payments/module"
import { deliveries, type LocationFact, locations, shippingProfiles, type StoreFact, zones } from "./facts"
import { type OrdersOutcome, type RegionOrder } from "./orders"

/** A zone for the country, and in it a delivery in its currency for each shipping profile: a cart needs one for each that its items have. */
export async function makeDelivery(
  container: MedusaContainer,
  order: RegionOrder,
  store: StoreFact,
  { made }: OrdersOutcome
): Promise<void> {
  const query = queryOf(container)
  const there = (await zones(query)).find(({ geo_zones }) =>
    geo_zones.some(({ type, country_code }) => type === "country" && country_code === order.country)
  )
  const known = await locations(query)
  const location =
    known.find(({ fulfillment_sets }) =>
      fulfillment_sets?.some((set) => set && set.id === there?.fulfillment_set_id)
    ) ??
    known[0] ??
    (await makeLocation(container, order, store, made))
  const provider = await fulfillmentProvider(container, location)
  const zone = there?.id ?? (await makeZone(container, order, location, made))
  const inCurrency = (await deliveries(query)).filter(
    ({ service_zone_id, prices }) =>
      service_zone_id === zone && prices?.some((price) => price?.currency_code === order.currency)
  )
  for (const profile of await profilesOf(container)) {
    if (inCurrency.some(({ shipping_profile_id }) => shipping_profile_id === profile)) continue
    await createShippingOptionsWorkflow(container).run({
      input: [
        {
          name: "Standard delivery",
          price_type: "flat",
          provider_id: provider,
          service_zone_id: zone,
          shipping_profile_id: profile,
          type: { code: "standard", label: "Standard delivery", description: `Delivery in ${order.name}` },
          prices: [{ currency_code: order.currency, amount: Number(order.deliveryPrice) }],
          rules: [
            { attribute: "enabled_in_store", value: "true", operator: "eq" },
            { attribute: "is_return", value: "false", operator: "eq" },
          ],
        },
      ],
    })
    const price = `${order.deliveryPrice} ${order.currency.toUpperCase()}`
    made.push(`Standard delivery in ${order.name} for ${price} (Settings, Locations & Shipping changes it).`)
  }
}

async function makeLocation(
  container: MedusaContainer,
  { country, name }: RegionOrder,
  store: StoreFact,
  made: string[]
): Promise<LocationFact> {
  const { result } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "Warehouse", address: { address_1: name, country_code: country } }] },
  })
  const [location] = result
  const channel = store.default_sales_channel_id
  if (channel)
    await linkSalesChannelsToStockLocationWorkflow(container).run({
      input: { id: location!.id, add: [channel] },
    })
  made.push('A stock location "Warehouse": items whose stock is managed need their stock entered there.')
  return { id: location!.id, name: "Warehouse" }
}

const MANUAL = "manual_manual"

/** A provider that the location has; else Medusa's manual one, which ships with it. */
async function fulfillmentProvider(container: MedusaContainer, location: LocationFact): Promise<string> {
  const linked = (location.fulfillment_providers ?? []).flatMap((each) => each?.id ?? [])
  const found = linked.find((id) => id === MANUAL) ?? linked[0]
  if (found) return found
  const known = await container.resolve(Modules.FULFILLMENT).listFulfillmentProviders()
  const id = known.find((each) => each.id === MANUAL)?.id ?? known[0]?.id
  if (!id)
    throw new Error(
      "This store has no fulfillment provider, so nothing can be delivered. Add one, then run this again."
    )
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: id },
  })
  return id
}

async function makeZone(
  container: MedusaContainer,
  { country, name }: RegionOrder,
  location: LocationFact,
  made: string[]
): Promise<string> {
  const { result } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        {
          name,
          fulfillment_set_id: await fulfillmentSet(container, location),
          geo_zones: [{ type: "country", country_code: country }],
        },
      ],
    },
  })
  made.push(`A service zone for ${name}.`)
  return result[0]!.id
}

async function fulfillmentSet(container: MedusaContainer, location: LocationFact): Promise<string> {
  const isShipping = (set: { id: string; type: string } | null) => set?.type === "shipping"
  const there = location.fulfillment_sets?.find(isShipping)
  if (there) return there.id
  await createLocationFulfillmentSetWorkflow(container).run({
    input: {
      location_id: location.id,
      fulfillment_set_data: { name: `${location.name} shipping`, type: "shipping" },
    },
  })
  const read = await locations(queryOf(container))
  return read.find(({ id }) => id === location.id)!.fulfillment_sets!.find(isShipping)!.id
}

async function profilesOf(container: MedusaContainer): Promise<string[]> {
  const there = await shippingProfiles(queryOf(container))
  if (there.length > 0) return there.map(({ id }) => id)
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  return result.map(({ id }) => id)
}
