import { Text } from "@medusajs/ui"
import { Fragment } from "react"
import type { AdminPayCollectFeePreviewQuery, PayCollectFee } from "../../../types/http"
import { subtract, useTexts } from "../../hooks/format"
import { useFeeCurve } from "../../hooks/service-records"
import { SmallButton } from "../kit"
import { Loaded, Section } from "../section"
import { PlainTable, type TableColumn } from "../table"

/** What the merchant gets of it; unknown where the service gives no fee. */
const arrives = (fee: PayCollectFee) => {
  if (fee.fee === null) return null
  return fee.fee_bearer === "merchant" ? subtract(fee.amount, fee.fee) : fee.amount
}

/** `total` is the service's sum of amount and fee; who pays no fee pays the amount. */
const customerPays = (fee: PayCollectFee) => {
  if (fee.error) return null
  return fee.fee_bearer === "merchant" ? fee.amount : fee.total
}

/** A card has two prices. */
function useFeeName() {
  const { t } = useTexts()
  return ({ name, card_type }: PayCollectFee) =>
    card_type ? `${name} · ${t(`card_type.${card_type}`)}` : name
}

function useFeeColumns(): TableColumn<PayCollectFee>[] {
  const { t, money } = useTexts()
  const column = (title: string, sum: (fee: PayCollectFee) => string | null) =>
    ({ title, align: "right", cell: (fee: PayCollectFee) => money(sum(fee), fee.currency_code) }) as const
  return [
    column(t("field.fee"), ({ fee }) => fee),
    column(t("fees.customer_pays"), customerPays),
    column(t("fees.arrives"), arrives),
  ]
}

interface FeeTableProps {
  fees: PayCollectFee[]
  onChart: (fee: PayCollectFee) => void
}

export function FeeTable({ fees, onChart }: FeeTableProps) {
  const { t } = useTexts()
  const nameOf = useFeeName()
  const chart: TableColumn<PayCollectFee> = {
    title: "",
    align: "right",
    cell: (fee) => (
      <SmallButton
        variant="transparent"
        aria-label={t("fees.chart_label", { method: nameOf(fee) })}
        disabled={fee.error !== undefined}
        onClick={() => onChart(fee)}
      >
        {t("fees.chart")}
      </SmallButton>
    ),
  }
  return (
    <PlainTable
      caption={t("fees.results")}
      columns={[
        { title: t("field.method"), cell: (fee) => <MethodCell fee={fee} /> },
        ...useFeeColumns(),
        chart,
      ]}
      rows={fees}
      getId={(fee) => `${fee.payment_method}-${fee.card_type ?? ""}`}
    />
  )
}

/** With why a row has no numbers, or old ones. */
function MethodCell({ fee }: { fee: PayCollectFee }) {
  const { t, seconds, known } = useTexts()
  const problem = ({ code, message, retry_after_ms }: NonNullable<PayCollectFee["error"]>) =>
    retry_after_ms === undefined
      ? (known(`error.${code}`) ?? message)
      : t("fees.try_again", { time: seconds(retry_after_ms) })
  const said = (text: string, color: string) => (
    <Text size="xsmall" className={`${color} max-w-80 whitespace-normal`} role="status">
      {text}
    </Text>
  )
  return (
    <span className="flex max-w-40 flex-col whitespace-normal py-2 sm:max-w-none">
      <span>{useFeeName()(fee)}</span>
      {fee.error && said(problem(fee.error), "text-ui-fg-error")}
      {fee.stale && said(t("fees.stale"), "text-ui-fg-subtle")}
    </span>
  )
}

const STEPS = ["0.5", "1", "2", "5", "10"]

/** Five amounts around the one that was typed, in whole units: every currency has those. */
const amountsAround = (amount: string) => [
  ...new Set(STEPS.map((step) => String(Math.max(1, Math.round(Number(amount) * Number(step)))))),
]

/** One method at five amounts: bars for the eye, the same numbers below as a table. */
export function FeeChart({ fee, query }: { fee: PayCollectFee; query: AdminPayCollectFeePreviewQuery }) {
  const { t, money } = useTexts()
  const asked = {
    ...query,
    payment_method: fee.payment_method,
    ...(fee.card_type && { card_type: fee.card_type }),
  }
  const answer = useFeeCurve(asked, amountsAround(query.amount))
  const columns = useFeeColumns()
  const title = t("fees.chart_of", { method: useFeeName()(fee) })
  return (
    <Section title={title} subtitle={t("fees.chart_text")}>
      <Loaded of={answer} rows={4}>
        {(points) => (
          <>
            <Bars points={points} title={title} />
            <PlainTable
              caption={title}
              rows={points}
              getId={({ amount }) => amount}
              columns={[
                { title: t("field.amount"), cell: (point) => money(point.amount, point.currency_code) },
                ...columns,
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Lying bars: on a phone five standing ones leave no room for their numbers. */
function Bars({ points, title }: { points: PayCollectFee[]; title: string }) {
  const { t, money } = useTexts()
  const highest = Math.max(...points.map(({ fee }) => Number(fee ?? 0)), 1)
  const share = (fee: string | null) => `${(Number(fee ?? 0) / highest) * 100}%`
  return (
    <figure className="flex flex-col gap-y-3 px-6 py-4">
      <div
        className="txt-compact-small grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2"
        role="img"
        aria-label={title}
        data-testid="fee-chart"
      >
        {points.map((point) => (
          <Fragment key={point.amount}>
            <span className="text-ui-fg-subtle text-right">{money(point.amount, point.currency_code)}</span>
            <span className="bg-ui-bg-component h-5 overflow-hidden rounded">
              <span
                className="bg-ui-fg-interactive block h-full rounded"
                style={{ width: share(point.fee) }}
                data-testid="fee-bar"
              />
            </span>
            <span className="text-ui-fg-base text-right font-medium">
              {money(point.fee, point.currency_code)}
            </span>
          </Fragment>
        ))}
      </div>
      <figcaption className="text-ui-fg-subtle txt-compact-small text-center">
        {t("fees.chart_caption")}
      </figcaption>
    </figure>
  )
}
