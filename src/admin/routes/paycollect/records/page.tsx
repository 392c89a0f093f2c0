import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb, TabbedPage } from "../../../components/section"
import { ServiceCustomers } from "../../../components/service-records/service-customers"
import { MethodsByCountry } from "../../../components/service-records/service-methods"
import { TransactionLookUp } from "../../../components/service-records/service-transaction"
import { useTexts } from "../../../hooks/format"

/** What the service itself has on record. For looking only: what decides about an order is the payment's own page. */
const RecordsPage = () => {
  const { t } = useTexts()
  return (
    <TabbedPage
      title={t("records.title")}
      subtitle={t("records.subtitle")}
      tabs={{
        customers: { label: t("records.customers"), Content: ServiceCustomers },
        transaction: { label: t("records.transaction"), Content: TransactionLookUp },
        methods: { label: t("records.methods"), Content: MethodsByCountry },
      }}
    />
  )
}

export const config = defineRouteConfig({ label: "nav.records", translationNs: "paycollect", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="nav.records" /> }

export default RecordsPage
