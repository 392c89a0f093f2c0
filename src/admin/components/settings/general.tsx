import { Alert, Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectSettings, AdminPayCollectSettingsBody } from "../../../types/http"
import { useSaveSettings, useFieldName } from "../../hooks/settings"
import { showRefusal, useConfirm, useErrorText } from "../../hooks/action"
import { hasFieldErrors } from "../../hooks/client"
import { EnvironmentBadge, SourceBadge } from "../badges"
import { SectionRow, Section } from "../section"

/** Which environment new payments are made in, and what stands in their way. */
export function General({ settings }: { settings: AdminPayCollectSettings }) {
  const { t } = useTranslation("paycollect")
  const { environment } = settings
  const { button, undo } = useEnvironmentSwitch(settings)
  return (
    <Section
      level="h1"
      title={t("settings.title")}
      subtitle={t("settings.subtitle")}
      actions={settings.editable && button}
    >
      <NoticesSection settings={settings} />
      <SectionRow title={t("setting.environment")} hint={t("settings.environment_hint")}>
        <EnvironmentBadge environment={environment.value} />
        <SourceBadge source={environment.source} />
        {settings.editable && environment.source === "dashboard" && undo}
      </SectionRow>
    </Section>
  )
}

function NoticesSection({ settings }: { settings: AdminPayCollectSettings }) {
  const { t } = useTranslation("paycollect")
  const fieldName = useFieldName()
  if (!settings.read_only_reason && settings.missing.length === 0) return null
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4">
      {settings.read_only_reason && (
        <Alert variant="warning" data-testid={settings.editable ? "unreadable" : "read-only"}>
          <Text size="small" weight="plus" leading="compact">
            {t(settings.editable ? "settings.unreadable" : "settings.read_only")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t(`settings.${settings.read_only_reason}`)}
          </Text>
        </Alert>
      )}
      {settings.missing.length > 0 && (
        <Alert variant="error" data-testid="missing">
          <Text size="small" weight="plus" leading="compact">
            {t("settings.missing")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {settings.missing.map(fieldName).join(", ")}
          </Text>
        </Alert>
      )}
    </div>
  )
}

/** Live asks first: from then on customers pay with real money. */
function useEnvironmentSwitch({ environment, live }: AdminPayCollectSettings) {
  const { t } = useTranslation("paycollect")
  const confirm = useConfirm()
  const text = useErrorText()
  const fieldName = useFieldName()
  const needed = (fields: string[]) => t("settings.needed", { fields: fields.map(fieldName).join(", ") })
  const failed = t("settings.not_saved")
  const { run, isPending } = useSaveSettings({
    failed,
    refusals: (error) =>
      hasFieldErrors(error) ? needed(error.errors.map(({ field }) => field)) : text(error),
  })
  const missing = [
    ...(live.secret_key.masked ? [] : ["live.secret_key"]),
    ...(live.base_url.value ? [] : ["live.base_url"]),
  ]
  const target = environment.value === "live" ? "test" : "live"
  const confirmAndSave = async (kind: string, body: AdminPayCollectSettingsBody) => {
    const variant = kind === "to_live" ? "danger" : "confirmation"
    if (await confirm(`settings.${kind}`, { variant })) await run(body)
  }
  const change = () => {
    // Said before it is asked: what is missing is not a question of being sure.
    if (target === "live" && missing.length > 0) return showRefusal(failed, needed(missing))
    const body = { environment: target, ...(target === "live" && { confirm_live: true }) } as const
    void confirmAndSave(`to_${target}`, body)
  }
  const button = (
    <Button
      size="small"
      variant="secondary"
      isLoading={isPending}
      data-testid="switch-environment"
      onClick={change}
    >
      {t(`settings.to_${target}`)}
    </Button>
  )
  const undo = (
    <Button
      size="small"
      variant="transparent"
      onClick={() => void confirmAndSave("undo", { environment: null, confirm_live: true })}
    >
      {t("settings.undo")}
    </Button>
  )
  return { button, undo }
}
