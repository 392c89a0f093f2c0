import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectCustomer } from "../../../types/http"
import { useFormat } from "../../hooks/format"
import { useIsPhone, Pager, PlainTable, type TableColumn } from "../plain-table"
import { useServiceCustomers } from "../../hooks/service-records"
import { TextField } from "../field"
import { Empty, Loaded } from "../states"

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
  const { t } = useTranslation("paycollect")
  if (!q) return <Empty title={t("records.no_customers")} text={t("records.no_customers_text")} />
  return (
    <>
      <CustomerSearch {...{ q, searched }} />
      <Empty title={t("records.nobody")} text={t("records.searched", { count: searched ?? 0 })} />
    </>
  )
}

function CustomerSearch({ q, searched }: SearchProps) {
  const { t } = useTranslation("paycollect")
  const [, setParams] = useSearchParams()
  const [typed, setTyped] = useState(q)
  const isCounted = q !== "" && searched !== undefined
  return (
    <form
      className="flex flex-col gap-3 px-6 py-4 sm:flex-row sm:items-end"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        setParams(typed.trim() ? { tab: "customers", q: typed.trim() } : { tab: "customers" })
      }}
    >
      <div className="w-full sm:max-w-sm">
        <TextField
          label={t("records.search")}
          hint={isCounted ? t("records.searched", { count: searched }) : undefined}
          name="customer-search"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Button size="small" type="submit" variant="secondary" data-testid="customer-submit">
        {t("records.find")}
      </Button>
    </form>
  )
}

function CustomerTable({ customers }: { customers: AdminPayCollectCustomer[] }) {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const isPhone = useIsPhone()
  const none = t("general.none")
  const contact: TableColumn<AdminPayCollectCustomer>[] = [
    { id: "email", title: t("field.email"), cell: ({ email }) => email ?? none },
    { id: "phone", title: t("field.phone"), cell: ({ phone }) => phone ?? none },
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
        {
          id: "created",
          title: t("field.created_at"),
          cell: ({ created_at }) => (created_at ? date(created_at) : none),
        },
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
