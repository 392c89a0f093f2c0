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

interface Market {
  id: string
  currency_code: string
  countries?: { iso_2?: string }[] | null
  payment_providers?: ({ id: string } | null)[] | null
}

/**
 * Where a merchant most likely looks first: the store's default region, else one with its default currency, else the first. Of those that can be
 * paid in, where there are any.
 */
export function homeRegion<Region extends Market>(
  regions: Region[],
  defaultId?: string | null,
  currency?: string
): Region | undefined {
  const payable = regions.filter(({ payment_providers }) =>
    payment_providers?.some((provider) => provider && isOurProvider(provider.id))
  )
  const likely = payable.length > 0 ? payable : regions
  return (
    likely.find(({ id }) => id === defaultId) ??
    likely.find(({ currency_code }) => currency_code === currency) ??
    likely[0]
  )
}

/** Currency and country codes the store sells in, lower case. */
export function useMarkets() {
  const { store } = useStore()
  const { regions } = useRegions({
    limit: 100,
    fields: "id,currency_code,*countries,payment_providers.id",
  })
  const currencies = (store?.supported_currencies ?? []).map(({ currency_code }) => currency_code)
  const countries = (regions ?? []).flatMap((region) => region.countries ?? []).map(({ iso_2 }) => iso_2!)
  const mainCurrency = store?.supported_currencies?.find(({ is_default }) => is_default)?.currency_code
  const first = homeRegion(regions ?? [], store?.default_region_id, mainCurrency)?.countries?.[0]?.iso_2
  return {
    isReady: store !== undefined && regions !== undefined,
    currencies: [...new Set([...(regions ?? []).map(({ currency_code }) => currency_code), ...currencies])],
    /** first one of the home region */
    countries: [...new Set([...(first ? [first] : []), ...countries.sort()])],
    currencyOf: (country: string) =>
      regions?.find((region) => region.countries?.some(({ iso_2 }) => iso_2 === country))?.currency_code,
  }
}
