import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectCustomer } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useIsPhone, Pager, PlainTable, type TableColumn } from "../plain-table"
import { useServiceCustomers } from "../../hooks/service-records"
import { Empty, Loaded } from "../states"
import { SmallButton } from "../kit"
import { SearchForm } from "../field"

const CUSTOMERS_PAGE = 20

export const customerName = ({
  firstname,
  lastname,
  id,
}: Pick<AdminPayCollectCustomer, "firstname" | "lastname" | "id">) =>
  [firstname, lastname].filter(Boolean).join(" ") || id

/** The service tells no count: a full page may have another one behind it. */
export function ServiceCustomers() {
  const [params, setParams] = useSearchParams()
  const offset = Number(params.get("offset")) || 0
  const q = params.get("q") ?? ""
  const answer = useServiceCustomers(q ? { q } : { limit: CUSTOMERS_PAGE, offset })
  return (
    <Loaded of={answer} rows={5}>
      {({ customers, searched }) =>
        customers.length === 0 && offset === 0 ? (
          <NoCustomers {...{ q, searched }} />
        ) : (
          <>
            <CustomerSearch {...{ q, searched }} />
            <CustomerTable customers={customers} />
            <Pager
              offset={offset}
              limit={CUSTOMERS_PAGE}
              hasMore={!q && customers.length === CUSTOMERS_PAGE}
              onChange={(to) =>
                setParams(to ? { tab: "customers", offset: String(to) } : { tab: "customers" })
              }
            />
          </>
        )
      }
    </Loaded>
  )
}

interface SearchProps {
  q: string
  /** among how many the service's list was looked through */
  searched: number | undefined
}

function NoCustomers({ q, searched }: SearchProps) {
  const { t } = useTexts()
  if (!q) return <Empty title={t("records.no_customers")} text={t("records.no_customers_text")} />
  return (
    <>
      <CustomerSearch {...{ q, searched }} />
      <Empty title={t("records.nobody")} text={t("records.searched", { count: searched ?? 0 })} />
    </>
  )
}

function CustomerSearch({ q, searched }: SearchProps) {
  const { t } = useTexts()
  const [, setParams] = useSearchParams()
  const isCounted = q !== "" && searched !== undefined
  return (
    <SearchForm
      role="search"
      label={t("records.search")}
      hint={isCounted ? t("records.searched", { count: searched }) : undefined}
      name="customer-search"
      value={q}
      onSearch={(typed) => setParams(typed ? { tab: "customers", q: typed } : { tab: "customers" })}
      button={
        <SmallButton type="submit" testId="customer-submit">
          {t("records.find")}
        </SmallButton>
      }
    />
  )
}

function CustomerTable({ customers }: { customers: AdminPayCollectCustomer[] }) {
  const { t, date } = useTexts()
  const isPhone = useIsPhone()
  const contact: TableColumn<AdminPayCollectCustomer>[] = [
    { id: "email", title: t("field.email"), cell: ({ email }) => email },
    { id: "phone", title: t("field.phone"), cell: ({ phone }) => phone },
  ]
  return (
    <PlainTable
      caption={t("records.customers")}
      rows={customers}
      getId={({ id }) => id}
      href={({ id }) => `/paycollect/records/customers/${encodeURIComponent(id)}`}
      columns={[
        {
          id: "name",
          title: t("field.name"),
          cell: (customer) => (isPhone ? <CustomerRow customer={customer} /> : customerName(customer)),
        },
        ...(isPhone ? [] : contact),
        { id: "created", title: t("field.created_at"), cell: ({ created_at }) => date(created_at) },
      ]}
    />
  )
}

/** On a phone, with what the other columns say where there is room for them. */
function CustomerRow({ customer }: { customer: AdminPayCollectCustomer }) {
  return (
    <span className="flex flex-col">
      {customerName(customer)}
      {[customer.email, customer.phone].map(
        (text) =>
          text && (
            <span key={text} className="text-ui-fg-subtle max-w-44 truncate text-xs">
              {text}
            </span>
          )
      )}
    </span>
  )
}
