import { EllipsisHorizontal, PencilSquare, Trash } from "@medusajs/icons"
import { DropdownMenu, IconButton } from "@medusajs/ui"
import { useRef, useState } from "react"
import type { PayCollectSource, AdminPayCollectSettingsBody } from "../../../types/http"
import { useConfirm, useErrorText } from "../../hooks/action"
import { hasFieldErrors } from "../../hooks/client"
import { useSaveSettings } from "../../hooks/settings"
import { useTexts } from "../../hooks/format"
import { SourceBadge } from "../badges"
import { SectionRow } from "../section"
import type { FieldDefinition } from "./fields"
import { SettingsDrawer } from "./settings-drawer"

interface Removal {
  /** key below `settings`, with `_title` and `_text` beside it */
  label: string
  body: AdminPayCollectSettingsBody
}

interface EditMenuProps {
  section: string
  fields: FieldDefinition[]
  /** values set in the dashboard that can be taken away; asks first */
  removals?: Removal[]
}

/** The menu of a section of settings, with the drawer that it opens. */
export function EditMenu({ section, fields, removals = [] }: EditMenuProps) {
  const { t } = useTexts()
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const text = useErrorText()
  const { run } = useSaveSettings({
    failed: t("settings.not_saved"),
    refusals: (error) => (hasFieldErrors(error) ? t("settings.remove_live") : text(error)),
  })
  const remove = async ({ label, body }: Removal) => {
    const isSure = await confirm(`settings.${label}`, { confirmText: t("actions.remove") })
    opener.current?.focus()
    if (isSure) await run(body)
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenu.Trigger asChild>
          <IconButton
            ref={opener}
            size="small"
            variant="transparent"
            aria-label={t("settings.menu", { section })}
          >
            <EllipsisHorizontal />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content>
          <DropdownMenu.Item className="gap-x-2" onClick={() => setEditing(true)}>
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
      {editing && (
        <SettingsDrawer title={section} fields={fields} opener={opener} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

interface SettingRowProps {
  /** key below `setting` */
  name: string
  value: string | number | null
  source: PayCollectSource
  mono?: boolean
}

/** A setting, what is in force and where that comes from. */
export function SettingLine({ name, value, source, mono }: SettingRowProps) {
  const { t } = useTexts()
  const isSet = value !== null && value !== ""
  return (
    <SectionRow title={t(`setting.${name}`)}>
      <span className={mono && isSet ? "break-all font-mono text-xs" : "break-words"} data-setting={name}>
        {isSet ? value : t("settings.not_set")}
      </span>
      {(isSet || source !== "unset") && <SourceBadge source={source} />}
    </SectionRow>
  )
}
