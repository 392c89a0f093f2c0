import { useTranslation } from "react-i18next"
import type { PayCollectSource } from "../../../types/http"
import { SourceBadge } from "../badges"
import { SectionRow } from "../section"

interface SettingRowProps {
  /** key below `setting` */
  name: string
  value: string | number | null
  source: PayCollectSource
  mono?: boolean
}

/** A setting, what is in force and where that comes from. */
export function SettingLine({ name, value, source, mono }: SettingRowProps) {
  const { t } = useTranslation("paycollect")
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
