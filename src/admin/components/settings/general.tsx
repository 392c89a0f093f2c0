import type { AdminPayCollectSettings, AdminPayCollectSettingsBody } from "../../../types/http"
import { showRefusal, useConfirm, useErrorText } from "../../hooks/action"
import { hasFieldErrors } from "../../hooks/client"
import { useTexts } from "../../hooks/format"
import { useFieldName, useSaveSettings } from "../../hooks/settings"
import { EnvironmentBadge, Notice, SmallButton, SourceBadge } from "../kit"
import { Section, SectionRow } from "../section"

/** Which environment new payments are made in, and what stands in their way. */
export function General({ settings }: { settings: AdminPayCollectSettings }) {
  const { t } = useTexts()
  const fieldName = useFieldName()
  const { environment, editable, read_only_reason, missing } = settings
  const { button, undo } = useEnvironmentSwitch(settings)
  return (
    <Section
      level="h1"
      title={t("settings.title")}
      subtitle={t("settings.subtitle")}
      actions={editable && button}
    >
      {(read_only_reason || missing.length > 0) && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          {read_only_reason && (
            <Notice
              variant="warning"
              testId={editable ? "unreadable" : "read-only"}
              title={t(editable ? "settings.unreadable" : "settings.read_only")}
              text={t(`settings.${read_only_reason}`)}
            />
          )}
          {missing.length > 0 && (
            <Notice
              variant="error"
              testId="missing"
              title={t("settings.missing")}
              text={missing.map(fieldName).join(", ")}
            />
          )}
        </div>
      )}
      <SectionRow title={t("setting.environment")} hint={t("settings.environment_hint")}>
        <EnvironmentBadge environment={environment.value} />
        <SourceBadge source={environment.source} />
        {editable && environment.source === "dashboard" && undo}
      </SectionRow>
    </Section>
  )
}

/** Live asks first: from then on customers pay with real money. */
function useEnvironmentSwitch({ environment, live }: AdminPayCollectSettings) {
  const { t } = useTexts()
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
    <SmallButton isLoading={isPending} testId="switch-environment" onClick={change}>
      {t(`settings.to_${target}`)}
    </SmallButton>
  )
  const undo = (
    <SmallButton
      variant="transparent"
      onClick={() => confirmAndSave("undo", { environment: null, confirm_live: true })}
    >
      {t("settings.undo")}
    </SmallButton>
  )
  return { button, undo }
}
