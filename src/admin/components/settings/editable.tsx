import { EllipsisHorizontal, PencilSquare, Trash } from "@medusajs/icons"
import { DropdownMenu, IconButton } from "@medusajs/ui"
import { useRef, type ComponentProps, type ReactNode } from "react"
import type { AdminPayCollectSettings, AdminPayCollectSettingsBody } from "../../../types/http"
import { useConfirm, useErrorText } from "../../hooks/action"
import { hasFieldErrors } from "../../hooks/client"
import { useTexts } from "../../hooks/format"
import { settingKey } from "../../../texts"
import { useSaveSettings } from "../../hooks/settings"
import { useDrawers } from "../drawer"
import { SourceBadge } from "../kit"
import { Section, SectionRow } from "../section"
import { fieldsOf, inForce, type FieldDefinition, type SectionName } from "./fields"
import { SettingsDrawer } from "./settings-drawer"

interface Removal {
  /** key below `settings`, with `_title` and `_text` beside it */
  label: string
  body: AdminPayCollectSettingsBody
}

interface SettingsSectionProps extends Pick<ComponentProps<typeof Section>, "badge" | "actions" | "testId"> {
  settings: AdminPayCollectSettings
  name: SectionName
  /** values set in the dashboard that can be taken away; asks first */
  removals?: Removal[]
  /** before the lines */
  children?: ReactNode
  /** where the input only adds: what is there */
  added?: ReactNode
}

/** Settings that belong together: what is in force, and a menu that edits it. */
export function SettingsSection(props: SettingsSectionProps) {
  const { settings, name, removals = [], children, added, actions, ...section } = props
  const { t, known } = useTexts()
  const title = t(`settings.${name}`)
  const fields = fieldsOf(settings, name)
  const menu = settings.editable && <EditMenu section={title} {...{ fields, removals }} />
  const shown = (actions || menu) && (
    <>
      {actions}
      {menu}
    </>
  )
  return (
    <Section title={title} subtitle={known(`settings.${name}_text`)} actions={shown} {...section}>
      {children}
      {fields.map((field) => (
        // A link may lead to one of them.
        <div key={field.name} id={field.name}>
          {field.setting ? <SettingLine field={field} /> : added}
        </div>
      ))}
    </Section>
  )
}

interface EditMenuProps {
  section: string
  fields: FieldDefinition[]
  removals: Removal[]
}

function EditMenu({ section, fields, removals }: EditMenuProps) {
  const { t } = useTexts()
  const { open } = useDrawers()
  const menu = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const text = useErrorText()
  const { run } = useSaveSettings({
    failed: t("settings.not_saved"),
    refusals: (error) => (hasFieldErrors(error) ? t("settings.remove_live") : text(error)),
  })
  const edit = () =>
    open(
      <SettingsDrawer title={section} fields={fields.filter(({ kind }) => kind !== "fixed")} />,
      menu.current
    )
  const remove = async ({ label, body }: Removal) => {
    const isSure = await confirm(`settings.${label}`, { confirmText: t("actions.remove") })
    menu.current?.focus()
    if (isSure) await run(body)
  }
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton
          ref={menu}
          size="small"
          variant="transparent"
          aria-label={t("settings.menu", { section })}
        >
          <EllipsisHorizontal />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        <DropdownMenu.Item className="gap-x-2" onClick={edit}>
          <PencilSquare className="text-ui-fg-subtle" />
          {t("actions.edit")}
        </DropdownMenu.Item>
        {removals.map((removal) => (
          <DropdownMenu.Item key={removal.label} className="gap-x-2" onClick={() => void remove(removal)}>
            <Trash className="text-ui-fg-subtle" />
            {t(`settings.${removal.label}`)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** A setting, what is in force and where that comes from. */
function SettingLine({ field }: { field: FieldDefinition }) {
  const { t } = useTexts()
  const key = settingKey(field.name)
  const shown = useWords()(field)
  const source = field.setting?.source ?? "unset"
  const isPlain = !shown || !["address", "secret", "fixed"].some((kind) => kind === field.kind)
  return (
    <SectionRow title={t(`setting.${key}`)}>
      <span className={isPlain ? "break-words" : "break-all font-mono text-xs"} data-setting={key}>
        {shown || t("settings.not_set")}
      </span>
      {(shown || source !== "unset") && <SourceBadge source={source} />}
    </SectionRow>
  )
}

/** What is in force, as people say it; empty when nothing is. */
function useWords() {
  const { t } = useTexts()
  return (field: FieldDefinition) => {
    const value = inForce(field)
    const key = settingKey(field.name)
    if (typeof field.kind === "object") return t(`${key}.${value}`)
    if (key === "pending_order_expiry_hours") return t("units.hours", { count: Number(value) })
    if (key === "summary_hour") return t("settings.from_hour", { hour: value })
    return key === "recipients" ? value || t("settings.no_recipients") : value
  }
}
