import { useParams } from "react-router-dom"
import type { AdminPayCollectCustomerResponse } from "../../../../../../types/http"
import {
  Column,
  CopyRow,
  Crumb,
  Empty,
  LoadedPage,
  Rows,
  Section,
  SectionSkeleton,
} from "../../../../../components/section"
import { customerName } from "../../../../../components/service-records/service-customers"
import { useTexts } from "../../../../../hooks/format"
import { useServiceCustomer } from "../../../../../hooks/service-records"

type Customer = AdminPayCollectCustomerResponse["customer"]

const CustomerPage = () => {
  const { t } = useTexts()
  const answer = useServiceCustomer(useParams().id!)
  return (
    <LoadedPage title={t("records.customer")} of={answer} skeleton={<SectionSkeleton rows={5} />}>
      {({ customer }) => <CustomerDetail customer={customer} />}
    </LoadedPage>
  )
}

function CustomerDetail({ customer }: { customer: Customer }) {
  const { t, date, whole } = useTexts()
  const { id, email, phone, balance, active, created_at, billing } = customer
  return (
    <Column>
      <Section title={customerName(customer)} level="h1">
        <CopyRow title={t("field.id")} value={id} />
        <Rows
          of={[
            [t("field.email"), email],
            [t("field.phone"), phone],
            balance !== undefined && [t("field.balance"), whole(balance), t("field.balance_hint")],
            active !== undefined && [t("field.active"), t(active ? "general.yes" : "general.no")],
            [t("field.created_at"), date(created_at)],
          ]}
        />
      </Section>
      <Section title={t("records.billing")}>
        {billing.length === 0 && <Empty title={t("records.no_billing")} />}
        {billing.map((address, index) => (
          <BillingRows key={index} {...address} />
        ))}
      </Section>
    </Column>
  )
}

function BillingRows({ name, email, phone, address }: Customer["billing"][number]) {
  const { t, country } = useTexts()
  const { line1, city, country: code } = address ?? {}
  const place = [line1, city, code && (code.length === 2 ? country(code) : code)].filter(Boolean).join(", ")
  return (
    <div className="divide-y">
      <Rows
        of={[
          [t("field.name"), name],
          [t("field.email"), email],
          [t("field.phone"), phone],
          [t("field.address"), place],
        ]}
      />
    </div>
  )
}

export const handle = { breadcrumb: () => <Crumb name="records.customer" /> }

export default CustomerPage
