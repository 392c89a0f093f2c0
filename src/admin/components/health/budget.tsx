import { Text, clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectHealthResponse } from "../../../types/http"
import { useFormat, useKnownText } from "../../hooks/format"
import { Section } from "../section"

type Lane = AdminPayCollectHealthResponse["health"]["budget"][number]

/** How many calls of the last minute are used up, per rate class, and whether the service is left alone for a moment. */
export function Budget({ budget }: { budget: Lane[] }) {
  const { t } = useTranslation("paycollect")
  return (
    <Section title={t("budget.title")} subtitle={t("budget.subtitle")}>
      {budget.map((lane) => (
        <Bar key={lane.rate_class} lane={lane} />
      ))}
    </Section>
  )
}

function Bar({ lane }: { lane: Lane }) {
  const { t } = useTranslation("paycollect")
  const known = useKnownText()
  const { date } = useFormat()
  const share = Math.min(100, Math.round((lane.used / Math.max(1, lane.limit)) * 100))
  const name = t(`budget.${lane.rate_class}`)
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex items-center justify-between gap-x-2">
        <Text size="small" weight="plus" leading="compact">
          {name}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {t("budget.used", { used: lane.used, limit: lane.limit })}
        </Text>
      </div>
      <div
        className="bg-ui-bg-component h-2 w-full overflow-hidden rounded-full"
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={lane.limit}
        aria-valuenow={lane.used}
      >
        <div
          className={clx("h-full rounded-full", share >= 90 ? "bg-ui-tag-red-icon" : "bg-ui-tag-green-icon")}
          style={{ width: `${share}%` }}
        />
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {known(`breaker.${lane.breaker}`) ?? lane.breaker}
        {lane.paused_until && ` ${t("budget.paused", { until: date(lane.paused_until) })}`}
      </Text>
    </div>
  )
}
