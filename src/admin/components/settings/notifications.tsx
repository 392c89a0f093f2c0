import { Alert, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectSettings } from "../../../types/http"
import { Section } from "../section"
import { EditMenu } from "./edit-menu"
import { notificationFields } from "./fields"
import { SettingLine } from "./value"

/** Who hears of what needs attention, and what stands in the way. */
export function Notifications({ settings }: { settings: AdminPayCollectSettings }) {
  const { t } = useTranslation("paycollect")
  const { channel, recipients, language, time_zone, summary_hour, has_provider } = settings.notifications
  const title = t("settings.notifications")
  return (
    <Section
      title={title}
      subtitle={t("settings.notifications_text")}
      testId="notification-settings"
      actions={settings.editable && <EditMenu section={title} fields={notificationFields(settings)} />}
    >
      {has_provider === false && (
        <div className="px-6 py-4">
          <Alert variant="warning" data-testid="no-provider">
            <Text size="small" weight="plus" leading="compact" className="break-words">
              {t("settings.no_provider", { channel: channel.value })}
            </Text>
            <Text size="small" className="text-ui-fg-subtle text-pretty">
              {t("settings.no_provider_text")}
            </Text>
          </Alert>
        </div>
      )}
      <SettingLine
        name="recipients"
        value={recipients.value.join(", ") || t("settings.no_recipients")}
        source={recipients.source}
      />
      <SettingLine name="channel" {...channel} />
      <SettingLine name="language" value={t(`language.${language.value}`)} source={language.source} />
      <SettingLine name="time_zone" {...time_zone} />
      <SettingLine
        name="summary_hour"
        value={t("settings.from_hour", { hour: summary_hour.value })}
        source={summary_hour.source}
      />
    </Section>
  )
}
