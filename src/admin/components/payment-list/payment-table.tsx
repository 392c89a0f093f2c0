import { DataTable } from "@medusajs/dashboard/components"
import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { Badge, createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type {
  AdminPayCollectIntent,
  AdminPayCollectIntentsQuery,
  PayCollectListedStatus,
} from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useFormat } from "../../hooks/format"
import { exportPayments, usePayments } from "../../hooks/payments"
import { useIsPhone } from "../plain-table"
import { kindOf, useMarkets, useOurProviders } from "../../hooks/store"
import { EnvironmentBadge, PaymentStatus } from "../badges"
import { NamedToolbar } from "./named-toolbar"
import { PeopleSearched } from "./people-searched"
import { LoadFailed } from "../states"

const PAYMENTS_PAGE = 20
/** `satisfies` keeps the list complete: a new status has to be added here. */
const STATUSES = Object.keys({
  creating: 1,
  unknown: 1,
  rejected: 1,
  requires_action: 1,
  processing: 1,
  succeeded: 1,
  failed: 1,
  canceled: 1,
  partly_refunded: 1,
  refunded: 1,
} satisfies Record<PayCollectListedStatus, 1>)
const FILTERS = [
  "status",
  "environment",
  "provider_id",
  "currency_code",
  "created_at",
  "needs_attention",
] as const

const columnHelper = createDataTableColumnHelper<AdminPayCollectIntent>()
const filterHelper = createDataTableFilterHelper<AdminPayCollectIntent>()

/** Filters, search, order and page as the table keeps them in the address. */
function useTableQuery(): AdminPayCollectIntentsQuery {
  const [params] = useSearchParams()
  return useMemo(() => {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, readFilters(params.get(name))]))
    return {
      ...filters,
      q: params.get("q") ?? undefined,
      people_since: params.get("people_since") ?? undefined,
      order: params.get("order") ?? undefined,
    }
  }, [params])
}

function readFilters(value: string | null): unknown {
  try {
    return value === null ? undefined : JSON.parse(value)
  } catch {
    return value
  }
}

/** Every payment the store ever asked for. */
export function PaymentTable() {
  const { t } = useTranslation("paycollect")
  const [params] = useSearchParams()
  const query = useTableQuery()
  const offset = Number(params.get("offset")) || 0
  const { data, isLoading, error, refetch } = usePayments({ ...query, offset, limit: PAYMENTS_PAGE })
  const columns = usePaymentColumns()
  const filters = useFilters()
  const { run: save } = useAction(() => exportPayments(query), {
    done: () => ({ title: t("payments.exported") }),
    failed: t("payments.not_exported"),
    refreshes: [],
  })

  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data?.people && <PeopleSearched people={data.people} />}
      <NamedToolbar>
        <DataTable
          data={data?.intents}
          columns={columns}
          filters={filters}
          rowCount={data?.count}
          pageSize={PAYMENTS_PAGE}
          getRowId={(row) => row.id}
          rowHref={(row) => `/paycollect/payments/${row.id}`}
          isLoading={isLoading}
          actions={[{ label: t("payments.export"), onClick: () => void save(), disabled: !data?.count }]}
          emptyState={{
            empty: { heading: t("payments.empty"), description: t("payments.empty_text") },
            filtered: { heading: t("payments.no_match"), description: t("payments.no_match_text") },
          }}
        />
      </NamedToolbar>
    </>
  )
}

function usePaymentColumns() {
  const isPhone = useIsPhone()
  const { t } = useTranslation("paycollect")
  const { date, minor } = useFormat()
  const sortable = { enableSorting: true } as const
  const dates = {
    ...sortable,
    sortAscLabel: t("sort.oldest"),
    sortDescLabel: t("sort.newest"),
  }
  const when = (value: string | null) =>
    value ? date(value) : <span className="text-ui-fg-subtle">{t("general.none")}</span>
  const customer = columnHelper.display({
    id: "customer",
    header: t("field.customer"),
    cell: ({ row }) => row.original.customer_email ?? t("general.none"),
  })
  return [
    // On a phone the first two are seen without scrolling, and the first says whose it is.
    columnHelper.accessor("payment_number", {
      header: t("field.payment_number"),
      cell: ({ row }) => (
        <span className="flex flex-col">
          <span className="font-mono text-xs" title={row.original.merchant_reference}>
            {row.original.payment_number}
          </span>
          {isPhone && row.original.customer_email && (
            <span className="text-ui-fg-subtle max-w-32 truncate text-xs">{row.original.customer_email}</span>
          )}
        </span>
      ),
    }),
    columnHelper.accessor("amount", {
      header: t("field.amount"),
      align: "right",
      ...sortable,
      sortAscLabel: t("sort.smallest"),
      sortDescLabel: t("sort.largest"),
      cell: ({ row }) => minor(row.original.amount, row.original),
    }),
    columnHelper.accessor("status", {
      header: t("field.status"),
      cell: ({ row }) => (
        <span className="flex items-center gap-x-2">
          <PaymentStatus payment={row.original} />
          {row.original.attention.some((item) => item.status === "open") && (
            <Badge size="2xsmall" color="orange">
              {t("payments.attention")}
            </Badge>
          )}
        </span>
      ),
    }),
    columnHelper.display({
      id: "order",
      header: t("field.order"),
      cell: ({ row: { original } }) =>
        original.order_display_id ? `#${original.order_display_id}` : t("general.none"),
    }),
    ...(isPhone ? [] : [customer]),
    columnHelper.accessor("created_at", {
      header: t("field.created_at"),
      ...dates,
      cell: ({ row }) => when(row.original.created_at),
    }),
    columnHelper.accessor("provider_id", {
      header: t("field.method"),
      cell: ({ row }) => t(`method.${kindOf(row.original.provider_id)}`),
    }),
    columnHelper.accessor("environment", {
      header: t("field.environment"),
      cell: ({ row }) => <EnvironmentBadge environment={row.original.environment} />,
    }),
    columnHelper.accessor("applied_at", {
      header: t("field.applied_at"),
      ...dates,
      cell: ({ row }) => when(row.original.applied_at),
    }),
  ]
}

function useFilters() {
  const { t } = useTranslation("paycollect")
  const { data: providers = [] } = useOurProviders()
  const { currencies } = useMarkets()
  const dates = useDataTableDateFilters().filter(({ id }) => id === "created_at")
  const named = (id: string) => `${t(`method.${kindOf(id)}`)} (${id})`
  return [
    filterHelper.accessor("status", {
      type: "multiselect",
      label: t("field.status"),
      options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    }),
    filterHelper.accessor("environment", {
      type: "radio",
      label: t("field.environment"),
      options: ["test", "live"].map((value) => ({ value, label: t(`environment.${value}`) })),
    }),
    filterHelper.accessor("provider_id", {
      type: "multiselect",
      label: t("field.method"),
      options: providers.map((value) => ({ value, label: named(value) })),
    }),
    filterHelper.accessor("currency_code", {
      type: "multiselect",
      label: t("field.currency"),
      options: currencies.map((value) => ({ value, label: value.toUpperCase() })),
    }),
    filterHelper.custom({
      id: "needs_attention",
      type: "radio",
      label: t("payments.needs_attention"),
      options: [
        { value: "true", label: t("general.yes") },
        { value: "false", label: t("general.no") },
      ],
    }),
    ...dates,
  ]
}
