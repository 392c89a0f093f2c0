import { Fragment } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectFeePreviewQuery, PayCollectFee } from "../../../types/http"
import { useFormat } from "../../hooks/format"
import { useFeeCurve } from "../../hooks/service-records"
import { useFeeColumns, useFeeName } from "./fee-table"
import { PlainTable } from "../plain-table"
import { Section } from "../section"
import { Loaded } from "../states"

const STEPS = ["0.5", "1", "2", "5", "10"]

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
  const answer = useFeeCurve(asked, amountsAround(query.amount))
  const numbers = useFeeColumns()
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
      </Loaded>
    </Section>
  )
}

/** Lying bars: on a phone five standing ones leave no room for their numbers. */
function Bars({ points, title }: { points: PayCollectFee[]; title: string }) {
  const { t } = useTranslation("paycollect")
  const { money } = useFormat()
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
              {point.fee === null ? t("general.none") : money(point.fee, point.currency_code)}
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
