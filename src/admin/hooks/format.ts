import { useDate, useStore } from "@medusajs/dashboard/hooks"
import { useTranslation } from "react-i18next"
import { ownNoteOf } from "../../texts"
import { formattedMoney, francNames } from "../../texts/language"

/** The dashboard's "ptBR" is the platform's "pt-BR". */
const localeOf = (language: string) => language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")

/** Smallest units to a decimal string, by digits: "12550", 2 -> "125.50". */
export function toMajor(minor: string, exponent: number): string {
  if (exponent === 0) return minor
  const digits = minor.replace("-", "").padStart(exponent + 1, "0")
  const cut = digits.length - exponent
  return `${minor.startsWith("-") ? "-" : ""}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

const UNITS: [unit: string, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
]

/** A comma is how half of Cameroon writes a decimal point; spaces separate thousands. */
export const normalAmount = (typed: string) => typed.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".")

/** The way back: "125.5", 2 -> "12550"; null for what is no amount, or has more decimals. */
export function toMinor(major: string, exponent: number): string | null {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(major)
  const fraction = (match?.[2] ?? "").replace(/0+$/, "")
  if (!match || fraction.length > exponent) return null
  return BigInt(match[1] + fraction.padEnd(exponent, "0")).toString()
}

/** Of files. */
const dialectOf = (locale: string): "fr" | "en" => (locale.startsWith("fr") ? "fr" : "en")

/** Texts, amounts, dates, countries and durations as the admin's language has them; what is not known is shown as the text for none. */
export function useTexts() {
  const { t, i18n } = useTranslation("paycollect")
  const { getFullDate, getRelativeDate } = useDate()
  const locale = localeOf(i18n.language || "en")
  const currencyDisplay = useFrancNames()
  const number = (value: number | bigint, style?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, style).format(value)
  const minor = (amount: string, { currency_code, exponent }: MoneyUnit) =>
    formattedMoney(locale, toMajor(amount, exponent), currency_code, currencyDisplay)
  /** smallest units of whatever currency, grouped */
  const whole = (digits: string) => (/^-?\d+$/.test(digits) ? number(BigInt(digits)) : digits)
  const orNone = <T>(value: T | null | undefined, shown: (value: T) => string) =>
    value === null || value === undefined ? t("general.none") : shown(value)
  /** a person's words, or those of the plugin where it wrote the note */
  const noted = (note: string) => t(keyOfNote(note), { note, interpolation: { escapeValue: false } })
  return {
    ...{ t, i18n, minor, whole, noted, dialect: dialectOf(locale) },
    /** the text of a key; nothing where there is none */
    known: (key: string, values: object = {}): string | undefined =>
      i18n.exists(key, { ns: "paycollect", ...values }) ? t(key, { ...values }) : undefined,
    /** smallest units of a currency whose decimals may not be known: then they are said to be those */
    came: (amount: string, { currency_code, exponent }: UnsureUnit) =>
      exponent === null
        ? t("detail.smallest_units", { sum: `${whole(amount)} ${currency_code.toUpperCase()}` })
        : minor(amount, { currency_code, exponent }),
    /** `amount`: decimal string in major units */
    money: (amount: string | null, currency: string) =>
      orNone(amount, (known) => formattedMoney(locale, known, currency, currencyDisplay)),
    /** "8109 XAF" as the ledger writes it, in smallest units; that of a currency whose decimals are not known is said to be so */
    sum: (text: string, payment: MoneyUnit) => {
      const [amount = "", currency] = text.split(" ")
      if (!/^\d+$/.test(amount)) return text
      const isKnown = currency?.toLowerCase() === payment.currency_code
      return isKnown ? minor(amount, payment) : t("detail.smallest_units", { sum: text })
    },
    number: (value: number) => number(value),
    date: (value?: string | null) => orNone(value, (date) => getFullDate({ date, includeTime: true })),
    /** for readers elsewhere, on paper: with the zone that it is told in */
    zoned: (value: string) => new Intl.DateTimeFormat(locale, WITH_ZONE).format(new Date(value)),
    relative: (value: string) => getRelativeDate(value),
    /** a day of a calendar, `2026-01-31`, its weekday, or the month that begins with it, whatever the zone of the browser */
    day: (value: string, as: keyof typeof DAYS = "day") =>
      new Intl.DateTimeFormat(locale, { ...DAYS[as], timeZone: "UTC" }).format(
        new Date(`${value}T00:00:00Z`)
      ),
    percent: (share: number | null) =>
      orNone(share, (known) => number(known, { style: "percent", maximumFractionDigits: 1 })),
    /** seconds as people say them: in one unit */
    lasting: (time: number | null | undefined) =>
      orNone(time, (seconds) => {
        const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? UNITS.at(-1)!
        const maximumFractionDigits = size === 1 ? 0 : 1
        return number(seconds / size, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits })
      }),
    country: (code: string) =>
      new Intl.DisplayNames([locale], { type: "region" }).of(code.toUpperCase()) ?? code.toUpperCase(),
    seconds: (ms: number) => t("units.seconds", { count: Math.max(1, Math.ceil(ms / 1000)) }),
    milliseconds: (ms: number) => t("units.milliseconds", { value: number(ms) }),
  }
}

function keyOfNote(note: string): string {
  const own = ownNoteOf(note)
  return own ? `own_note.${own}` : "general.quoted"
}

interface MoneyUnit {
  currency_code: string
  exponent: number
}
type UnsureUnit = Pick<MoneyUnit, "currency_code"> & { exponent: number | null }

const DAYS = {
  day: { dateStyle: "medium" },
  week: { dateStyle: "medium" },
  weekday: { weekday: "long" },
  month: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const WITH_ZONE: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
}

function useFrancNames() {
  const { store } = useStore()
  return francNames(store?.supported_currencies?.map(({ currency_code }) => currency_code) ?? [])
}

/** What a server says after a colon, as a sentence of its own. */
export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const decimals = (value: string) => value.split(".")[1] ?? ""

/** Exact sum of decimal strings, with as many decimals as the one that has most. */
export function addUp(values: string[]): string {
  const exponent = Math.max(0, ...values.map((value) => decimals(value).length))
  const scaled = (value: string) => BigInt(`${value.split(".")[0]}${decimals(value).padEnd(exponent, "0")}`)
  return toMajor(values.reduce((sum, value) => sum + scaled(value), 0n).toString(), exponent)
}

/** Exact difference of two decimal strings. */
export const subtract = (a: string, b: string) => addUp([a, b.startsWith("-") ? b.slice(1) : `-${b}`])
