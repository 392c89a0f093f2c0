import { isAttentionReason } from "../../payments/attention-reasons"
import { isRest } from "../../payments/came"
import { formatPaymentNumber } from "../../payments/names"
import { escapedHtml, moneyIn } from "../written"
import { type NoticeKind } from "../../modules/paycollect/models/notice"
import { type ListedItem } from "../reading"
import { type PayCollectNotificationData, type PayCollectNotificationItem } from "../../types/notifications"
import { DASHBOARD, MESSAGES, explainedItem } from "../../texts"
import { fillCount, fillIn, type FrancNames, type Language } from "../../texts/language"

/** How a message is written. */
export interface Manner {
  language: Language
  time_zone: string
  /** address of the dashboard; null: links are left out */
  dashboard: string | null
  /** how the shop calls the two francs */
  francs?: FrancNames
}

/** An item with what the store calls its order. */
export type NoticeItem = ListedItem & { order_number: number | null }

export interface Message {
  data: PayCollectNotificationData
  /** for a provider without a template of the merchant's */
  content: { subject: string; text: string; html: string }
}

/** Items that a message writes out. */
export const MOST_WRITTEN = 20

/** Pure: what a merchant reads. `count`: of how many `told` are the first ones. */
export function compose(kind: NoticeKind, found: NoticeItem[], count: number, manner: Manner): Message {
  const texts = MESSAGES[manner.language].notice
  const items = found.slice(0, MOST_WRITTEN).map((each) => describe(each, manner))
  const [first] = items
  const isTest = items.length > 0 && items.every(({ environment }) => environment === "test")
  const one = kind === "new_items" && count === 1 && first
  const bare = one
    ? fillIn(texts.subject_one, { amount: first.amount.formatted, number: first.payment_number })
    : kind === "new_items"
      ? fillIn(texts.subject_new, { count })
      : fillCount(texts.subject_summary, count)
  const subject = isTest ? `${texts.test} ${bare}` : bare
  const dashboard_url = manner.dashboard && `${manner.dashboard}/paycollect`
  const link = one ? first.url : dashboard_url
  const data: PayCollectNotificationData = {
    kind,
    language: manner.language,
    subject,
    text: "",
    short_text: [
      `PayCollect: ${one ? `${subject}. ${first.happened}` : `${isTest ? `${texts.test} ` : ""}${fillCount(texts.short, count)}`}`,
      link,
    ]
      .filter(Boolean)
      .join(" "),
    count,
    items,
    more: count - items.length,
    dashboard_url,
  }
  data.text = plainLine(data)
  return { data, content: { subject, text: data.text, html: htmlOf(data) } }
}

/** The note in the dashboard's feed. */
export function feedNote(
  found: ListedItem,
  language: Language,
  francs?: FrancNames
): { title: string; description: string } {
  const { amount, payment_number, environment, happened, money, action } = describe(
    { ...found, order_number: null },
    { language, time_zone: "UTC", dashboard: null, francs }
  )
  const test = environment === "test" ? `${MESSAGES[language].notice.test} ` : ""
  return {
    title: `PayCollect: ${test}${amount.formatted}, ${payment_number}`,
    description: `${happened} ${money} ${action}`,
  }
}

