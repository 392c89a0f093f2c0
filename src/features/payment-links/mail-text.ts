import { type PayCollectLinkMailData } from "../../types/notifications"
import { LINK_TEXTS, type LinkLanguage } from "./texts"
import { dateInLanguage, escapedHtml, moneyIn } from "../written"

/** What the mail with a payment link says. */
export interface LinkMail {
  language: LinkLanguage
  url: string
  shop: string | null
  firstName: string | null
  orderNumber: number | null
  /** in smallest units */
  owed: bigint
  currency_code: string
  exponent: number
  expiresAt: Date
  /** the shop's, of the IANA database */
  timeZone: string
}

/** Beside what the page says, too. */
const ENGLISH_MAIL = {
  asks: (shop: string, amount: string, order: number | null) =>
    `${shop} asks you to pay ${amount}${order === null ? "" : ` for order #${order}`}.`,
  pay: "Pay here",
  changed:
    "The page says what is to be paid at the moment you open it. If you have paid already, it shows that.",
  short: (shop: string, amount: string) => `${shop}: pay ${amount} here`,
}

const MAIL_TEXTS: Record<LinkLanguage, typeof ENGLISH_MAIL> = {
  en: ENGLISH_MAIL,
  fr: {
    asks: (shop, amount, order) =>
      `${shop} vous demande de payer ${amount}${order === null ? "" : ` pour la commande n° ${order}`}.`,
    pay: "Payer ici",
    changed:
      "La page dit ce qui est à payer au moment où vous l'ouvrez. Si vous avez déjà payé, elle le montre.",
    short: (shop, amount) => `${shop} : payez ${amount} ici`,
  },
}

/** Pure: what the customer reads, and what a template of the merchant's is given. */
export function composeLinkMail(mail: LinkMail): {
  data: PayCollectLinkMailData
  /** for a provider without a template of the merchant's */
  content: { subject: string; text: string; html: string }
} {
  const { language, url, owed, currency_code, exponent, expiresAt, timeZone } = mail
  const texts = { ...LINK_TEXTS[language], ...MAIL_TEXTS[language] }
  const shop = mail.shop ?? texts.theShop
  const formatted = moneyIn(language, mail, owed)
  const expires = dateInLanguage(language, timeZone, expiresAt)
  const subject = texts.title(formatted, shop)
  const greeting = mail.firstName ? [texts.greeting(mail.firstName)] : []
  const asks = mailSentence(texts.asks(shop, formatted, mail.orderNumber))
  const hints = [texts.until(expires), texts.changed]
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
      short_text: `${mailSentence(texts.short(shop, formatted))}: ${url}`,
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
