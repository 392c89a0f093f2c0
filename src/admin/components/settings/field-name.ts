import { useTranslation } from "react-i18next"

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field of a request or an option in words: "test.secret_key", "test.secretKey". */
export function useFieldName() {
  const { t, i18n } = useTranslation("paycollect")
  return (field: string) => {
    const parts = inSnakeCase(field).split(".")
    const own: Record<string, string> = { return_urls: "return", support: "support" }
    const last = own[parts[0]!] ? `${own[parts[0]!]}_${parts[1]}` : parts.at(-1)!
    const label = i18n.exists(`setting.${last}`, { ns: "paycollect" }) ? t(`setting.${last}`) : field
    return parts[0] === "test" || parts[0] === "live"
      ? t("settings.field_of", { environment: t(`environment.${parts[0]}`), field: label })
      : label
  }
}
