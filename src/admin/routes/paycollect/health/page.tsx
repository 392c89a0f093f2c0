import { defineRouteConfig } from "@medusajs/admin-sdk"
import { StatusBadge, Text } from "@medusajs/ui"
import type { AdminPayCollectHealthResponse, PayCollectCheck } from "../../../../types/http"
import { Budget, Reconcile } from "../../../components/health/budget"
import { useConnectionCheck } from "../../../components/health/connection"
import { EnvironmentBadge, StateBadge, TextLink } from "../../../components/kit"
import { OrphansSection } from "../../../components/recovery/orphans"
import {
  Crumb,
  Empty,
  LoadedPage,
  Rows,
  Section,
  SectionRow,
  SectionSkeleton,
  TwoColumns,
} from "../../../components/section"
import { WebhookSeen } from "../../../components/settings/sections"
import { useTexts } from "../../../hooks/format"
import { useHasBothEnvironments } from "../../../hooks/payments"
import { useFieldName, useHealth } from "../../../hooks/settings"
import { kindOf } from "../../../hooks/store"

interface HealthProps {
  health: AdminPayCollectHealthResponse["health"]
}

/** Whether payments can be taken and everything behind them runs. Looks again every 15 seconds. */
const HealthPage = () => {
  const { t } = useTexts()
  const skeleton = <TwoColumns main={<SectionSkeleton rows={6} />} side={<SectionSkeleton rows={4} />} />
  return (
    <LoadedPage title={t("health.title")} of={useHealth()} keeps skeleton={skeleton}>
      {({ health }) => <Overview health={health} />}
    </LoadedPage>
  )
}

function Overview({ health }: HealthProps) {
  const { t } = useTexts()
  const hasBoth = useHasBothEnvironments()
  const main = (
    <>
      <Section
        level="h1"
        title={t("health.title")}
        subtitle={t("health.subtitle")}
        badge={hasBoth && <EnvironmentBadge environment={health.environment} />}
      >
        <Headline name="customers_can_pay" health={health} />
        <Headline name="payments_come_in" health={health} />
        <Details health={health} />
      </Section>
      <Reconcile reconcile={health.reconcile} />
      <OrphansSection />
    </>
  )
  const side = (
    <>
      <ConnectionLine health={health} />
      <Budget budget={health.budget} />
      <Webhook health={health} />
      <Section title={t("payments.needs_attention")}>
        <SectionRow title={t("health.open_items")}>
          <TextLink to="/paycollect">{t("health.items", { count: health.needs_attention_count })}</TextLink>
        </SectionRow>
      </Section>
    </>
  )
  return <TwoColumns main={main} side={side} />
}

const ANSWER_COLOURS = { yes: "green", test: "orange", later: "orange", no: "red" } as const

/** What a shopkeeper wants to know, and why it is so where it is not well. */
function Headline({ name, health }: HealthProps & { name: keyof HealthProps["health"]["headline"] }) {
  const { t } = useTexts()
  const { answer, because } = health.headline[name]
  const reasons = health.checks.filter(({ id }) => because.includes(id))
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4" data-testid="headline" data-answer={answer}>
      <div>
        <StatusBadge color={ANSWER_COLOURS[answer]}>{t(`health.${name}_${answer}`)}</StatusBadge>
      </div>
      {reasons.map((check) => (
        <CheckText key={check.id} check={check} />
      ))}
    </div>
  )
}

/** Everything that was looked at, for the person who runs the server. */
function Details({ health: { checks } }: HealthProps) {
  const { t } = useTexts()
  const count = checks.filter(({ status }) => status === "error" || status === "warning").length
  return (
    <details data-testid="health-details">
      <summary className="txt-small text-ui-fg-subtle cursor-pointer px-6 py-4">
        {t("health.details", { count })}
      </summary>
      <div className="divide-y border-t">
        {checks.length === 0 && <Empty title={t("health.no_checks")} />}
        {worstFirst(checks).map((check) => (
          <CheckLine key={`${check.id}-${check.message}`} check={check} />
        ))}
      </div>
    </details>
  )
}

/** The worst first. */
const CHECK_COLOURS = { error: "red", warning: "orange", choice: "blue", ok: "green" } as const
const RANKS = Object.keys(CHECK_COLOURS)

const worstFirst = (checks: PayCollectCheck[]) =>
  [...checks].sort((a, b) => RANKS.indexOf(a.status) - RANKS.indexOf(b.status))

/** Facts as the admin's language writes them. */
function useCheckValues() {
  const { t, known, date } = useTexts()
  const fieldName = useFieldName()
  const words: Record<string, string> = {
    environment: "environment",
    rate_class: "budget",
    mode: "refunds",
    code: "connection",
  }
  const shown = (name: string, value: string | number) => {
    if (name === "at" || name === "until") return date(String(value))
    if (name === "missing" || name === "fields") return String(value).split(", ").map(fieldName).join(", ")
    if (name === "providers") {
      const kinds = String(value).split(", ").map(kindOf)
      return kinds.map((kind) => t(`offered.${kind}`)).join(", ")
    }
    // The sentence that takes it goes on, or ends by itself.
    return known(`${words[name]}.${value}`)?.replace(/\.$/, "") ?? value
  }
  return (values: Record<string, string | number> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
}

/** Translated by its id; the server's English for a check that this build does not know. */
function CheckText({ check }: { check: PayCollectCheck }) {
  const { known } = useTexts()
  const values = useCheckValues()(check.values)
  return (
    <Text size="small" className="text-ui-fg-subtle min-w-0 text-pretty break-words">
      {known(`check.${check.id}`, values) ?? check.message}
    </Text>
  )
}

function CheckLine({ check }: { check: PayCollectCheck }) {
  const { t } = useTexts()
  return (
    <div
      className="flex flex-col gap-x-6 gap-y-2 px-6 py-4 sm:flex-row sm:items-start sm:justify-between"
      data-testid="check"
      data-check={check.id}
    >
      <CheckText check={check} />
      <div className="shrink-0">
        <StateBadge color={CHECK_COLOURS[check.status]}>{t(`check_status.${check.status}`)}</StateBadge>
      </div>
    </div>
  )
}

function ConnectionLine({ health }: HealthProps) {
  const { t } = useTexts()
  const { button, result } = useConnectionCheck(health.environment, health.connection)
  return (
    <Section title={t("connection.title")} actions={button}>
      {result ?? <Empty title={t("connection.none")} text={t("connection.none_text")} />}
    </Section>
  )
}

function Webhook({ health: { webhook } }: HealthProps) {
  const { t, date } = useTexts()
  const { enabled, last_seen, foreign_events: foreign, refused } = webhook
  const refusals = refused && {
    ...{ count: refused.count, at: date(refused.last_at), headers: refused.headers.join(", ") || "-" },
  }
  const count = foreign && { count: foreign.total, at: date(foreign.at) }
  return (
    <Section title={t("webhook.title")}>
      <Rows of={[[t("webhook.state"), t(enabled ? "webhook.on" : "webhook.off")]]} />
      <WebhookSeen seen={last_seen} />
      <Rows
        of={[
          refusals && [t("webhook.refused"), t("webhook.refused_count", refusals)],
          count && [t("webhook.foreign_events"), t("webhook.foreign_events_count", count)],
        ]}
      />
    </Section>
  )
}

export const config = defineRouteConfig({ label: "nav.health", translationNs: "paycollect", rank: 3 })

export const handle = { breadcrumb: () => <Crumb name="nav.health" /> }

export default HealthPage
