import { minorAmount } from "../service/wire/shape"
import { toMajorString } from "../payments/money"
import { type NoticeLanguage } from "../settings/addresses"

/** A sum in smallest units, as the language writes it. */
export function moneyIn(
  language: NoticeLanguage,
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
export function dateInLanguage(language: NoticeLanguage, timeZone: string, date: Date): string {
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

/**
 * One page of HTML without anything from elsewhere. What is given is written as it is: {@link escapedHtml} is its caller's business.
 * @param style what a security policy may name by its hash
 */
export function htmlPage({
  lang,
  attributes = "",
  title,
  head = "",
  style,
  body,
}: Record<"lang" | "title" | "style" | "body", string> & { attributes?: string; head?: string }): string {
  return `<!doctype html>
<html lang="${lang}"${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive"><title>${title}</title>${head}<style>${style}</style></head>
<body>${body}</body></html>`
}
