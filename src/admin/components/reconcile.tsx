import { useTranslation } from "react-i18next"
import type { AdminPayCollectHealthResponse } from "../../types/http"
import { useFormat } from "../hooks/format"
import { Row, Section } from "./section"
import { Empty } from "./states"

/** The job that looks after payments no customer watches. */
export function Reconcile({
  reconcile,
}: {
  reconcile: AdminPayCollectHealthResponse["health"]["reconcile"]
}) {
  const { t, i18n } = useTranslation("paycollect")
  const { date, number, milliseconds } = useFormat()
  const run = reconcile.last_run
  const outcome = (name: string) =>
    i18n.exists(`outcome.${name}`, { ns: "paycollect" }) ? t(`outcome.${name}`) : name
  return (
    <Section title={t("reconcile.title")} subtitle={t("reconcile.subtitle")}>
      <Row title={t("reconcile.state")}>{t(reconcile.enabled ? "reconcile.on" : "reconcile.off")}</Row>
      {!run && <Empty title={t("reconcile.never")} />}
      {run && (
        <>
          <Row title={t("reconcile.last_run")}>{date(run.started_at)}</Row>
          <Row title={t("reconcile.duration")}>{milliseconds(run.duration_ms)}</Row>
          <Row title={t("reconcile.looked_at")} hint={run.more ? t("reconcile.more") : undefined}>
            {number(run.looked_at)}
          </Row>
          {Object.entries(run.outcomes).map(([name, count]) => (
            <Row key={name} title={outcome(name)}>
              {number(count)}
            </Row>
          ))}
        </>
      )}
    </Section>
  )
}
