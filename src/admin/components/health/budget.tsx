import { Text, clx } from "@medusajs/ui"
import type { AdminPayCollectHealthResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { Strong, Subtle } from "../kit"
import { Empty, Rows, Section } from "../section"

type Health = AdminPayCollectHealthResponse["health"]

/** How many calls of the last minute are used up, per rate class, and whether the service is left alone for a moment. */
export function Budget({ budget }: Pick<Health, "budget">) {
  const { t } = useTexts()
  return (
    <Section title={t("budget.title")} subtitle={t("budget.subtitle")}>
      {budget.map((lane) => (
        <Bar key={lane.rate_class} lane={lane} />
      ))}
    </Section>
  )
}

function Bar({ lane }: { lane: Health["budget"][number] }) {
  const { t, known, date } = useTexts()
  const share = Math.min(100, Math.round((lane.used / Math.max(1, lane.limit)) * 100))
  const name = t(`budget.${lane.rate_class}`)
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex items-center justify-between gap-x-2">
        <Strong>{name}</Strong>
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
          className={clx(
            "forced-color-adjust-none h-full rounded-full",
            share >= 90 ? "bg-ui-tag-red-icon" : "bg-ui-tag-green-icon"
          )}
          style={{ width: `${share}%` }}
        />
      </div>
      <Subtle>
        {known(`breaker.${lane.breaker}`) ?? lane.breaker}
        {lane.paused_until && ` ${t("budget.paused", { until: date(lane.paused_until) })}`}
      </Subtle>
    </div>
  )
}

/** The job that looks after payments no customer watches. */
export function Reconcile({ reconcile: { last_run: run } }: Pick<Health, "reconcile">) {
  const { t, known, date, number, milliseconds } = useTexts()
  return (
    <Section title={t("reconcile.title")} subtitle={t("reconcile.subtitle")}>
      {run ? (
        <Rows
          of={[
            [t("reconcile.last_run"), date(run.started_at)],
            [t("reconcile.duration"), milliseconds(run.duration_ms)],
            [t("reconcile.checked"), number(run.checked), run.more ? t("reconcile.more") : undefined],
            ...Object.entries(run.outcomes).map(([name, count]): [string, string] => [
              known(`outcome.${name}`) ?? name,
              number(count),
            ]),
          ]}
        />
      ) : (
        <Empty title={t("reconcile.never")} />
      )}
    </Section>
  )
}