function describe(item: NoticeItem, manner: Manner): PayCollectNotificationItem {
  const { language, time_zone, dashboard, francs } = manner
  const { currency_code, exponent, amount, payment_number, merchant_reference, environment } = item.intent
  const { reason, category, intent, order_number } = item
  const opened = new Date(item.created_at)
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: time_zone,
  })
  const { asked, answered } = (item.data ?? {}) as Record<string, string | undefined>
  const { detail, attention_list } = DASHBOARD[language]
  const { asked_answered, smallest_units } = detail
  const sum = (text: string) => {
    const [minor, currency] = text.split(" ")
    if (!/^\d+$/.test(minor!)) return text
    // The decimals of another currency are not known here: 8400 EUR are 84 euros.
    if (currency?.toLowerCase() !== currency_code) return fillIn(smallest_units, { sum: text })
    return moneyIn(language, { currency_code, exponent, francs }, BigInt(minor!))
  }
  const sums = asked && answered && fillIn(asked_answered, { asked: sum(asked), answered: sum(answered) })
  // A reason of a later version of the plugin, after a way back, says nothing but its name.
  const sentences = isAttentionReason(reason)
    ? explainedItem(reason, language)
    : { happened: reason, money: "", action: "" }
  return {
    attention_id: item.id,
    reason: reason as PayCollectNotificationItem["reason"],
    category,
    ...sentences,
    ...(category === "money" && isRest(intent) && { action: attention_list.rest }),
    happened: sums ? `${sentences.happened} ${sums}.` : sentences.happened,
    payment_number: formatPaymentNumber(payment_number),
    merchant_reference,
    amount: {
      formatted: moneyIn(language, { currency_code, exponent, francs }, BigInt(amount)),
      minor: amount,
      currency_code,
      exponent,
    },
    environment,
    order_number,
    opened_at: opened.toISOString(),
    opened: time.format(opened),
    url: dashboard && `${dashboard}/paycollect/payments/${intent.id}`,
  }
}

function plainLine({ language, kind, items, more, dashboard_url }: PayCollectNotificationData): string {
  const texts = MESSAGES[language].notice
  const blocks = items.map((item) =>
    [
      title(item, language),
      `${texts.since} ${item.opened}`,
      `${item.happened} ${item.money}`.trim(),
      item.action,
      item.url && `${texts.open}: ${item.url}`,
    ]
      .filter(Boolean)
      .join("\n")
  )
  return [
    ...(kind === "daily_summary" ? [texts.summary] : []),
    ...blocks,
    ...(more > 0 ? [fillCount(texts.more, more)] : []),
    ...(dashboard_url ? [`${texts.list}: ${dashboard_url}`] : []),
    texts.why,
  ].join("\n\n")
}

function htmlOf({ language, kind, items, more, dashboard_url, subject }: PayCollectNotificationData): string {
  const texts = MESSAGES[language].notice
  const link = (url: string, text: string) => `<a href="${escapedHtml(url)}">${escapedHtml(text)}</a>`
  const blocks = items.map(
    (item) =>
      `<div style="border:1px solid #d4d4d8;border-radius:8px;padding:12px 16px;margin:12px 0">` +
      `<p style="margin:0"><strong>${escapedHtml(title(item, language))}</strong><br>` +
      `<small>${escapedHtml(`${texts.since} ${item.opened}`)}</small></p>` +
      `<p style="margin:8px 0">${escapedHtml(`${item.happened} ${item.money}`)}</p>` +
      `<p style="margin:8px 0">${escapedHtml(item.action)}</p>` +
      (item.url ? `<p style="margin:0">${link(item.url, texts.open)}</p>` : "") +
      `</div>`
  )
  const lines = [
    `<h1 style="font-size:18px">${escapedHtml(subject)}</h1>`,
    ...(kind === "daily_summary" ? [`<p>${escapedHtml(texts.summary)}</p>`] : []),
    ...blocks,
    ...(more > 0 ? [`<p>${escapedHtml(fillCount(texts.more, more))}</p>`] : []),
    ...(dashboard_url ? [`<p>${link(dashboard_url, texts.list)}</p>`] : []),
    `<p style="color:#71717a"><small>${escapedHtml(texts.why)}</small></p>`,
  ]
  return `<div lang="${language}" style="font-family:sans-serif;max-width:600px">${lines.join("")}</div>`
}

function title(item: PayCollectNotificationItem, language: Language): string {
  const texts = MESSAGES[language].notice
  const test = item.environment === "test" ? ` ${texts.test}` : ""
  const order = item.order_number === null ? "" : `, ${fillIn(texts.order, { number: item.order_number })}`
  return `${item.amount.formatted}, ${texts.payment.toLowerCase()} ${item.payment_number}${order}${test}`
}
