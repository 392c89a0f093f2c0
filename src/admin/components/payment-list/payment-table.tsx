import { DataTable } from "@medusajs/dashboard/components"
import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { Badge, createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo, type ReactNode } from "react"
import { useSearchParams } from "react-router-dom"
import type {
  AdminPayCollectIntent,
  AdminPayCollectIntentsQuery,
  PayCollectListedStatus,
  AdminPayCollectPeopleSearch,
} from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { exportPayments, usePayments } from "../../hooks/payments"
import { useIsPhone } from "../plain-table"
import { kindOf, useMarkets, useOurProviders } from "../../hooks/store"
import { EnvironmentBadge, PaymentStatus } from "../badges"
import { NamedToolbar } from "./named-toolbar"
import { LoadFailed } from "../states"
import { SmallButton, Subtle } from "../kit"

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
  const { t } = useTexts()
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

type ListedPayment = { row: { original: AdminPayCollectIntent } }

/** On a phone with whose it is: only the first two columns are seen without scrolling. */
function NumberCell({ payment, isPhone }: { payment: AdminPayCollectIntent; isPhone: boolean }) {
  return (
    <span className="flex flex-col">
      <span className="font-mono text-xs" title={payment.merchant_reference}>
        {payment.payment_number}
      </span>
      {isPhone && payment.customer_email && (
        <span className="text-ui-fg-subtle max-w-32 truncate text-xs">{payment.customer_email}</span>
      )}
    </span>
  )
}

function StatusCell({ row: { original: payment } }: ListedPayment) {
  const { t } = useTexts()
  return (
    <span className="flex items-center gap-x-2">
      <PaymentStatus payment={payment} />
      {payment.attention.some((item) => item.status === "open") && (
        <Badge size="2xsmall" color="orange">
          {t("payments.attention")}
        </Badge>
      )}
    </span>
  )
}

function usePaymentColumns() {
  const isPhone = useIsPhone()
  const { t, date, minor } = useTexts()
  const none = t("general.none")
  const dated = (name: "created_at" | "applied_at") =>
    columnHelper.accessor(name, {
      header: t(`field.${name}`),
      enableSorting: true,
      sortAscLabel: t("sort.oldest"),
      sortDescLabel: t("sort.newest"),
      cell: ({ row: { original } }) =>
        original[name] ? date(original[name]) : <span className="text-ui-fg-subtle">{none}</span>,
    })
  const shown = (id: string, header: string, cell: (payment: AdminPayCollectIntent) => ReactNode) =>
    columnHelper.display({ id, header, cell: ({ row }) => cell(row.original) })
  return [
    columnHelper.accessor("payment_number", {
      header: t("field.payment_number"),
      cell: ({ row }) => <NumberCell payment={row.original} isPhone={isPhone} />,
    }),
    columnHelper.accessor("amount", {
      header: t("field.amount"),
      align: "right",
      enableSorting: true,
      sortAscLabel: t("sort.smallest"),
      sortDescLabel: t("sort.largest"),
      cell: ({ row }) => minor(row.original.amount, row.original),
    }),
    columnHelper.accessor("status", { header: t("field.status"), cell: StatusCell }),
    shown("order", t("field.order"), (payment) =>
      payment.order_display_id ? `#${payment.order_display_id}` : none
    ),
    ...(isPhone ? [] : [shown("customer", t("field.customer"), (payment) => payment.customer_email ?? none)]),
    dated("created_at"),
    shown("provider_id", t("field.method"), (payment) => t(`method.${kindOf(payment.provider_id)}`)),
    shown("environment", t("field.environment"), ({ environment }) => (
      <EnvironmentBadge environment={environment} />
    )),
    dated("applied_at"),
  ]
}

function useFilters() {
  const { t } = useTexts()
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

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const BEGINNING = new Date(0).toISOString()

/** How far back customers were looked for, with a way to look further: a year, then everything. */
export function PeopleSearched({ people: { since, more } }: { people: AdminPayCollectPeopleSearch }) {
  const { t, day } = useTexts()
  const [, setParams] = useSearchParams()
  const isAll = since === BEGINNING
  const isRecent = Date.parse(since) > Date.now() - YEAR_MS + DAY_MS
  const lookBack = () =>
    setParams((before) => {
      before.set("people_since", isRecent ? new Date(Date.now() - YEAR_MS).toISOString() : BEGINNING)
      return before
    })
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-6 py-3"
      role="status"
      data-testid="people-searched"
    >
      <Subtle>
        {isAll ? t("search.people_all") : t("search.people_since", { date: day(since.slice(0, 10)) })}
        {more && <> {t("search.people_more")}</>}
      </Subtle>
      {!isAll && (
        <SmallButton onClick={lookBack} testId="look-further-back">
          {t(isRecent ? "search.search_year" : "search.search_all")}
        </SmallButton>
      )}
    </div>
  )
}
