import type { AdminPayCollectTakingsResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import type { PeriodSums } from "../../hooks/takings"

interface TakingsChartProps {
  currency: string
  bucket: AdminPayCollectTakingsResponse["bucket"]
  periods: (PeriodSums & { bucket: string })[]
}

/** Of the drawing; it is stretched to the width there is. */
const WIDTH = 1000
const HEIGHT = 160

/** Standing bars: what came, and below the line what went back. The table has the same numbers for those who cannot see them. */
export function TakingsChart({ currency, bucket, periods }: TakingsChartProps) {
  const { t, money, day } = useTexts()
  const highest = periods.reduce((one, other) => (Number(other.amount) > Number(one.amount) ? other : one))
  const isRefunded = periods.some(({ refunded }) => Number(refunded) > 0)
  return (
    <figure className="flex flex-col gap-y-2 px-6 py-4">
      <figcaption className="txt-compact-xsmall text-ui-fg-subtle flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span>
          {t("takings.highest", {
            sum: money(highest.amount, currency),
            period: day(highest.bucket, bucket),
          })}
        </span>
        <span className="flex gap-x-3">
          <LegendKey color="var(--fg-interactive)">{t("takings.amount")}</LegendKey>
          {isRefunded && <LegendKey color="var(--tag-orange-icon)">{t("takings.refunded")}</LegendKey>}
        </span>
      </figcaption>
      <TakingsBars {...{ currency, bucket, periods }} />
      <div className="txt-compact-xsmall text-ui-fg-subtle flex justify-between gap-x-4" aria-hidden>
        <span>{day(periods[0]!.bucket, bucket)}</span>
        {periods.length > 1 && <span>{day(periods.at(-1)!.bucket, bucket)}</span>}
      </div>
    </figure>
  )
}

function TakingsBars({ currency, bucket, periods }: TakingsChartProps) {
  const { t, money, day } = useTexts()
  const up = Math.max(0, ...periods.map(({ amount }) => Number(amount)))
  const down = Math.max(0, ...periods.map(({ refunded }) => Number(refunded)))
  const scale = HEIGHT / (up + down || 1)
  const zero = up * scale
  const step = WIDTH / periods.length
  const said = (period: PeriodSums & { bucket: string }) =>
    `${day(period.bucket, bucket)}: ${money(period.amount, currency)}` +
    (Number(period.refunded) > 0 ? `, ${t("takings.refunded")} ${money(period.refunded, currency)}` : "")
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-40 w-full"
      role="img"
      aria-label={t("takings.chart_of", { currency: currency.toUpperCase() })}
      data-testid="takings-chart"
    >
      {periods.map((period, index) => {
        const came = Number(period.amount) * scale
        const bar = { x: (index + 0.15) * step, width: step * 0.7 }
        return (
          <g key={period.bucket}>
            <title>{said(period)}</title>
            {/* The whole column answers to the pointer, also where the bar is low. */}
            <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
            <rect
              {...bar}
              y={zero - came}
              height={came}
              fill="var(--fg-interactive)"
              data-testid="takings-bar"
            />
            <rect {...bar} y={zero} height={Number(period.refunded) * scale} fill="var(--tag-orange-icon)" />
          </g>
        )
      })}
      <line
        x1={0}
        x2={WIDTH}
        y1={zero}
        y2={zero}
        stroke="var(--border-strong)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function LegendKey({ color, children }: { color: string; children: string }) {
  return (
    <span className="flex items-center gap-x-1">
      <span
        className="forced-color-adjust-none h-2 w-2 rounded-full"
        style={{ background: color }}
        aria-hidden
      />
      {children}
    </span>
  )
}
