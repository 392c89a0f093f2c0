import { defineRouteConfig } from "@medusajs/admin-sdk"
import { SelectField } from "../../../components/field"
import { Crumb, Empty, Loaded, TabbedPage } from "../../../components/section"
import { ServiceCustomers } from "../../../components/service-records/service-customers"
import { MethodTable } from "../../../components/service-records/service-methods"
import { TransactionLookUp } from "../../../components/service-records/service-transaction"
import { useAddress } from "../../../hooks/address"
import { useTexts } from "../../../hooks/format"
import { usePaymentMethods } from "../../../hooks/service-records"
import { useMarkets } from "../../../hooks/store"

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

/** What the service offers in one of the store's countries. */
function MethodsByCountry() {
  const { t, country: countryName } = useTexts()
  const { countries, isReady } = useMarkets()
  const { get, set } = useAddress()
  const country = get("country") || countries[0]
  return (
    <div className="divide-y">
      <div className="px-6 py-4">
        <div className="w-full sm:max-w-sm">
          <SelectField
            label={t("field.country")}
            name="country"
            value={country ?? ""}
            values={countries}
            text={countryName}
            onChange={(to) => set({ country: to })}
          />
        </div>
      </div>
      <Loaded of={usePaymentMethods(country, isReady)} rows={4}>
        {({ payment_methods }) =>
          payment_methods.length === 0 ? (
            <Empty title={t("records.no_methods")} text={t("records.no_methods_text")} />
          ) : (
            <MethodTable methods={payment_methods} />
          )
        }
      </Loaded>
    </div>
  )
}

export const config = defineRouteConfig({ label: "nav.records", translationNs: "paycollect", rank: 2 })

export const handle = { breadcrumb: () => <Crumb name="nav.records" /> }

export default RecordsPage
