import { useRegions, useStore } from "@medusajs/dashboard/hooks"
import { useQuery } from "@tanstack/react-query"
import { identifierOf, isOurProvider } from "../../orders/records/providers"
import { sdk } from "./client"

export { isOurProvider as isOurs }

const RECORD_KINDS = {
  paycollect: "all",
  "paycollect-mobile-money": "mobile_money",
  "paycollect-card": "card",
} as const

export const kindOf = (providerId: string): "all" | "mobile_money" | "card" =>
  RECORD_KINDS[identifierOf(providerId)]

/** Ids of our providers in this store. */
export function useOurProviders() {
  return useQuery({
    queryKey: ["paycollect", "providers"],
    queryFn: async () => {
      const { payment_providers } = await sdk.admin.payment.listPaymentProviders({ limit: 100 })
      return payment_providers.map(({ id }) => id).filter(isOurProvider)
    },
  })
}

/** Currency and country codes the store sells in, lower case. */
export function useMarkets() {
  const { store } = useStore()
  const { regions } = useRegions({ limit: 100, fields: "id,currency_code,*countries" })
  const currencies = (store?.supported_currencies ?? []).map(({ currency_code }) => currency_code)
  const countries = (regions ?? []).flatMap((region) => region.countries ?? []).map(({ iso_2 }) => iso_2!)
  const mainCurrency = store?.supported_currencies?.find(({ is_default }) => is_default)?.currency_code
  const home =
    regions?.find(({ id }) => id === store?.default_region_id) ??
    regions?.find(({ currency_code }) => currency_code === mainCurrency) ??
    regions?.[0]
  const first = home?.countries?.[0]?.iso_2
  return {
    isReady: store !== undefined && regions !== undefined,
    currencies: [...new Set([...(regions ?? []).map(({ currency_code }) => currency_code), ...currencies])],
    /** first the likeliest: of the store's default region, else of a region with its default currency */
    countries: [...new Set([...(first ? [first] : []), ...countries.sort()])],
    currencyOf: (country: string) =>
      regions?.find((region) => region.countries?.some(({ iso_2 }) => iso_2 === country))?.currency_code,
  }
}
