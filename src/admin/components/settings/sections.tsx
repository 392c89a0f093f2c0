import { Alert, Badge } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayCollectSettings, PayCollectWebhookCheck } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useCheckWebhook, useFieldName } from "../../hooks/settings"
import { useConnectionCheck } from "../health/connection"
import { Copyable, Notice, SmallButton, SourceBadge, Strong, Subtle } from "../kit"
import { Empty, Section, SectionBody, SectionRow } from "../section"
import { SettingsSection } from "./editable"
import type { EnvironmentName } from "./fields"

type Props = { settings: AdminPayCollectSettings }

/** An address that was set here goes with its key: neither counts with what the options have of the other. */
const keyRemoval = (environment: EnvironmentName, withAddress: boolean) =>
  withAddress
    ? { label: "remove_key_and_address", body: { [environment]: { secret_key: null, base_url: null } } }
    : { label: "remove_key", body: { [environment]: { secret_key: null } } }

/** Keys and addresses of one environment. Secrets come as their masked tail and never otherwise. */
export function Keys({ settings, environment }: Props & { environment: EnvironmentName }) {
  const { t } = useTexts()
  const { button, result } = useConnectionCheck(environment)
  const { secret_key, base_url, webhook_secrets } = settings[environment]
  const isSetHere = (...settings: { source: string }[]) =>
    settings.some(({ source }) => source === "dashboard")
  const isInUse = settings.environment.value === environment
  return (
    <SettingsSection
      settings={settings}
      name={`keys_${environment}`}
      badge={
        isInUse && (
          <Badge size="2xsmall" color="green">
            {t("settings.in_use")}
          </Badge>
        )
      }
      actions={button}
      removals={[
        ...(isSetHere(secret_key, base_url) ? [keyRemoval(environment, isSetHere(base_url))] : []),
        ...(isSetHere(...webhook_secrets)
          ? [{ label: "remove_secrets", body: { [environment]: { webhook_secret: null } } }]
          : []),
      ]}
      added={<WebhookSecrets secrets={webhook_secrets} />}
    >
      {result}
    </SettingsSection>
  )
}

function WebhookSecrets({ secrets }: { secrets: AdminPayCollectSettings["test"]["webhook_secrets"] }) {
  const { t } = useTexts()
  return (
    <SectionRow title={t("setting.webhook_secret")} hint={t("settings.webhook_secrets_hint")}>
      {secrets.length === 0 && t("settings.not_set")}
      <span className="flex flex-col gap-y-1">
        {secrets.map(({ masked, source }, index) => (
          <span key={index} className="flex items-center gap-x-2" data-setting="webhook_secret">
            <span className="break-all font-mono text-xs">{masked}</span>
            <SourceBadge source={source} />
          </span>
        ))}
      </span>
    </SectionRow>
  )
}

/** Who hears of what needs attention, and what stands in the way. */
export function Notifications({ settings }: Props) {
  const { t } = useTexts()
  const { channel, has_provider } = settings.notifications
  return (
    <SettingsSection settings={settings} name="notifications" testId="notification-settings">
      {has_provider === false && (
        <SectionBody>
          <Notice
            variant="warning"
            testId="no-provider"
            title={t("settings.no_provider", { channel: channel.value })}
            text={t("settings.no_provider_text")}
          />
        </SectionBody>
      )}
    </SettingsSection>
  )
}

export function WebhookAddress({ settings: { webhook_url, webhook_last_seen } }: Props) {
  const { t } = useTexts()
  const { run, data, isPending } = useCheckWebhook()
  const button = (
    <SmallButton isLoading={isPending} onClick={() => run()} testId="check-webhook">
      {t("webhook_check.action")}
    </SmallButton>
  )
  return (
    <Section title={t("webhook.title")} subtitle={t("webhook.subtitle")} actions={webhook_url && button}>
      {data && <WebhookResultOf {...data.check} />}
      <SectionRow title={t("webhook.address")}>
        {webhook_url ? <Copyable value={webhook_url} name={t("webhook.address")} /> : t("webhook.no_address")}
      </SectionRow>
      <WebhookSeen seen={webhook_last_seen} />
    </Section>
  )
}

/** What became of the message that the server sent itself. */
function WebhookResultOf({ result, checked_at }: PayCollectWebhookCheck) {
  const { t, date } = useTexts()
  return (
    <div className="px-6 py-4">
      <Alert
        variant={result === "ok" ? "success" : "error"}
        role="status"
        data-testid="webhook-check"
        data-result={result}
      >
        <div className="flex flex-col gap-y-1">
          <Strong>{t(`webhook_check.${result}`)}</Strong>
          <Subtle>{t("webhook_check.beside")}</Subtle>
          <Subtle>{date(checked_at)}</Subtle>
        </div>
      </Alert>
    </div>
  )
}

/** When the service last reported something, and whether it was of a payment of this store. */
export function WebhookSeen({ seen }: { seen: AdminPayCollectSettings["webhook_last_seen"] }) {
  const { t, date } = useTexts()
  return (
    <SectionRow title={t("webhook.last_seen")}>
      {seen ? date(seen.at) : t("webhook.never")}
      {seen && !seen.known && <span className="text-ui-fg-subtle">{t("webhook.unknown_payment")}</span>}
    </SectionRow>
  )
}

const CHANGES_AT_FIRST = 5

export function Changes({ settings: { changes } }: Props) {
  const { t, date } = useTexts()
  const fieldName = useFieldName()
  const [shown, setShown] = useState(CHANGES_AT_FIRST)
  return (
    <Section title={t("settings.changes")} subtitle={t("settings.changes_text")}>
      {changes.length === 0 && <Empty title={t("settings.no_changes")} />}
      {changes.slice(0, shown).map((change, index) => (
        <div key={index} className="flex flex-col gap-y-1 px-6 py-4" data-testid="settings-change">
          <Strong>{change.fields.map(fieldName).join(", ")}</Strong>
          <Subtle>{[change.actor ?? change.actor_id, date(change.at)].filter(Boolean).join(" · ")}</Subtle>
        </div>
      ))}
      {changes.length > shown && (
        <div className="px-6 py-4">
          <SmallButton onClick={() => setShown(changes.length)}>{t("settings.all_changes")}</SmallButton>
        </div>
      )}
    </Section>
  )
}
