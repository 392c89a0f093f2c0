import { type AttentionReason } from "../payments/attention-reasons"
import { type AttentionCategory } from "../modules/paycollect/models/attention"
import { type Environment } from "../service/config"
import { type CustomerMessageKind, type NoticeKind } from "../modules/paycollect/models/notice"
import { type Language } from "../texts/language"

/**
 * `data` of every notification to the merchant, for authors of templates (docs/notifications.md). It names no customer. Texts are in
 * `language`; `null` means that there is nothing to say.
 */
export interface PayCollectNotificationData extends Record<string, unknown> {
  kind: NoticeKind
  language: Language
  /** the message written out: its subject, its plain text, and what fits into a text message */
  subject: string
  text: string
  short_text: string
  /** how many items it tells of */
  count: number
  /** the oldest first in `new_items`, the newest first in `daily_summary`; at most 20 */
  items: PayCollectNotificationItem[]
  /** how many of `count` are not in `items` */
  more: number
  /** the dashboard's list of what needs attention, or its page about the connection */
  dashboard_url: string | null
  /** of `connection_lost` and `connection_restored`, which tell of no item: `code` of a connection check; since when, ISO 8601 */
  connection?: { environment: Environment; code: string; since: string }
}

export interface PayCollectNotificationItem {
  attention_id: string
  reason: AttentionReason
  category: AttentionCategory
  /** what happened, what it means for the money, what to do: three sentences */
  happened: string
  money: string
  action: string
  /** what people call the payment */
  payment_number: string
  /** what machines call it */
  merchant_reference: string
  /** what was asked for */
  amount: { formatted: string; minor: string; currency_code: string; exponent: number }
  /** no real money moves in `test` */
  environment: Environment
  /** of the order that the payment belongs to, as customers know it */
  order_number: number | null
  /** ISO 8601, and in words in the shop's time zone */
  opened_at: string
  opened: string
  /** the payment's page in the dashboard */
  url: string | null
}

/**
 * `data` of the mail that sends a payment link to a customer, for authors of templates (docs/notifications.md). Texts are in `language`;
 * `null` means that there is nothing to say. Who has `url` can pay, and sees what for: it belongs into the mail and nowhere else.
 */
export interface PayCollectLinkMailData extends Record<string, unknown> {
  kind: "payment_link"
  /** of the customer where order or cart name it, else of the shop */
  language: Language
  /** the message written out: its subject, its plain text, and what fits into a text message */
  subject: string
  text: string
  short_text: string
  /** where it is paid */
  url: string
  /** what the shop calls itself */
  shop: string | null
  /** of the customer, and nothing else of her */
  first_name: string | null
  /** of the order, as its customer knows it; null for a cart */
  order_number: number | null
  /** what is to be paid at this moment; a fee that the customer bears may come on top */
  amount: { formatted: string; minor: string; currency_code: string; exponent: number }
  /** ISO 8601, and in words in the shop's time zone */
  expires_at: string
  expires: string
}

/**
 * `data` of what a customer is told of her money, for authors of templates (docs/notifications.md): `payment_received`, it came and the shop
 * looks at it; `payment_returned`, it was given back; `receipt`, an order is paid. Texts are in `language`; `null` means that there is nothing
 * to say.
 */
export interface PayCollectCustomerMessageData extends Record<string, unknown> {
  kind: CustomerMessageKind
  /** of the customer where her cart names it, else of the shop */
  language: Language
  /** the message written out: its subject, its plain text, and what fits into a text message */
  subject: string
  text: string
  short_text: string
  /** what the shop calls itself */
  shop: string | null
  /** of the customer, and nothing else of her */
  first_name: string | null
  /** what people call the payment */
  payment_number: string
  /** with `receipt`, of the order as its customer knows it */
  order_number: number | null
  /** what came or, with `payment_returned`, what went back */
  amount: { formatted: string; minor: string; currency_code: string; exponent: number }
  /** no real money moves in `test` */
  environment: Environment
  /** with `receipt`: a page that shows the receipt and nothing of a person */
  url: string | null
}
