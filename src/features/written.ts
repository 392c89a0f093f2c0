import { type ReturnReason } from "../payments/return-address"
import { minorAmount } from "../service/wire/shape"
import { type Support } from "../settings/support"
import { toMajorString } from "../payments/money"
import { MESSAGES } from "../texts"
import { formattedMoney, type FrancNames, languageFor, type Language } from "../texts/language"

/** In which unit a shop writes a sum. */
export interface WrittenUnit {
  currency_code: string
  exponent: number
  /** how the shop calls the two francs */
  francs?: FrancNames
}

/** A sum in smallest units, as the language writes it. */
export const moneyIn = (
  language: Language,
  { currency_code, exponent, francs }: WrittenUnit,
  amount: bigint
): string => formattedMoney(language, toMajorString(minorAmount(amount), exponent), currency_code, francs)

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

/** What the merchant wrote into the settings: addresses and numbers that were checked there. Empty where that is nothing. */
export function contactOfShop(lang: Language, { email, phone, whatsapp }: Support): string {
  const texts = MESSAGES[lang].link
  const digits = (number: string) => number.replace(/\D/g, "")
  const ways = [
    ...(whatsapp ? [["WhatsApp", `https://wa.me/${digits(whatsapp)}`, whatsapp] as const] : []),
    ...(phone ? [[texts.phone, `tel:+${digits(phone)}`, phone] as const] : []),
    ...(email ? [[texts.email, `mailto:${email}`, email] as const] : []),
  ]
  const rows = ways.map(
    ([name, address, shown]) =>
      `<li><span>${name}</span> <span><a href="${escapedHtml(address)}">${escapedHtml(shown)}</a></span></li>`
  )
  return rows.length === 0 ? "" : `<h2>${texts.contact}</h2><ul>${rows.join("")}</ul>`
}

export type PageKind = "success" | "waiting" | "failed" | "unknown" | "away"

export interface PageFacts {
  /** as a browser names it */
  language?: string
  shopAddress?: string
  /** the payment's, as it is shown */
  number?: string
  /** of a failed one */
  reason?: ReturnReason | null
  support?: Support
}

/** A page of our own for customers whom no storefront address can receive. No visitor's input is in it. */
export function resultPage(
  kind: PageKind,
  { language, shopAddress, number, reason, support = {} }: PageFacts
): string {
  const lang = languageFor(undefined, language)
  const texts = MESSAGES[lang].result
  const { title, text } = kind === "failed" && reason ? texts.reasons[reason] : texts[kind]
  const link = shopAddress ? `<p><a href="${escapedHtml(shopAddress)}">${texts.back}</a></p>` : ""
  const named = number ? `<p>${texts.number} <strong>${number}</strong></p>` : ""
  const body = `<main><h1>${title}</h1><p>${text}</p>${named}${link}${contactOfShop(lang, support)}</main>`
  return htmlPage({ lang, title, style: RESULT_STYLE, body })
}

const RESULT_STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f6f4;color:#1c1c1a}
main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 4px #0002}h1{font-size:1.4rem;margin-top:0}h2{font-size:1rem}a{color:#0b5d3b}`
