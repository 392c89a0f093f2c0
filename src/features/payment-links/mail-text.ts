import { type PayCollectLinkMailData } from "../../types/notifications"
import { MESSAGES } from "../../texts"
import { dateInLanguage, fillIn, type Language } from "../../texts/language"
import { escapedHtml, moneyIn, type WrittenUnit } from "../written"

/** What the mail with a payment link says. */
export interface LinkMail extends WrittenUnit {
  language: Language
  url: string
  shop: string | null
  firstName: string | null
  orderNumber: number | null
  /** in smallest units */
  owed: bigint
  expiresAt: Date
  /** the shop's, of the IANA database */
  timeZone: string
}

/** Pure: what the customer reads, and what a template of the merchant's is given. */
export function composeLinkMail(mail: LinkMail): {
  data: PayCollectLinkMailData
  /** for a provider without a template of the merchant's */
  content: { subject: string; text: string; html: string }
} {
  const { language, url, owed, currency_code, exponent, expiresAt, timeZone } = mail
  const { link, mail: texts } = MESSAGES[language]
  const shop = mail.shop ?? link.the_shop
  const formatted = moneyIn(language, mail, owed)
  const expires = dateInLanguage(language, timeZone, expiresAt)
  const asked = { shop, amount: formatted }
  const subject = fillIn(link.title, asked)
  const greeting = mail.firstName ? [fillIn(link.greeting, { name: mail.firstName })] : []
  const asks = mailSentence(
    mail.orderNumber === null
      ? fillIn(texts.asks.cart, asked)
      : fillIn(texts.asks.order, { ...asked, order: mail.orderNumber })
  )
  const hints = [fillIn(link.until, { date: expires }), texts.changed]
  const text = [...greeting, asks, `${texts.pay}: ${url}`, ...hints].join("\n\n")
  const paragraphs = [
    ...[...greeting, asks].map((line) => `<p>${escapedHtml(line)}</p>`),
    `<p><a href="${escapedHtml(url)}" style="display:inline-block;background:#0b5d3b;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none"><strong>${escapedHtml(texts.pay)}</strong></a></p>`,
    `<p style="word-break:break-all">${escapedHtml(url)}</p>`,
    ...hints.map((line) => `<p style="color:#52525b">${escapedHtml(line)}</p>`),
  ]
  const html = `<div lang="${language}" style="font-family:sans-serif;max-width:600px">${paragraphs.join("")}</div>`
  return {
    data: {
      kind: "payment_link",
      language,
      subject,
      text,
      short_text: `${mailSentence(fillIn(texts.short, asked))}: ${url}`,
      url,
      shop: mail.shop,
      first_name: mail.firstName,
      order_number: mail.orderNumber,
      amount: { formatted, minor: owed.toString(), currency_code, exponent },
      expires_at: expiresAt.toISOString(),
      expires,
    },
    content: { subject, text, html },
  }
}

/** A shop without a name begins one in small letters. */
const mailSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
