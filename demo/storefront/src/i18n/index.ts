import { storage } from "../storage"
import { en, type Messages } from "./en"
import { fr } from "./fr"

export type Language = "en" | "fr"
export type { Messages }

export const messages: Record<Language, Messages> = { en, fr }

export function initialLanguage(): Language {
  const known = storage.get("language") ?? navigator.language
  return known.startsWith("fr") ? "fr" : "en"
}
