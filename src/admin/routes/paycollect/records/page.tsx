import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Tabs } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { Crumb } from "../../../components/section"
import { ServiceCustomers } from "../../../components/service-records/service-customers"
import { MethodsByCountry } from "../../../components/service-records/service-methods"
import { TransactionLookUp } from "../../../components/service-records/service-transaction"
import { useTexts } from "../../../hooks/format"
import { Subtle } from "../../../components/kit"

const TABS = { customers: ServiceCustomers, transaction: TransactionLookUp, methods: MethodsByCountry }

/** What the service itself has on record. For looking only: what decides about an order is the payment's own page. */
const RecordsPage = () => {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const names = Object.keys(TABS) as (keyof typeof TABS)[]
  const tab = names.find((name) => name === params.get("tab")) ?? "customers"
  return (
    <Container className="overflow-hidden p-0">
      <div className="px-6 py-4">
        <Heading>{t("records.title")}</Heading>
        <Subtle>{t("records.subtitle")}</Subtle>
      </div>
      <Tabs value={tab} onValueChange={(to) => setParams({ tab: to })}>
        <div className="overflow-x-auto px-6 pb-4 pt-1">
          <Tabs.List className="w-max">
            {names.map((name) => (
              <Tabs.Trigger key={name} value={name} data-testid={`tab-${name}`}>
                {t(`records.${name}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
        {names.map((name) => {
          const Content = TABS[name]
          return (
            <Tabs.Content key={name} value={name} className="border-t">
              <Content />
            </Tabs.Content>
          )
        })}
      </Tabs>
    </Container>
  )
}

export const config = defineRouteConfig({ label: "nav.records", translationNs: "paycollect", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="nav.records" /> }

export default RecordsPage
