import { toMajorString } from "../../payments/money"
import { minorAmount } from "../../service/wire/shape"
import { type LinkLanguage } from "./texts"

/** A sum in smallest units, as the language writes it. */
export function moneyIn(
  language: LinkLanguage,
  { currency_code, exponent }: { currency_code: string; exponent: number },
  amount: bigint
): string {
  const style = new Intl.NumberFormat(language, {
    style: "currency",
    currency: currency_code.toUpperCase(),
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  // A string is formatted exactly, as a number it would lose digits.
  return style.format(toMajorString(minorAmount(amount), exponent) as unknown as number)
}

/** By the shop's clock, whose zone is named: the customer's may be another one. */
export function dateInLanguage(language: LinkLanguage, timeZone: string, date: Date): string {
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

const HTML_ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
export const escapedHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => HTML_ESCAPES[sign]!)
