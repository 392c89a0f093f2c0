import { useTranslation } from "react-i18next"
import type { AdminPayCollectFeePreviewQuery, PayCollectFee } from "../../types/http"
import { useFormat } from "../hooks/format"
import { useFeeCurve } from "../hooks/service"
import { useFeeColumns, useFeeName } from "./fee-table"
import { PlainTable } from "./plain-table"
import { Section } from "./section"
import { LoadFailed, RowSkeletons } from "./states"

const STEPS = ["0.5", "1", "2", "5", "10"]
const WIDTH = 520
const HEIGHT = 220
const FLOOR = 180
const TOP = 28

/** Five amounts around the one that was typed, in whole units: every currency has those. */
const amountsAround = (amount: string) => [
  ...new Set(STEPS.map((step) => String(Math.max(1, Math.round(Number(amount) * Number(step)))))),
]

/** One method at five amounts: bars for the eye, the same numbers below as a table. */
export function FeeChart({ fee, query }: { fee: PayCollectFee; query: AdminPayCollectFeePreviewQuery }) {
  const { t } = useTranslation("paycollect")
  const { money } = useFormat()
  const asked = {
    ...query,
    payment_method: fee.payment_method,
    ...(fee.card_type && { card_type: fee.card_type }),
  }
  const { data, error, refetch } = useFeeCurve(asked, amountsAround(query.amount))
  const numbers = useFeeColumns()
  const title = t("fees.chart_of", { method: useFeeName()(fee) })
  return (
    <Section title={title} subtitle={t("fees.chart_text")}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons rows={4} />
      ) : (
        <>
          <Bars points={data} title={title} />
          <PlainTable
            caption={title}
            rows={data}
            getId={({ amount }) => amount}
            columns={[
              {
                id: "amount",
                title: t("field.amount"),
                cell: ({ amount, currency_code }) => money(amount, currency_code),
              },
              ...numbers,
            ]}
          />
        </>
      )}
    </Section>
  )
}

function Bars({ points, title }: { points: PayCollectFee[]; title: string }) {
  const { t } = useTranslation("paycollect")
  const { money } = useFormat()
  const highest = Math.max(...points.map(({ fee }) => Number(fee ?? 0)), 1)
  const slot = WIDTH / points.length
  return (
    <figure className="overflow-x-auto px-6 py-4">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="mx-auto block w-full min-w-[440px] max-w-2xl"
        role="img"
        aria-label={title}
        data-testid="fee-chart"
      >
        <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className="stroke-ui-border-strong" />
        {points.map((point, index) => {
          const height = (Number(point.fee ?? 0) / highest) * (FLOOR - TOP)
          const middle = index * slot + slot / 2
          return (
            <g key={point.amount}>
              <rect
                x={middle - slot / 5}
                y={FLOOR - height}
                width={(slot * 2) / 5}
                height={height}
                rx="4"
                className="fill-ui-fg-interactive"
              />
              <text
                x={middle}
                y={FLOOR - height - 8}
                textAnchor="middle"
                className="fill-ui-fg-base text-[13px] font-medium"
              >
                {point.fee === null ? t("general.none") : money(point.fee, point.currency_code)}
              </text>
              <text x={middle} y={FLOOR + 22} textAnchor="middle" className="fill-ui-fg-subtle text-[12px]">
                {money(point.amount, point.currency_code)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className="text-ui-fg-muted txt-compact-small text-center">
        {t("fees.chart_caption")}
      </figcaption>
    </figure>
  )
}
