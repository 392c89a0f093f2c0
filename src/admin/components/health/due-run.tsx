import { useTranslation } from "react-i18next"
import type { AdminPayCollectHealthResponse } from "../../../types/http"
import { useFormat, useKnownText } from "../../hooks/format"
import { SectionRow, Section } from "../section"
import { Empty } from "../states"

/** The job that looks after payments no customer watches. */
export function Reconcile({
  reconcile,
}: {
  reconcile: AdminPayCollectHealthResponse["health"]["reconcile"]
}) {
  const { t } = useTranslation("paycollect")
  const known = useKnownText()
  const { date, number, milliseconds } = useFormat()
  const run = reconcile.last_run
  return (
    <Section title={t("reconcile.title")} subtitle={t("reconcile.subtitle")}>
      {!run && <Empty title={t("reconcile.never")} />}
      {run && (
        <>
          <SectionRow title={t("reconcile.last_run")}>{date(run.started_at)}</SectionRow>
          <SectionRow title={t("reconcile.duration")}>{milliseconds(run.duration_ms)}</SectionRow>
          <SectionRow title={t("reconcile.checked")} hint={run.more ? t("reconcile.more") : undefined}>
            {number(run.checked)}
          </SectionRow>
          {Object.entries(run.outcomes).map(([name, count]) => (
            <SectionRow key={name} title={known(`outcome.${name}`) ?? name}>
              {number(count)}
            </SectionRow>
          ))}
        </>
      )}
    </Section>
  )
}
