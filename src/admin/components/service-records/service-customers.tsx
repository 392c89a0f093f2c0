import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectCustomer } from "../../../types/http"
import { useFormat } from "../../hooks/format"
import { useIsPhone, Pager, PlainTable, type Column } from "../plain-table"
import { useServiceCustomers } from "../../hooks/service-records"
import { TextField } from "../field"
import { Empty, LoadFailed, RowSkeletons } from "../states"

const CUSTOMERS_PAGE = 20

export const customerName = ({
  firstname,
  lastname,
  id,
}: Pick<AdminPayCollectCustomer, "firstname" | "lastname" | "id">) =>
  [firstname, lastname].filter(Boolean).join(" ") || id

/** The service tells no count: a full page may have another one behind it. */
export function ServiceCustomers() {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const isPhone = useIsPhone()
  const [params, setParams] = useSearchParams()
  const offset = Number(params.get("offset")) || 0
  const q = params.get("q") ?? ""
  const { data, error, refetch } = useServiceCustomers(q ? { q } : { limit: CUSTOMERS_PAGE, offset })
  const [typed, setTyped] = useState(q)
  const none = t("general.none")
  const contact: Column<AdminPayCollectCustomer>[] = [
    { id: "email", title: t("field.email"), cell: ({ email }) => email ?? none },
    { id: "phone", title: t("field.phone"), cell: ({ phone }) => phone ?? none },
  ]
  const search = (
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
          hint={
            q && data?.searched !== undefined ? t("records.searched", { count: data.searched }) : undefined
          }
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
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons rows={5} />
  if (data.customers.length === 0 && offset === 0)
    return (
      <>
        {q && search}
        <Empty
          title={t(q ? "records.nobody" : "records.no_customers")}
          text={t(q ? "records.searched" : "records.no_customers_text", { count: data.searched ?? 0 })}
        />
      </>
    )
  return (
    <>
      {search}
      <PlainTable
        caption={t("records.customers")}
        rows={data.customers}
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
      <Pager
        offset={offset}
        limit={CUSTOMERS_PAGE}
        hasMore={!q && data.customers.length === CUSTOMERS_PAGE}
        onChange={(to) => setParams(to ? { tab: "customers", offset: String(to) } : { tab: "customers" })}
      />
    </>
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
