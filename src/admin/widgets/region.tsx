import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { PayCollectPaymentMethod } from "../../types/http"
import { Row, Section } from "../components/section"
import { MethodTable } from "../components/service-methods"
import { Empty, LoadFailed, RowSkeletons } from "../components/states"
import { useFormat } from "../hooks/format"
import { useMethodsOfCountries } from "../hooks/service"
import { isOurs, kindOf, useOurProviders } from "../hooks/store"

interface Region {
  id: string
  currency_code: string
  countries?: { iso_2?: string }[] | null
  payment_providers?: { id: string }[] | null
}

/** One call for each country: more than these are asked for on click only (the budget is 60 calls a minute). */
const AT_ONCE = 6

type Offer = PayCollectPaymentMethod & { in: string[] }

/** On the region page: what the service offers there, and which of our providers the region does not use yet. */
const RegionWidget = ({ data: region }: { data: Region }) => {
  const { t } = useTranslation("paycollect")
  return (
    <Section title={t("region.title")} subtitle={t("region.subtitle")} testId="region-methods">
      <Providers region={region} />
      <Offers region={region} />
    </Section>
  )
}

function Providers({ region }: { region: Region }) {
  const { t } = useTranslation("paycollect")
  const { data: providers } = useOurProviders()
  const used = new Set((region.payment_providers ?? []).map(({ id }) => id).filter(isOurs))
  const unused = (providers ?? []).filter((id) => !used.has(id))
  const names = (ids: string[]) => ids.map((id) => t(`method.${kindOf(id)}`)).join(", ")
  return (
    <>
      <Row title={t("region.used")}>{used.size ? names([...used]) : t("general.none")}</Row>
      {unused.length > 0 && (
        <div className="px-6 py-4">
          <Alert variant={used.size ? "info" : "warning"} data-testid="region-unused">
            <Text size="small" className="text-pretty">
              {t("region.unused", { names: names(unused) })}
            </Text>
          </Alert>
        </div>
      )}
    </>
  )
}

function Offers({ region }: { region: Region }) {
  const { t } = useTranslation("paycollect")
  const { country } = useFormat()
  const countries = (region.countries ?? []).flatMap(({ iso_2 }) => (iso_2 ? [iso_2] : []))
  const [wanted, setWanted] = useState(false)
  const enabled = wanted || countries.length <= AT_ONCE
  const answers = useMethodsOfCountries(countries, enabled)
  if (countries.length === 0) return <Empty title={t("region.no_countries")} />
  if (!enabled)
    return (
      <Empty title={t("region.many", { count: countries.length })}>
        <Button size="small" variant="secondary" onClick={() => setWanted(true)}>
          {t("region.ask")}
        </Button>
      </Empty>
    )
  const failed = answers.find(({ error }) => error)
  if (failed)
    return (
      <LoadFailed
        error={failed.error}
        onRetry={() => answers.filter(({ error }) => error).forEach(({ refetch }) => void refetch())}
      />
    )
  if (answers.some(({ data }) => !data)) return <RowSkeletons rows={3} />
  const offers = together(
    countries,
    answers.map(({ data }) => data!.payment_methods),
    region.currency_code
  )
  if (offers.length === 0) return <Empty title={t("records.no_methods")} text={t("region.no_methods_text")} />
  const where = (offer: PayCollectPaymentMethod) => (offer as Offer).in.map(country).join(", ")
  return (
    <MethodTable
      methods={offers}
      more={countries.length > 1 ? [{ id: "in", title: t("region.countries"), cell: where }] : []}
    />
  )
}

/** Each method once, with the countries it is offered in; only those that take the region's currency, or do not say. */
function together(countries: string[], methods: PayCollectPaymentMethod[][], currency: string): Offer[] {
  const offers = new Map<string, Offer>()
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
