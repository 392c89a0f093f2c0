import i18n from "../../../src/admin/i18n"

export type Language = "en" | "fr"
type Texts = { [key: string]: string | Texts }

/** The texts of the dashboard's pages in one language, with their values filled in. */
export function textsOf(language: Language) {
  const texts: Texts = i18n[language].paycollect
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = key.split(".").reduce<Texts | string | undefined>((at, part) => (at as Texts)?.[part], texts)
    if (typeof text !== "string") throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  }
}
