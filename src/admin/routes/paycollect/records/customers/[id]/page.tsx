import { useParams } from "react-router-dom"
import { Crumb, SectionRow, Section, CopyRow } from "../../../../../components/section"
import { customerName } from "../../../../../components/service-records/service-customers"
import { Empty, LoadFailed, SectionSkeleton } from "../../../../../components/states"
import { useTexts } from "../../../../../hooks/format"
import { useServiceCustomer } from "../../../../../hooks/service-records"
import type { AdminPayCollectCustomerResponse } from "../../../../../../types/http"

type Billing = AdminPayCollectCustomerResponse["customer"]["billing"][number]

const CustomerPage = () => {
  const { t, date, whole } = useTexts()
  const { id } = useParams()
  const { data, error, refetch } = useServiceCustomer(id!)
  if (error)
    return (
      <Section title={t("records.customer")} level="h1">
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Section>
    )
  if (!data) return <SectionSkeleton rows={5} />
  const { customer } = data
  return (
    <div className="flex flex-col gap-y-3">
      <Section title={customerName(customer)} level="h1">
        <CopyRow title={t("field.id")} value={customer.id} />
        <SectionRow title={t("field.email")}>{customer.email}</SectionRow>
        <SectionRow title={t("field.phone")}>{customer.phone}</SectionRow>
        {customer.balance !== undefined && (
          <SectionRow title={t("field.balance")} hint={t("field.balance_hint")}>
            {whole(customer.balance)}
          </SectionRow>
        )}
        {customer.active !== undefined && (
          <SectionRow title={t("field.active")}>
            {t(customer.active ? "general.yes" : "general.no")}
          </SectionRow>
        )}
        <SectionRow title={t("field.created_at")}>{date(customer.created_at)}</SectionRow>
      </Section>
      <Section title={t("records.billing")}>
        {customer.billing.length === 0 && <Empty title={t("records.no_billing")} />}
        {customer.billing.map((billing, index) => (
          <BillingRows key={index} billing={billing} />
        ))}
      </Section>
    </div>
  )
}

function BillingRows({ billing }: { billing: Billing }) {
  const { t, country } = useTexts()
  const { line1, city, country: code } = billing.address ?? {}
  const place = [line1, city, code && (code.length === 2 ? country(code) : code)].filter(Boolean).join(", ")
  const rows = { name: billing.name, email: billing.email, phone: billing.phone, address: place }
  return (
    <div className="divide-y">
      {Object.entries(rows).map(([name, value]) => (
        <SectionRow key={name} title={t(`field.${name}`)}>
          {value}
        </SectionRow>
      ))}
    </div>
  )
}

export const handle = { breadcrumb: () => <Crumb name="records.customer" /> }

export default CustomerPage
