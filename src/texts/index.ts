import en from "./en.json"
import fr from "./fr.json"
import { type Language } from "./language"
import messagesEn from "./messages.en.json"
import messagesFr from "./messages.fr.json"

/** What the server itself writes: the compiler sees to it that each language has all of it. */
export const MESSAGES: Record<Language, typeof messagesEn> = { en: messagesEn, fr: messagesFr }

/** What the dashboard says in each language. */
export const DASHBOARD: Record<Language, typeof en> = { en, fr }

/** What the dashboard says of an item of this reason: what happened, what it means for the money, what to do. */
export const explainedItem = (reason: keyof typeof en.attention, language: Language) =>
  DASHBOARD[language].attention[reason]

/** What the plugin notes where it closes an item by itself. */
export const OWN_NOTES = en.own_note

/** Which of them it is, by its words in the record; undefined for a person's. */
export const ownNoteOf = (note: string) => Object.entries(OWN_NOTES).find(([, text]) => text === note)?.[0]

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Where the texts of a field of the settings have its own: "support_email" of "support.email", "secret_key" of "test.secretKey". */
export function settingKey(field: string): string {
  const [group, name] = inSnakeCase(field).split(".")
  if (group === "return_urls") return `return_${name}`
  if (group === "amounts") return `amounts_${name!.replaceAll("-", "_")}`
  return group === "support" ? `support_${name}` : (name ?? group!)
}

/** What a connection check found, in the dashboard's words. */
export function connectionIn(language: Language, code: string): string {
  const said: Record<string, string> = DASHBOARD[language].connection
  return said[code] ?? said.unexpected!
}

/** A field of the settings in the dashboard's words: `live.secret_key`. */
export function settingIn(language: Language, field: string): string {
  const { setting, environment } = DASHBOARD[language]
  const names: Record<string, string> = setting
  const name = names[settingKey(field)] ?? field
  const [group] = field.split(".")
  return group === "test" || group === "live" ? `${name} (${environment[group]})` : name
}
