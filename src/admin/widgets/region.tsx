import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { useState } from "react"
import type { PayCollectPaymentMethod } from "../../types/http"
import { Notice, SmallButton } from "../components/kit"
import { Empty, Loaded, Section, SectionBody, SectionRow } from "../components/section"
import { MethodTable } from "../components/service-records/service-methods"
import { useTexts } from "../hooks/format"
import { useMethodsOfCountries } from "../hooks/service-records"
import { isOurs, kindOf, useOurProviders } from "../hooks/store"

interface WidgetRegion {
  id: string
  currency_code: string
  countries?: { iso_2?: string }[] | null
  payment_providers?: { id: string }[] | null
}

/** One call for each country: more than these are asked for on click only (the budget is 60 calls a minute). */
const REGIONS_AT_ONCE = 6

type MethodOfRegion = PayCollectPaymentMethod & { in: string[] }

/** On the region page: what the service offers there, and which of our providers the region could use and does not use yet. */
const RegionWidget = ({ data: region }: { data: WidgetRegion }) => {
  const { t } = useTexts()
  const countries = (region.countries ?? []).flatMap(({ iso_2 }) => (iso_2 ? [iso_2] : []))
  const [wanted, setWanted] = useState(false)
  const enabled = wanted || countries.length <= REGIONS_AT_ONCE
  const answer = useOffers(region, countries, enabled)
  return (
    <Section title={t("region.title")} subtitle={t("region.subtitle")} testId="region-methods">
      <Providers region={region} offers={answer.data ?? []} />
      {countries.length === 0 ? (
        <Empty title={t("region.no_countries")} />
      ) : enabled ? (
        <Loaded of={answer} rows={3}>
          {(offers) => <Offers countries={countries} offers={offers} />}
        </Loaded>
      ) : (
        <Empty title={t("region.many", { count: countries.length })}>
          <SmallButton onClick={() => setWanted(true)}>{t("region.ask")}</SmallButton>
        </Empty>
      )}
    </Section>
  )
}

/** What the service says of all countries together, once it has of each. */
function useOffers({ currency_code }: WidgetRegion, countries: string[], enabled: boolean) {
  const answers = useMethodsOfCountries(countries, enabled)
  const methods = answers.flatMap(({ data }) => (data ? [data.payment_methods] : []))
  const isKnown = enabled && countries.length > 0 && methods.length === countries.length
  const failed = isKnown ? [] : answers.filter(({ error }) => error)
  return {
    data: isKnown ? inOrder(countries, methods, currency_code) : undefined,
    error: failed[0]?.error ?? null,
    refetch: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

function Providers({ region, offers }: { region: WidgetRegion; offers: MethodOfRegion[] }) {
  const { t } = useTexts()
  const { data: providers } = useOurProviders()
  const used = new Set((region.payment_providers ?? []).map(({ id }) => id).filter(isOurs))
  const unused = (providers ?? []).filter((id) => !used.has(id) && isOfferedHere(kindOf(id), offers))
  const names = (ids: string[]) => ids.map((id) => t(`method.${kindOf(id)}`)).join(", ")
  return (
    <>
      <SectionRow title={t("region.used")}>{used.size ? names([...used]) : t("general.none")}</SectionRow>
      {unused.length > 0 && (
        <SectionBody>
          <Notice variant={used.size ? "info" : "warning"} testId="region-unused">
            {t("region.unused", { names: names(unused) })}
          </Notice>
        </SectionBody>
      )}
    </>
  )
}

/** A method whose family the service does not name may be any. */
function isOfferedHere(kind: ReturnType<typeof kindOf>, offers: MethodOfRegion[]): boolean {
  return offers.some(({ type }) => kind === "all" || !type || type === kind)
}

function Offers({ countries, offers }: { countries: string[]; offers: MethodOfRegion[] }) {
  const { t, country } = useTexts()
  if (offers.length === 0) return <Empty title={t("records.no_methods")} text={t("region.no_methods_text")} />
  const without = countries.filter((code) => !offers.some((offer) => offer.in.includes(code)))
  const where = (offer: MethodOfRegion) => offer.in.map(country).join(", ")
  return (
    <>
      {without.length > 0 && (
        <SectionBody>
          <Notice variant="warning" testId="region-without">
            {t("region.nothing_in", { countries: without.map(country).join(", ") })}
          </Notice>
        </SectionBody>
      )}
      <MethodTable
        methods={offers}
        more={countries.length > 1 ? [{ title: t("region.countries"), cell: where }] : []}
      />
    </>
  )
}

/** Each method once, with the countries it is offered in; only those that take the region's currency, or do not say. */
function inOrder(
  countries: string[],
  methods: PayCollectPaymentMethod[][],
  currency: string
): MethodOfRegion[] {
  const offers = new Map<string, MethodOfRegion>()
  methods.forEach((list, index) => {
    for (const method of list) {
      const takes = method.currencies?.map((code) => code.toLowerCase()) ?? []
      if (takes.length > 0 && !takes.includes(currency.toLowerCase())) continue
      const known = offers.get(method.code) ?? { ...method, in: [] }
      offers.set(method.code, { ...known, in: [...known.in, countries[index]!] })
    }
  })
  return [...offers.values()]
}

export const config = defineWidgetConfig({ zone: "region.details.after", id: "paycollect-region" })

export default RegionWidget
