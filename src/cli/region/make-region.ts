import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createDefaultsWorkflow,
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  updateRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { paycollectIfThere } from "../../modules/paycollect"
import { queryOf } from "../../payments/module"
import { identifierOf, isOurs } from "../../orders/records/providers"
import { regions, type StoreFact, stores, taxCountries } from "./facts"
import { makeDelivery } from "./make-delivery"
import { makePrices } from "./make-prices"
import { type OrdersOutcome, type RegionOrder } from "./orders"

/**
 * Lets the store sell in a country: currency, region with a provider of this package, tax region, delivery and prices. What is there stays;
 * a run that was cut off is finished by the next one.
 * @throws Error where the store's records contradict it; nothing was changed then
 */
export async function makeRegion(container: MedusaContainer, order: RegionOrder): Promise<OrdersOutcome> {
  const query = queryOf(container)
  const outcome: OrdersOutcome = { made: [], open: [] }
  const provider = await providerOf(container)
  const known = await regions(query)
  const region = known.find(({ countries }) => countries.some(({ iso_2 }) => iso_2 === order.country))
  if (region && region.currency_code !== order.currency)
    throw new Error(
      `${order.name} belongs to the region "${region.name}", which sells in ${region.currency_code.toUpperCase()}, and not in ` +
        `${order.currency.toUpperCase()}. Take the country out of it in Settings, Regions, then run this again. Nothing was changed.`
    )

  const store = await storeOf(container)
  if (await addCurrency(container, store, order.currency))
    outcome.made.push(`The store sells in ${order.currency.toUpperCase()}.`)
  const offered = (region?.payment_providers ?? []).flatMap((each) => each?.id ?? [])
  if (!region) {
    await createRegionsWorkflow(container).run({
      input: {
        regions: [
          {
            name: order.name,
            currency_code: order.currency,
            countries: [order.country],
            payment_providers: [provider],
          },
        ],
      },
    })
    outcome.made.push(`The region "${order.name}" with ${provider}.`)
  } else if (!offered.some((provider_id) => isOurs({ provider_id }))) {
    const payment_providers = [...offered, provider]
    await updateRegionsWorkflow(container).run({
      input: { selector: { id: region.id }, update: { payment_providers } },
    })
    outcome.made.push(`${provider} in the region "${region.name}".`)
  }
  if (!(await taxCountries(query)).includes(order.country)) {
    await createTaxRegionsWorkflow(container).run({
      input: [{ country_code: order.country, provider_id: "tp_system" }],
    })
    outcome.made.push(`A tax region for ${order.name}, without a rate: enter yours in Settings, Tax Regions.`)
  }
  await makeDelivery(container, order, store, outcome)
  await makePrices(container, order, store, outcome)
  return outcome
}

/** The one with every method, under whatever id the configuration gives it. */
async function providerOf(container: MedusaContainer): Promise<string> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true })
  const found = providers.find(({ id }) => isOurs({ provider_id: id }) && identifierOf(id) === "paycollect")
  // Medusa's row of a provider outlives its lines in the configuration, and stays enabled.
  if (found && paycollectIfThere(container)) return found.id
  throw new Error(
    "The medusa-config of this store has no provider of this package. No region was changed. Run: npx medusa-payment-paycollect-dev init"
  )
}

/** Medusa makes the store's record at its first start; a database that was only migrated has none yet. */
async function storeOf(container: MedusaContainer): Promise<StoreFact> {
  const query = queryOf(container)
  const [store] = await stores(query)
  if (store) return store
  await createDefaultsWorkflow(container).run()
  const [made] = await stores(query)
  if (!made) throw new Error("The database has no store record. Start the store once, then run this again.")
  return made
}

async function addCurrency(container: MedusaContainer, store: StoreFact, currency: string): Promise<boolean> {
  const there = store.supported_currencies
  if (there.some(({ currency_code }) => currency_code === currency)) return false
  // What is not said again about taxes in prices is not kept.
  const said = await container
    .resolve(Modules.PRICING)
    .listPricePreferences({ attribute: ["currency_code"] }, { take: null })
  const kept = there.map(({ currency_code, is_default }) => ({
    currency_code,
    is_default,
    is_tax_inclusive: said.find(({ value }) => value === currency_code)?.is_tax_inclusive ?? false,
  }))
  const added = { currency_code: currency, is_default: kept.length === 0 }
  await updateStoresWorkflow(container).run({
    input: { selector: { id: store.id }, update: { supported_currencies: [...kept, added] } },
  })
  return true
}
