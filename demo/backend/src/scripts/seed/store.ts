import {
  createApiKeysWorkflow,
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { find, findOne, mustFind } from "./find"
import { markets } from "./markets"

/** The store and its sales channel exist since the first boot; they get their name, currencies and a publishable key. */
export async function seedStore(container: MedusaContainer) {
  const channel = await mustFind(container, "sales_channel")
  const store = await mustFind(container, "store")
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: store.id },
      update: {
        name: "Comptoir des Hauts Plateaux",
        default_sales_channel_id: channel.id,
        supported_currencies: markets.map(({ currency_code, pricesIncludeTax }) => ({
          currency_code,
          is_default: currency_code === "xaf",
          is_tax_inclusive: pricesIncludeTax,
        })),
      },
    },
  })
  return { channelId: channel.id, publishableKey: await publishableKey(container, channel.id) }
}

async function publishableKey(container: MedusaContainer, channelId: string): Promise<string> {
  const existing = await findOne<{ token: string }>(container, "api_key", { type: "publishable" }, ["token"])
  if (existing) return existing.token
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "Storefront", type: "publishable", created_by: "" }] },
  })
  const [key] = result
  if (!key) throw new Error("no publishable key was made")
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channelId] } })
  return key.token
}

/** @returns region ids by currency code */
export async function seedRegions(container: MedusaContainer): Promise<Record<string, string>> {
  const known = await find<{ id: string; currency_code: string }>(container, "region", {
    fields: ["id", "currency_code"],
  })
  const missing = markets.filter(
    ({ currency_code }) => !known.some((region) => region.currency_code === currency_code)
  )
  if (missing.length) {
    const { result } = await createRegionsWorkflow(container).run({
      input: {
        regions: missing.map((market) => ({
          name: market.name,
          currency_code: market.currency_code,
          countries: Object.keys(market.countries),
          payment_providers: market.providers,
          automatic_taxes: true,
          is_tax_inclusive: market.pricesIncludeTax,
        })),
      },
    })
    known.push(...result)
  }
  await seedTaxes(container)
  return Object.fromEntries(known.map(({ currency_code, id }) => [currency_code, id]))
}

async function seedTaxes(container: MedusaContainer) {
  const known = await find<{ country_code: string }>(container, "tax_region", { fields: ["country_code"] })
  const countries = markets
    .flatMap((market) => Object.entries(market.countries))
    .filter(([code]) => !known.some(({ country_code }) => country_code === code))
  if (!countries.length) return
  await createTaxRegionsWorkflow(container).run({
    input: countries.map(([country_code, { name, rate }]) => ({
      country_code,
      provider_id: "tp_system",
      default_tax_rate: { name, rate, code: `vat-${country_code}` },
    })),
  })
}
