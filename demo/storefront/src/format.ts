import type { Language } from "./i18n"

/** English without a country would be American: 11/20/2026. */
export const LOCALES: Record<Language, string> = { fr: "fr-FR", en: "en-GB" }

/** Both write "FCFA": a shop that sells in both has each by its code. */
const FRANCS = ["xaf", "xof"]

/**
 * `amount` in major units, as everywhere in the store API; the number of decimals is the currency's own (XAF: none).
 * @param sold lower-case codes of the currencies that the shop sells in
 */
export function moneyIn(language: Language, sold: readonly string[]) {
  const isEither = FRANCS.every((code) => sold.includes(code))
  return (amount: number | string, currency: string): string =>
    new Intl.NumberFormat(LOCALES[language], {
      style: "currency",
      currency: currency.toUpperCase(),
      currencyDisplay: isEither && FRANCS.includes(currency.toLowerCase()) ? "code" : "symbol",
      // A text is formatted as it is: no digit gets lost.
    }).format(amount as number)
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
