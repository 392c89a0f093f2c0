import { DataTable } from "@medusajs/dashboard/components"
import { useDataTableDateFilters } from "@medusajs/dashboard/hooks"
import { Badge, createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useEffect, useRef, type ReactNode } from "react"
import { useNavigationType } from "react-router-dom"
import type * as Http from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useAddress, useTableAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { exportPayments, useHasBothEnvironments, usePayments, useSumBack } from "../../hooks/payments"
import { kindOf, useMarkets, useOurProviders } from "../../hooks/store"
import { DAY_MS } from "../../hooks/takings"
import { EnvironmentBadge, PaymentStatus, SmallButton, Subtle, TextLink } from "../kit"
import { LoadFailed } from "../section"
import { Stacked, useIsPhone } from "../table"
import { NamedToolbar } from "./named-toolbar"

const PAYMENTS_PAGE = 20
/** `satisfies` keeps the list complete: a new state has to be added here. */
const STATES = Object.keys({
  creating: 1,
  unknown: 1,
  rejected: 1,
  requires_action: 1,
  processing: 1,
  succeeded: 1,
  failed: 1,
  canceled: 1,
  discrepancy: 1,
  refunding: 1,
  partly_refunded: 1,
  refunded: 1,
  reversed: 1,
} satisfies Record<Http.PayCollectPaymentState, 1>)

const columnHelper = createDataTableColumnHelper<Http.AdminPayCollectIntent>()
const filterHelper = createDataTableFilterHelper<Http.AdminPayCollectIntent>()

const FILTERS = ["state", "environment", "provider_id", "currency_code", "created_at", "needs_attention"]
const TEXTS = ["q", "people_since", "order"]

