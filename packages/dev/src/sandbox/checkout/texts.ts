import { type Locale } from "../state/options"
import en from "./en.json"
import fr from "./fr.json"

export type Texts = typeof en
export type FieldName = keyof Texts["errors"]

export const TEXTS: Record<Locale, Texts> = { en, fr }

/** `?lang=` first, then the browser's order of preference, then the sandbox's setting. */
export function chooseLocale(
  asked: string | null,
  acceptLanguage: string | undefined,
  fallback: Locale
): Locale {
  if (asked === "en" || asked === "fr") return asked
  const wishes = (acceptLanguage ?? "").split(",").map((entry) => {
    const [tag = "", ...parameters] = entry.trim().split(";")
    const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find((found) => found)
    return { language: tag.slice(0, 2).toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
  })
  const known = wishes.filter(
    ({ language, quality }) => (language === "en" || language === "fr") && quality > 0
  )
  const best = known.sort((a, b) => b.quality - a.quality)[0]
  return (best?.language as Locale | undefined) ?? fallback
}
