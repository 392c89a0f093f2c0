import { useDate } from "@medusajs/dashboard/hooks"
import { useTranslation } from "react-i18next"

/** The dashboard's "ptBR" is the platform's "pt-BR". */
const localeOf = (language: string) => language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")

/** Smallest units to a decimal string, by digits: "12550", 2 -> "125.50". */
function toMajor(minor: string, exponent: number): string {
  if (exponent === 0) return minor
  const digits = minor.replace("-", "").padStart(exponent + 1, "0")
  const cut = digits.length - exponent
  return `${minor.startsWith("-") ? "-" : ""}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

/** Amounts, dates, countries and durations as the admin's language writes them. */
export function useFormat() {
  const { t, i18n } = useTranslation("paycollect")
  const { getFullDate, getRelativeDate } = useDate()
  const locale = localeOf(i18n.language || "en")

  /** `amount`: decimal string in major units; digits that are there are shown, none are invented */
  const money = (amount: string, currency: string, digits = amount.split(".")[1]?.length ?? 0): string => {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const style = new Intl.NumberFormat(locale, {
      style: "currency",
      currency: currency.toUpperCase(),
      ...fraction,
    })
    // A string is formatted exactly, as a number it would lose digits.
    return style.format(amount as unknown as number)
  }

  const minor = (amount: string, { currency_code, exponent }: { currency_code: string; exponent: number }) =>
    money(toMajor(amount, exponent), currency_code, exponent)

  return {
    money,
    minor,
    /** "8109 XAF" as the ledger writes it, in smallest units; another currency's decimals are not known, so it stays as it is */
    sum: (text: string, payment: { currency_code: string; exponent: number }) => {
      const [amount = "", currency] = text.split(" ")
      const isKnown = /^\d+$/.test(amount) && currency?.toLowerCase() === payment.currency_code
      return isKnown ? minor(amount, payment) : text
    },
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** smallest units of whatever currency, grouped */
    whole: (digits: string) =>
      /^-?\d+$/.test(digits) ? new Intl.NumberFormat(locale).format(BigInt(digits)) : digits,
    date: (value: string) => getFullDate({ date: value, includeTime: true }),
    relative: (value: string) => getRelativeDate(value),
    country: (code: string) =>
      new Intl.DisplayNames([locale], { type: "region" }).of(code.toUpperCase()) ?? code.toUpperCase(),
    seconds: (ms: number) => t("units.seconds", { count: Math.max(1, Math.ceil(ms / 1000)) }),
    milliseconds: (ms: number) =>
      t("units.milliseconds", { value: new Intl.NumberFormat(locale).format(ms) }),
  }
}

/** What a server says after a colon, as a sentence of its own. */
export const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const decimals = (value: string) => value.split(".")[1] ?? ""

/** Exact difference of two decimal strings. */
export function subtract(a: string, b: string): string {
  const exponent = Math.max(decimals(a).length, decimals(b).length)
  const scaled = (value: string) => BigInt(`${value.split(".")[0]}${decimals(value).padEnd(exponent, "0")}`)
  return toMajor((scaled(a) - scaled(b)).toString(), exponent)
}
