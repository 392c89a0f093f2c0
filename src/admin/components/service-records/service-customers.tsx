import type { AdminPayCollectCustomer, AdminPayCollectCustomersResponse } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { useServiceCustomers } from "../../hooks/service-records"
import { SearchForm } from "../field"
import { SmallButton } from "../kit"
import { Empty, Loaded } from "../section"
import { Pager, PlainTable, Stacked, useIsPhone, type TableColumn } from "../table"

const CUSTOMERS_PAGE = 20

type NamedCustomer = Pick<AdminPayCollectCustomer, "firstname" | "lastname" | "id">

export const customerName = ({ firstname, lastname, id }: NamedCustomer) =>
  [firstname, lastname].filter(Boolean).join(" ") || id

/** The service tells no count: a full page may have another one behind it. */
export function ServiceCustomers() {
  const { t } = useTexts()
  const { get, offset: offsetOf, set } = useAddress()
  const [q, offset] = [get("q"), offsetOf()]
  const answer = useServiceCustomers(q ? { q } : { limit: CUSTOMERS_PAGE, offset })
  const search = ({ searched }: AdminPayCollectCustomersResponse) => (
    <SearchForm
      role="search"
      label={t("records.search")}
      hint={q && searched !== undefined ? t("records.searched", { count: searched }) : undefined}
      name="customer-search"
      value={q}
      onSearch={(typed) => set({ q: typed, offset: 0 })}
      button={
        <SmallButton type="submit" testId="customer-submit">
          {t("records.find")}
        </SmallButton>
      }
    />
  )
  const found = ({ customers }: AdminPayCollectCustomersResponse) => (
    <>
      <CustomerTable customers={customers} />
      <Pager
        offset={offset}
        limit={CUSTOMERS_PAGE}
        hasMore={!q && customers.length === CUSTOMERS_PAGE}
        onChange={(to) => set({ offset: to })}
      />
    </>
  )
  return (
    <Loaded of={answer} rows={5}>
      {(page) => {
        const isEmpty = page.customers.length === 0 && offset === 0
        if (isEmpty && !q)
          return <Empty title={t("records.no_customers")} text={t("records.no_customers_text")} />
        const nobody = t("records.searched", { count: page.searched ?? 0 })
        return (
          <>
            {search(page)}
            {isEmpty ? <Empty title={t("records.nobody")} text={nobody} /> : found(page)}
          </>
        )
      }}
    </Loaded>
  )
}

function CustomerTable({ customers }: { customers: AdminPayCollectCustomer[] }) {
  const { t, date } = useTexts()
  const isPhone = useIsPhone()
  const contact: TableColumn<AdminPayCollectCustomer>[] = [
    { title: t("field.email"), cell: ({ email }) => email },
    { title: t("field.phone"), cell: ({ phone }) => phone },
  ]
  return (
    <PlainTable
      caption={t("records.customers")}
      rows={customers}
      getId={({ id }) => id}
      href={({ id }) => `/paycollect/records/customers/${encodeURIComponent(id)}`}
      columns={[
        {
          title: t("field.name"),
          cell: (customer) => (
            <Stacked width="max-w-44" below={isPhone ? [customer.email, customer.phone] : []}>
              {customerName(customer)}
            </Stacked>
          ),
        },
        ...(isPhone ? [] : contact),
        { title: t("field.created_at"), cell: ({ created_at }) => date(created_at) },
      ]}
    />
  )
}
