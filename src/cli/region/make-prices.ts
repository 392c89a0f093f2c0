import { type MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { decimalsOf } from "../../orders/records/query"
import { queryOf } from "../../payments/module"
import { type PriceFact, type StoreFact, variantPages } from "./facts"
import { counted } from "../command"
import { type OrdersOutcome, type RegionOrder } from "./orders"
import { converted, ratesInto } from "./rates"

/** A price without conditions: not of a price list, of a region or of a quantity. */
const isPlain = ({ price_list_id, rules_count, min_quantity, max_quantity }: PriceFact) =>
  !price_list_id && !rules_count && min_quantity == null && max_quantity == null

/** Gives variants without a price in the currency one, out of a price whose rate is known; no rate is made up. */
export async function makePrices(
  container: MedusaContainer,
  order: RegionOrder,
  store: StoreFact,
  { made, open }: OrdersOutcome
): Promise<void> {
  const query = queryOf(container)
  const { currency } = order
  const code = currency.toUpperCase()
  const exponent = await decimalsOf(currency, query, { service: { currencyExponents: {} } })
  if (exponent === null) throw new Error(`Medusa does not know the currency ${code}: no prices were made.`)
  const rates = ratesInto(currency, order.rates)
  const first = store.supported_currencies.find(({ is_default }) => is_default)?.currency_code
  const sources = ["eur", ...(first ? [first] : []), ...rates.keys()].filter((source) => rates.has(source))
  let priced = 0
  const used = new Set<string>()
  const without = new Map<string, number>()
  for await (const page of variantPages(query)) {
    const prices = page.flatMap(({ price_set }) => {
      const plain = (price_set?.prices ?? []).filter(isPlain)
      if (plain.some(({ currency_code }) => currency_code === currency)) return []
      const source = sources.find((one) => plain.some(({ currency_code }) => currency_code === one))
      const price = plain.find(({ currency_code }) => currency_code === source)
      if (!price_set || !source || !price) {
        const from = plain[0]?.currency_code ?? ""
        without.set(from, (without.get(from) ?? 0) + 1)
        return []
      }
      used.add(source)
      const amount = converted(price.raw_amount ?? price.amount, rates.get(source)!, exponent)
      return [{ priceSetId: price_set.id, prices: [{ currency_code: currency, amount }] }]
    })
    if (prices.length > 0) await container.resolve(Modules.PRICING).addPrices(prices)
    priced += prices.length
  }
  if (priced > 0) {
    const by = [...used].map((source) => `1 ${source.toUpperCase()} = ${rates.get(source)} ${code}`)
    made.push(
      `Prices in ${code} for ${counted(priced, "variant")} (${by.join(", ")}). Look through them before you sell.`
    )
  }
  for (const [from, count] of without)
    open.push(
      from
        ? `${count} variants have a price in ${from.toUpperCase()} and none in ${code}, and no rate is known: add --rate ${from}=<${code} for 1 ${from.toUpperCase()}>, or enter their prices.`
        : `${count} variants have no price that one in ${code} could be made of: enter their prices.`
    )
}
