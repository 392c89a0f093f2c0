import type { AdminPayCollectTakingsResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useHasBothEnvironments } from "../../hooks/payments"
import { kindOf } from "../../hooks/store"
import { inAll, type PeriodSums } from "../../hooks/takings"
import { EnvironmentBadge, TextLink } from "../kit"
import { Section } from "../section"
import { PlainTable, type TableColumn } from "../table"
import { TakingsChart } from "./takings-chart"

interface TakingsCurrencyProps {
  currency: string
  answer: AdminPayCollectTakingsResponse
}

/** One currency: its sums, bars for the eye, the same numbers as a table, and by method where there are several. */
export function TakingsCurrency({ currency, answer }: TakingsCurrencyProps) {
  const { t, day, lasting } = useTexts()
  const columns = useTakingsColumns(currency)
  const hasBoth = useHasBothEnvironments()
  const totals = answer.totals.filter(({ currency_code }) => currency_code === currency)
  const periods = answer.buckets.map((bucket) => {
    const of = answer.takings.filter((one) => one.currency_code === currency && one.bucket === bucket)
    return { bucket, isEmpty: of.length === 0, ...inAll(of) }
  })
  const title = currency.toUpperCase()
  return (
    <Section
      title={title}
      badge={hasBoth && <EnvironmentBadge environment={answer.environment} />}
      testId={`takings-${currency}`}
    >
      <Tiles currency={currency} sums={inAll(totals)} answer={answer} />
      <Before currency={currency} sums={inAll(totals)} before={answer.before} />
      <Open sums={inAll(totals)} />
      <TakingsChart currency={currency} periods={periods} bucket={answer.bucket} />
      <PlainTable
        caption={t("takings.table_of", { currency: title })}
        rows={periods.filter(({ isEmpty }) => !isEmpty).reverse()}
        getId={({ bucket }) => bucket}
        columns={[
          { title: t(`takings.per_${answer.bucket}`), cell: ({ bucket }) => day(bucket, answer.bucket) },
          ...columns,
        ]}
      />
      <PlainTable
        caption={t("takings.methods_of", { currency: title })}
        rows={totals}
        getId={({ provider_id }) => provider_id}
        columns={[
          { title: t("field.method"), cell: ({ provider_id }) => t(`method.${kindOf(provider_id)}`) },
          ...columns,
          { title: t("takings.median"), align: "right", cell: (row) => lasting(row.median_seconds) },
          { title: t("takings.p90"), align: "right", cell: (row) => lasting(row.p90_seconds) },
        ]}
      />
    </Section>
  )
}

function useTakingsColumns(currency: string): TableColumn<PeriodSums>[] {
  const { t, money, number, percent } = useTexts()
  const column = (name: string, cell: (row: PeriodSums) => string) =>
    ({ title: t(`takings.${name}`), align: "right", cell }) as const
  const counted = (name: "started" | "paid" | "waiting" | "attention") =>
    column(name, (row) => number(row[name]))
  const paid = (name: "amount" | "fees" | "refunded" | "net") =>
    column(name, (row) => money(row[name], currency))
  return [
    // On a phone the first of them is seen without scrolling.
    paid("net"),
    counted("paid"),
    paid("amount"),
    paid("refunded"),
    paid("fees"),
    counted("started"),
    column("success", ({ success_rate }) => percent(success_rate)),
    counted("waiting"),
    counted("attention"),
  ]
}

function Tiles({ currency, sums, answer }: TakingsCurrencyProps & { sums: PeriodSums }) {
  const { t, money, number, percent, lasting } = useTexts()
  const { net, amount, paid, refunded, returned, kept, fees, success_rate, succeeded, started } = sums
  const isZero = (amount: string) => /^[0.]*$/.test(amount)
  const refundedText = [
    t("takings.refunded_text"),
    !isZero(returned) && t("takings.returned_text", { sum: money(returned, currency) }),
    !isZero(kept) && t("takings.kept_text", { sum: money(kept, currency) }),
  ]
    .filter(Boolean)
    .join(" · ")
  const speed = answer.speeds.find(({ currency_code }) => currency_code === currency)
  const tiles: [name: string, sum: string, hint: string][] = [
    ["net", money(net, currency), t("takings.net_text")],
    ["amount", money(amount, currency), t("takings.payments", { count: paid })],
    ["refunded", money(refunded, currency), refundedText],
    ["fees", money(fees, currency), t("takings.fees_text")],
    [
      "success",
      percent(success_rate),
      t("takings.success_text", { succeeded: number(succeeded), started: number(started) }),
    ],
    ["median", lasting(speed?.median_seconds), t("takings.p90_text", { time: lasting(speed?.p90_seconds) })],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 px-6 py-4 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(([name, sum, hint]) => (
        <div key={name} className="flex min-w-0 flex-col" data-testid={`sum-${name}`}>
          <dt className="txt-compact-small-plus text-ui-fg-subtle">{t(`takings.${name}`)}</dt>
          <dd className="flex flex-col">
            <span className="h2-core text-ui-fg-base break-words">{sum}</span>
            <span className="txt-compact-xsmall text-ui-fg-subtle text-pretty">{hint}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface BeforeProps {
  currency: string
  sums: PeriodSums
  before: AdminPayCollectTakingsResponse["before"]
}

/** The same of the time before, and how much more or less it is now. */
function Before({ currency, sums, before }: BeforeProps) {
  const { t, day, money, percent } = useTexts()
  if (!before) return null
  const then = inAll(before.totals.filter(({ currency_code }) => currency_code === currency))
  const share = Number(then.net) > 0 ? Number(sums.net) / Number(then.net) - 1 : null
  return (
    <p className="txt-small text-ui-fg-subtle text-pretty px-6 py-4" data-testid="takings-before">
      {t("takings.before", {
        from: day(before.from),
        to: day(before.to),
        sum: money(then.net, currency),
        payments: t("takings.payments", { count: then.paid }),
      })}
      {share !== null &&
        ` ${t(share < 0 ? "takings.less" : "takings.more", { share: percent(Math.abs(share)) })}`}
    </p>
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
        <TextLink to="/paycollect" data-testid="takings-attention">
          {t("takings.attention_text", { count: attention })}
        </TextLink>
      )}
    </div>
  )
}
