import { type CustomerMessageKind } from "../../modules/paycollect/models/notice"
import { type PayCollectCustomerMessageData } from "../../types/notifications"
import { MESSAGES } from "../../texts"
import { fillIn, type Language } from "../../texts/language"
import { escapedHtml, moneyIn, type WrittenUnit } from "../written"

/** What one message says. */
export interface CustomerMessage extends WrittenUnit {
  kind: CustomerMessageKind
  language: Language
  shop: string | null
  firstName: string | null
  paymentNumber: string
  /** null where no order stands for it */
  orderNumber: number | null
  /** in smallest units: what came or, of money that goes back, that */
  amount: bigint
  /** of money that goes back, or may: she bore a fee, and it does not */
  isFeeKept: boolean
  environment: "test" | "live"
  /** of the receipt; null with the others */
  url: string | null
}

/** Pure: what the customer reads, and what a template of the merchant's is given. Of what she typed only a name that is one. */
export function composeCustomerMessage(message: CustomerMessage): {
  data: PayCollectCustomerMessageData
  /** for a provider without a template of the merchant's */
  content: { subject: string; text: string; html: string }
} {
  const { kind, language, amount, currency_code, exponent, paymentNumber, url } = message
  const { link, notice, message: texts } = MESSAGES[language]
  const said = texts[kind]
  const formatted = moneyIn(language, message, amount)
  const values = { shop: message.shop ?? link.the_shop, amount: formatted, number: paymentNumber }
  const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const bare = sentence(fillIn(said.subject, values))
  const subject = message.environment === "test" ? `${notice.test} ${bare}` : bare
  const lines = [
    ...(message.firstName ? [fillIn(link.greeting, { name: message.firstName })] : []),
    sentence(fillIn(said.text, values)) + (message.isFeeKept ? ` ${link.refunded.fee}` : ""),
    [
      ...(message.orderNumber === null ? [] : [fillIn(link.order, { number: String(message.orderNumber) })]),
      fillIn(texts.number, values),
    ].join("\n"),
  ]
  const text = [...lines, ...(url ? [`${texts.receipt_link}: ${url}`] : [])].join("\n\n")
  const paragraphs = lines.map((line) => `<p>${escapedHtml(line).replaceAll("\n", "<br>")}</p>`).join("")
  const way = url ? `<p><a href="${escapedHtml(url)}">${texts.receipt_link}</a></p>` : ""
  const html = `<div lang="${language}" style="font-family:sans-serif;max-width:600px">${paragraphs}${way}</div>`
  return {
    data: {
      kind,
      language,
      subject,
      text,
      short_text: [`${subject}.`, fillIn(texts.number, values), url].filter(Boolean).join(" "),
      shop: message.shop,
      first_name: message.firstName,
      payment_number: paymentNumber,
      order_number: message.orderNumber,
      amount: { formatted, minor: amount.toString(), currency_code, exponent },
      environment: message.environment,
      url,
    },
    content: { subject, text, html },
  }
}
