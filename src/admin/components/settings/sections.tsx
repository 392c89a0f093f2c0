import { useState, type ComponentProps } from "react"
import type { AdminPayCollectSettings } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useFieldName } from "../../hooks/settings"
import { Copyable, SmallButton, Strong, Subtle, Notice } from "../kit"
import { Section, SectionRow, SectionBody } from "../section"
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

interface EditableProps extends ComponentProps<typeof Section> {
  editable: boolean
  fields: FieldDefinition[]
}

function Editable({ editable, fields, ...section }: EditableProps) {
  return <Section {...section} actions={editable && <EditMenu section={section.title} fields={fields} />} />
}

export function AddressesSection({ settings }: Props) {
  const { t } = useTexts()
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
  const { t } = useTexts()
  const { fee_bearer, pending_orders, pending_order_expiry_hours, refunds, description } = settings
  const hours = t("units.hours", { count: pending_order_expiry_hours.value })
  return (
    <Editable title={t("settings.behaviour")} editable={settings.editable} fields={behaviourFields(settings)}>
      <SettingLine name="fee_bearer" {...fee_bearer} value={t(`fee_bearer.${fee_bearer.value}`)} />
      <SettingLine
        name="pending_orders"
        {...pending_orders}
        value={t(`pending_orders.${pending_orders.value}`)}
      />
      <SettingLine name="pending_order_expiry_hours" {...pending_order_expiry_hours} value={hours} />
      <div id="refunds">
        <SettingLine name="refunds" {...refunds} value={t(`refunds.${refunds.value}`)} />
      </div>
      <SettingLine name="description" {...description} />
    </Editable>
  )
}

/** How customers reach the shop when their money is being looked at. */
export function SupportSection({ settings }: Props) {
  const { t } = useTexts()
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
  const { t } = useTexts()
  return (
    <Section title={t("webhook.title")} subtitle={t("webhook.subtitle")}>
      <SectionRow title={t("webhook.address")}>
        {webhook_url ? <Copyable value={webhook_url} name={t("webhook.address")} /> : t("webhook.no_address")}
      </SectionRow>
      <WebhookSeen seen={webhook_last_seen} />
    </Section>
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

/** Who hears of what needs attention, and what stands in the way. */
export function Notifications({ settings }: Props) {
  const { t } = useTexts()
  const { channel, recipients, language, time_zone, summary_hour, has_provider } = settings.notifications
  return (
    <Editable
      title={t("settings.notifications")}
      subtitle={t("settings.notifications_text")}
      testId="notification-settings"
      editable={settings.editable}
      fields={notificationFields(settings)}
    >
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
      <SettingLine
        name="recipients"
        {...recipients}
        value={recipients.value.join(", ") || t("settings.no_recipients")}
      />
      <SettingLine name="channel" {...channel} />
      <SettingLine name="language" {...language} value={t(`language.${language.value}`)} />
      <SettingLine name="time_zone" {...time_zone} />
      <SettingLine
        name="summary_hour"
        {...summary_hour}
        value={t("settings.from_hour", { hour: summary_hour.value })}
      />
    </Editable>
  )
}