export function PaymentTable() {
  const { t, dialect } = useTexts()
  const { offset } = useAddress()
  const query: Http.AdminPayCollectIntentsQuery = useTableAddress(FILTERS, TEXTS)
  useFirstPageOfOrder(query.order)
  const asked = { ...query, offset: offset(), limit: PAYMENTS_PAGE }
  const { data, isLoading, error, refetch } = usePayments(asked)
  const columns = usePaymentColumns()
  const filters = useFilters()
  const { run: save } = useAction(() => exportPayments({ ...query, dialect }), {
    done: () => ({ title: t("payments.exported") }),
    failed: t("payments.not_exported"),
    refreshes: [],
  })

  if (error) return <LoadFailed error={error} onRetry={refetch} />
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

/** Medusa's table begins anew with a filter or a search; of another order it would show the page that it was on. */
function useFirstPageOfOrder(order: string | undefined): void {
  const { offset, set } = useAddress()
  const isBack = useNavigationType() === "POP"
  const last = useRef(order)
  useEffect(() => {
    if (last.current !== order && offset() > 0 && !isBack) set({ offset: 0 }, { replace: true })
    last.current = order
  })
}

function StatusCell({ payment }: { payment: Http.AdminPayCollectIntent }) {
  const { t } = useTexts()
  return (
    <span className="flex flex-col items-start gap-y-1 py-1">
      <PaymentStatus state={payment.state} />
      {payment.attention.some((item) => item.status === "open") && (
        <Badge size="2xsmall" color="orange">
          {t("payments.attention")}
        </Badge>
      )}
    </span>
  )
}

function CustomerCell({
  payment: { customer_name, customer_email },
}: {
  payment: Http.AdminPayCollectIntent
}) {
  const { t } = useTexts()
  const [first = t("general.none"), ...below] = [customer_name, customer_email].filter((name) => name != null)
  return (
    <Stacked width="max-w-44" below={below}>
      <span className="max-w-44 truncate">{first}</span>
    </Stacked>
  )
}

function AmountCell({ payment }: { payment: Http.AdminPayCollectIntent }) {
  const { minor } = useTexts()
  const back = useSumBack(payment)
  return (
    <Stacked width="max-w-44" align="right" below={[back && `−${back.sum}`]}>
      {minor(payment.amount, payment)}
    </Stacked>
  )
}

function usePaymentColumns() {
  const isPhone = useIsPhone()
  const { t, date } = useTexts()
  const none = t("general.none")
  const shown = (id: string, cell: (payment: Http.AdminPayCollectIntent) => ReactNode, name = id) =>
    columnHelper.display({ id, header: t(`field.${name}`), cell: ({ row }) => cell(row.original) })
  const hasBoth = useHasBothEnvironments()
  return [
    shown(
      "payment_number",
      ({ id, payment_number, merchant_reference, customer_name, customer_email }) => (
        <Stacked width="max-w-32" below={isPhone ? [customer_name, customer_email] : []}>
          {/* Medusa's row is opened by a click alone; one on the link does not open it a second time. */}
          <TextLink
            to={`/paycollect/payments/${id}`}
            className="font-mono text-xs focus-visible:underline"
            title={merchant_reference}
            onClick={(event) => event.stopPropagation()}
          >
            {payment_number}
          </TextLink>
        </Stacked>
      ),
      "number"
    ),
    columnHelper.accessor("amount", {
      header: t("field.amount"),
      align: "right",
      enableSorting: true,
      sortAscLabel: t("sort.smallest"),
      sortDescLabel: t("sort.largest"),
      cell: ({ row }) => <AmountCell payment={row.original} />,
    }),
    shown("status", (payment) => <StatusCell payment={payment} />),
    shown("order", ({ order_display_id: number }) => (number ? `#${number}` : none)),
    ...(isPhone ? [] : [shown("customer", (payment) => <CustomerCell payment={payment} />)]),
    columnHelper.accessor("created_at", {
      header: t("field.created_at"),
      enableSorting: true,
      sortAscLabel: t("sort.oldest"),
      sortDescLabel: t("sort.newest"),
      cell: ({ row }) => date(row.original.created_at),
    }),
    shown(
      "provider_id",
      ({ provider_id, environment }) => (
        <span className="flex flex-col items-start gap-y-1">
          {t(`method.${kindOf(provider_id)}`)}
          {hasBoth && <EnvironmentBadge environment={environment} />}
        </span>
      ),
      "method_short"
    ),
  ]
}

function useFilters() {
  const { t } = useTexts()
  const { data: providers = [] } = useOurProviders()
  const { currencies } = useMarkets()
  const hasBoth = useHasBothEnvironments()
  const dates = useDataTableDateFilters().filter(({ id }) => id === "created_at")
  const options = (values: string[], label: (value: string) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  return [
    filterHelper.accessor("state", {
      type: "multiselect",
      label: t("field.status"),
      options: options(STATES, (value) => t(`status.${value}`)),
    }),
    ...(hasBoth
      ? [
          filterHelper.accessor("environment", {
            type: "radio",
            label: t("field.environment"),
            options: options(["test", "live"], (value) => t(`environment.${value}`)),
          }),
        ]
      : []),
    filterHelper.accessor("provider_id", {
      type: "multiselect",
      label: t("field.method"),
      options: options(providers, (id) => `${t(`method.${kindOf(id)}`)} (${id})`),
    }),
    filterHelper.accessor("currency_code", {
      type: "multiselect",
      label: t("field.currency"),
      options: options(currencies, (value) => value.toUpperCase()),
    }),
    filterHelper.custom({
      id: "needs_attention",
      type: "radio",
      label: t("payments.needs_attention"),
      options: options(["true", "false"], (value) => t(value === "true" ? "general.yes" : "general.no")),
    }),
    ...dates,
  ]
}

const YEAR_MS = 365 * DAY_MS
const BEGINNING = new Date(0).toISOString()

/** How far back customers were looked for, with a way to look further: a year, then everything. */
function PeopleSearched({ people: { since, more } }: { people: Http.AdminPayCollectPeopleSearch }) {
  const { t, day } = useTexts()
  const { set } = useAddress()
  const isAll = since === BEGINNING
  const isRecent = Date.parse(since) > Date.now() - YEAR_MS + DAY_MS
  const lookBack = () =>
    set({ people_since: isRecent ? new Date(Date.now() - YEAR_MS).toISOString() : BEGINNING })
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
