import { Badge } from "@medusajs/ui"
import type { AdminPayCollectSettings } from "../../../types/http"
import { SourceBadge } from "../badges"
import { useConnectionCheck } from "../health/connection"
import { SectionRow, Section } from "../section"
import { EditMenu, SettingLine } from "./editable"
import { keyFields, type EnvironmentName } from "./fields"
import { useTexts } from "../../hooks/format"

/** An address that was set here goes with its key: neither counts with what the options have of the other. */
const keyRemoval = (environment: EnvironmentName, withAddress: boolean) =>
  withAddress
    ? { label: "remove_key_and_address", body: { [environment]: { secret_key: null, base_url: null } } }
    : { label: "remove_key", body: { [environment]: { secret_key: null } } }

/** Keys and addresses of one environment. Secrets come as their masked tail and never otherwise. */
export function Keys({
  settings,
  environment,
}: {
  settings: AdminPayCollectSettings
  environment: EnvironmentName
}) {
  const { t } = useTexts()
  const { button, result } = useConnectionCheck(environment)
  const own = settings[environment]
  const title = t(`settings.keys_${environment}`)
  const setHere = (secrets: { source: string }[]) => secrets.some(({ source }) => source === "dashboard")
  const removals = [
    ...(setHere([own.secret_key, own.base_url]) ? [keyRemoval(environment, setHere([own.base_url]))] : []),
    ...(setHere(own.webhook_secrets)
      ? [{ label: "remove_secrets", body: { [environment]: { webhook_secret: null } } }]
      : []),
  ]
  return (
    <Section
      title={title}
      badge={
        settings.environment.value === environment && (
          <Badge size="2xsmall" color="green">
            {t("settings.in_use")}
          </Badge>
        )
      }
      actions={
        <>
          {button}
          {settings.editable && (
            <EditMenu section={title} fields={keyFields(settings, environment)} removals={removals} />
          )}
        </>
      }
    >
      {result}
      <SettingLine name="secret_key" value={own.secret_key.masked} source={own.secret_key.source} mono />
      <SectionRow title={t("setting.webhook_secret")} hint={t("settings.webhook_secrets_hint")}>
        {own.webhook_secrets.length === 0 && t("settings.not_set")}
        <span className="flex flex-col gap-y-1">
          {own.webhook_secrets.map((secret, index) => (
            <span key={index} className="flex items-center gap-x-2" data-setting="webhook_secret">
              <span className="break-all font-mono text-xs">{secret.masked}</span>
              <SourceBadge source={secret.source} />
            </span>
          ))}
        </span>
      </SectionRow>
      <SettingLine name="base_url" {...own.base_url} mono />
      <SettingLine name="checkout_url" {...own.checkout_url} mono />
    </Section>
  )
}
