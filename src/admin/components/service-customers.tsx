import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectCustomer } from "../../types/http"
import { useFormat } from "../hooks/format"
import { useServiceCustomers } from "../hooks/service"
import { Pager, PlainTable } from "./plain-table"
import { Empty, LoadFailed, RowSkeletons } from "./states"

const PAGE_SIZE = 20

export const nameOf = ({
  firstname,
  lastname,
  id,
}: Pick<AdminPayCollectCustomer, "firstname" | "lastname" | "id">) =>
  [firstname, lastname].filter(Boolean).join(" ") || id

/** The service tells no count: a full page may have another one behind it. */
export function ServiceCustomers() {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const [params, setParams] = useSearchParams()
  const offset = Number(params.get("offset")) || 0
  const { data, error, refetch } = useServiceCustomers({ limit: PAGE_SIZE, offset })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons rows={5} />
  if (data.customers.length === 0 && offset === 0)
    return <Empty title={t("records.no_customers")} text={t("records.no_customers_text")} />
  const none = t("general.none")
  return (
    <>
      <PlainTable
        caption={t("records.customers")}
        rows={data.customers}
        getId={({ id }) => id}
        href={({ id }) => `/paycollect/records/customers/${encodeURIComponent(id)}`}
        columns={[
          { id: "name", title: t("field.name"), cell: nameOf },
          { id: "email", title: t("field.email"), cell: ({ email }) => email ?? none },
          { id: "phone", title: t("field.phone"), cell: ({ phone }) => phone ?? none },
          {
            id: "created",
            title: t("field.created_at"),
            cell: ({ created_at }) => (created_at ? date(created_at) : none),
          },
        ]}
      />
      <Pager
        offset={offset}
        limit={PAGE_SIZE}
        hasMore={data.customers.length === PAGE_SIZE}
        onChange={(to) => setParams(to ? { tab: "customers", offset: String(to) } : { tab: "customers" })}
      />
    </>
  )
}
