export const LANGUAGES = ["en", "fr"] as const

/** What messages to the merchant and pages for customers are written in. */
export type Language = (typeof LANGUAGES)[number]

/** By what a customer chose, else by what her browser weighs most, the first of equals; English where it names neither. */
export function languageFor(chosen: unknown, accepted = ""): Language {
  const weighed = accepted.split(",").flatMap((range) => {
    const [tag = "", weight = "q=1"] = range.split(";").map((part) => part.trim().toLowerCase())
    const language = LANGUAGES.find((each) => each === tag.split("-")[0])
    const q = Number(weight.replace(/^q=/, ""))
    return language && q > 0 ? { language, q } : []
  })
  weighed.sort((one, other) => other.q - one.q)
  return LANGUAGES.find((language) => language === chosen) ?? weighed[0]?.language ?? "en"
}

export type Values = Record<string, string | number>

/** @param text with `{{values}}`. @throws Error, by `name`, when it needs one that is not there: a bug */
export function fillIn(text: string, values: Values = {}, name = text): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} needs the value ${key}`)
    return String(value)
  })
}

/** What is said of one, or of several. */
export const fillCount = (text: Record<"one" | "other", string>, count: number) =>
  fillIn(text[count === 1 ? "one" : "other"], { count })

/** Both write "FCFA": a shop that sells in both has each by its code, and every other the name that its customers say. */
const FRANCS = ["xaf", "xof"]

export type FrancNames = "code" | "symbol"

/** @param sold lower-case codes of the currencies that a shop sells in */
export const francNames = (sold: readonly string[]): FrancNames =>
  FRANCS.every((code) => sold.includes(code)) ? "code" : "symbol"

/** @param amount decimal string in major units; its digits are shown, none are invented */
export function formattedMoney(
  locale: string,
  amount: string,
  currency: string,
  currencyDisplay: FrancNames = "symbol"
): string {
  const digits = amount.split(".")[1]?.length ?? 0
  const style = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    ...(FRANCS.includes(currency.toLowerCase()) && { currencyDisplay }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // A string is formatted exactly, as a number it would lose digits.
  return style.format(amount as unknown as number)
}

/** By the shop's clock, whose zone is named: the customer's may be another one. */
export function dateInLanguage(language: Language, timeZone: string, date: Date): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(date)
}
