import type { Language } from "./i18n"

/** English without a country would be American: 11/20/2026. */
export const LOCALES: Record<Language, string> = { fr: "fr-FR", en: "en-GB" }

/** `amount` in major units, as everywhere in the store API; the number of decimals is the currency's own (XAF: none). */
export function money(amount: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "currency",
    currency: currency.toUpperCase(),
  }).format(amount)
}

export function dateTime(value: string | Date, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(value)
  )
}

export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([LOCALES[language]], { type: "region" }).of(code.toUpperCase()) ?? code
}

const DIAL_CODES: Record<string, string> = {
  be: "32",
  ci: "225",
  cm: "237",
  de: "49",
  dk: "45",
  es: "34",
  fr: "33",
  gb: "44",
  it: "39",
  lu: "352",
  nl: "31",
  pt: "351",
  se: "46",
}

/** "+237", or null for a country the demo shop does not sell to. */
export function dialCode(country: string): string | null {
  const code = DIAL_CODES[country]
  return code === undefined ? null : `+${code}`
}
