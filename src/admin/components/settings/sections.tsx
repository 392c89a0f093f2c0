import { Alert, Text, Button } from "@medusajs/ui"
import { useState, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectSettings } from "../../../types/http"
import { useFormat } from "../../hooks/format"
import { useFieldName } from "../../hooks/settings"
import { Copyable } from "../copyable"
import { Section, SectionRow } from "../section"
import { Empty } from "../states"
import { EditMenu, SettingLine } from "./editable"
import {
  notificationFields,
  addressFields,
  behaviourFields,
  supportFields,
  type FieldDefinition,
} from "./fields"

type Props = { settings: AdminPayCollectSettings }

interface EditableProps {
  title: string
  editable: boolean
  fields: FieldDefinition[]
  subtitle?: string
  children: ReactNode
}

function Editable({ title, subtitle, editable, fields, children }: EditableProps) {
  return (
    <Section
      title={title}
      subtitle={subtitle}
      actions={editable && <EditMenu section={title} fields={fields} />}
    >
      {children}
    </Section>
  )
}

export function AddressesSection({ settings }: Props) {
  const { t } = useTranslation("paycollect")
  const pages = ["success", "waiting", "failure"] as const
  return (
    <Editable title={t("settings.addresses")} editable={settings.editable} fields={addressFields(settings)}>
      <SettingLine name="backend_url" {...settings.backend_url} mono />
      <SettingLine name="storefront_url" {...settings.storefront_url} mono />
      {pages.map((page) => (
        <SettingLine key={page} name={`return_${page}`} {...settings.return_urls[page]} mono />
      ))}
      <SettingLine name="service_dashboard_url" {...settings.service_dashboard_url} mono />
    </Editable>
  )
}

export function Behaviour({ settings }: Props) {
  const { t } = useTranslation("paycollect")
  const { fee_bearer, pending_orders, pending_order_expiry_hours, refunds, description } = settings
  const hours = t("units.hours", { count: pending_order_expiry_hours.value })
  return (
    <Editable title={t("settings.behaviour")} editable={settings.editable} fields={behaviourFields(settings)}>
      <SettingLine name="fee_bearer" value={t(`fee_bearer.${fee_bearer.value}`)} source={fee_bearer.source} />
      <SettingLine
        name="pending_orders"
        value={t(`pending_orders.${pending_orders.value}`)}
        source={pending_orders.source}
      />
      <SettingLine
        name="pending_order_expiry_hours"
        value={hours}
        source={pending_order_expiry_hours.source}
      />
      <div id="refunds">
        <SettingLine name="refunds" value={t(`refunds.${refunds.value}`)} source={refunds.source} />
      </div>
      <SettingLine name="description" {...description} />
    </Editable>
  )
}

/** How customers reach the shop when their money is being looked at. */
export function SupportSection({ settings }: Props) {
  const { t } = useTranslation("paycollect")
  const { whatsapp, phone, email } = settings.support
  return (
    <Editable
      title={t("settings.support")}
      subtitle={t("settings.support_text")}
      editable={settings.editable}
      fields={supportFields(settings)}
    >
      <SettingLine name="support_whatsapp" {...whatsapp} />
      <SettingLine name="support_phone" {...phone} />
      <SettingLine name="support_email" {...email} />
    </Editable>
  )
}

export function WebhookAddress({ settings: { webhook_url, webhook_last_seen } }: Props) {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  return (
    <Section title={t("webhook.title")} subtitle={t("webhook.subtitle")}>
      <SectionRow title={t("webhook.address")}>
        {webhook_url ? <Copyable value={webhook_url} name={t("webhook.address")} /> : t("webhook.no_address")}
      </SectionRow>
      <SectionRow title={t("webhook.last_seen")}>
        {webhook_last_seen ? date(webhook_last_seen.at) : t("webhook.never")}
        {webhook_last_seen && !webhook_last_seen.known && (
          <span className="text-ui-fg-subtle">{t("webhook.unknown_payment")}</span>
        )}
      </SectionRow>
    </Section>
  )
}

const CHANGES_AT_FIRST = 5

export function Changes({ settings: { changes } }: Props) {
  const { t } = useTranslation("paycollect")
  const { date } = useFormat()
  const fieldName = useFieldName()
  const [shown, setShown] = useState(CHANGES_AT_FIRST)
  return (
    <Section title={t("settings.changes")} subtitle={t("settings.changes_text")}>
      {changes.length === 0 && <Empty title={t("settings.no_changes")} />}
      {changes.slice(0, shown).map((change, index) => (
        <div key={index} className="flex flex-col gap-y-1 px-6 py-4" data-testid="settings-change">
          <Text size="small" weight="plus" leading="compact">
            {change.fields.map(fieldName).join(", ")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {[change.actor ?? change.actor_id, date(change.at)].filter(Boolean).join(" · ")}
          </Text>
        </div>
      ))}
      {changes.length > shown && (
        <div className="px-6 py-4">
          <Button size="small" variant="secondary" onClick={() => setShown(changes.length)}>
            {t("settings.all_changes")}
          </Button>
        </div>
      )}
    </Section>
  )
}

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
