import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { AdminPayCollectTakingsResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { kindOf } from "../../hooks/store"
import { inAll, type PeriodSums } from "../../hooks/takings"
import { EnvironmentBadge } from "../badges"
import { link, Section } from "../section"
import { PlainTable, type TableColumn } from "../plain-table"
import { TakingsChart } from "./takings-chart"

interface TakingsCurrencyProps {
  currency: string
  answer: AdminPayCollectTakingsResponse
}

/** One currency: its sums, bars for the eye, the same numbers as a table, and by method where there are several. */
export function TakingsCurrency({ currency, answer }: TakingsCurrencyProps) {
  const { t, day } = useTexts()
  const columns = useTakingsColumns(currency)
  const duration = useDuration()
  const totals = answer.totals.filter(({ currency_code }) => currency_code === currency)
  const periods = answer.buckets.map((bucket) => {
    const of = answer.takings.filter((one) => one.currency_code === currency && one.bucket === bucket)
    return { bucket, isEmpty: of.length === 0, ...inAll(of) }
  })
  const title = currency.toUpperCase()
  return (
    <Section
      title={title}
      badge={<EnvironmentBadge environment={answer.environment} />}
      testId={`takings-${currency}`}
    >
      <Tiles currency={currency} sums={inAll(totals)} answer={answer} />
      <Open sums={inAll(totals)} />
      <TakingsChart currency={currency} periods={periods} bucket={answer.bucket} />
      <PlainTable
        caption={t("takings.table_of", { currency: title })}
        rows={periods.filter(({ isEmpty }) => !isEmpty).reverse()}
        getId={({ bucket }) => bucket}
        columns={[
          {
            id: "bucket",
            title: t(`takings.per_${answer.bucket}`),
            cell: (row) => day(row.bucket, answer.bucket),
          },
          ...columns,
        ]}
      />
      <PlainTable
        caption={t("takings.methods_of", { currency: title })}
        rows={totals}
        getId={({ provider_id }) => provider_id}
        columns={[
          { id: "method", title: t("field.method"), cell: (row) => t(`method.${kindOf(row.provider_id)}`) },
          ...columns,
          {
            id: "median",
            title: t("takings.median"),
            align: "right",
            cell: (row) => duration(row.median_seconds),
          },
          { id: "p90", title: t("takings.p90"), align: "right", cell: (row) => duration(row.p90_seconds) },
        ]}
      />
    </Section>
  )
}

function useTakingsColumns(currency: string): TableColumn<PeriodSums>[] {
  const { t, money, number, percent } = useTexts()
  const counted = (name: "started" | "paid" | "waiting" | "attention"): TableColumn<PeriodSums> => ({
    id: name,
    title: t(`takings.${name}`),
    align: "right",
    cell: (row) => number(row[name]),
  })
  const paid = (name: "amount" | "fees" | "refunded" | "net"): TableColumn<PeriodSums> => ({
    id: name,
    title: t(`takings.${name}`),
    align: "right",
    cell: (row) => money(row[name], currency),
  })
  return [
    // On a phone the first of them is seen without scrolling.
    paid("net"),
    counted("paid"),
    paid("amount"),
    paid("refunded"),
    paid("fees"),
    counted("started"),
    {
      id: "success",
      title: t("takings.success"),
      align: "right",
      cell: ({ success_rate }) => (success_rate === null ? t("general.none") : percent(success_rate)),
    },
    counted("waiting"),
    counted("attention"),
  ]
}

/** Seconds in words; a dash where there are none. */
function useDuration() {
  const { t, lasting } = useTexts()
  return (seconds: number | null) => (seconds === null ? t("general.none") : lasting(seconds))
}

function Tiles({
  currency,
  sums,
  answer,
}: {
  currency: string
  sums: PeriodSums
  answer: AdminPayCollectTakingsResponse
}) {
  const { t, money, number, percent } = useTexts()
  const duration = useDuration()
  const { success_rate } = sums
  const speed = answer.speeds.find(({ currency_code }) => currency_code === currency)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-6 py-4 sm:grid-cols-3 xl:grid-cols-6">
      <Tile name="net" title={t("takings.net")} hint={t("takings.net_text")}>
        {money(sums.net, currency)}
      </Tile>
      <Tile name="amount" title={t("takings.amount")} hint={t("takings.payments", { count: sums.paid })}>
        {money(sums.amount, currency)}
      </Tile>
      <Tile name="refunded" title={t("takings.refunded")} hint={t("takings.refunded_text")}>
        {money(sums.refunded, currency)}
      </Tile>
      <Tile name="fees" title={t("takings.fees")} hint={t("takings.fees_text")}>
        {money(sums.fees, currency)}
      </Tile>
      <Tile
        name="success"
        title={t("takings.success")}
        hint={t("takings.success_text", { succeeded: number(sums.succeeded), started: number(sums.started) })}
      >
        {success_rate === null ? t("general.none") : percent(success_rate)}
      </Tile>
      <Tile
        name="median"
        title={t("takings.median")}
        hint={t("takings.p90_text", { time: duration(speed?.p90_seconds ?? null) })}
      >
        {duration(speed?.median_seconds ?? null)}
      </Tile>
    </dl>
  )
}

/** What may still come, and what a person has to look at. */
function Open({ sums: { waiting, attention } }: { sums: PeriodSums }) {
  const { t } = useTexts()
  if (waiting === 0 && attention === 0) return null
  return (
    <div className="txt-small flex flex-wrap gap-x-4 gap-y-1 px-6 py-4">
      {waiting > 0 && (
        <span className="text-ui-fg-subtle">{t("takings.waiting_text", { count: waiting })}</span>
      )}
      {attention > 0 && (
        <Link to="/paycollect" className={link} data-testid="takings-attention">
          {t("takings.attention_text", { count: attention })}
        </Link>
      )}
    </div>
  )
}

interface TileProps {
  name: string
  title: string
  hint: string
  children: ReactNode
}

function Tile({ name, title, hint, children }: TileProps) {
  return (
    <div className="flex min-w-0 flex-col" data-testid={`sum-${name}`}>
      <dt className="txt-compact-small-plus text-ui-fg-subtle">{title}</dt>
      <dd className="flex flex-col">
        <span className="h2-core text-ui-fg-base break-words">{children}</span>
        <span className="txt-compact-xsmall text-ui-fg-subtle text-pretty">{hint}</span>
      </dd>
    </div>
  )
}
