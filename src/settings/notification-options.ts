import { z } from "@medusajs/framework/zod"
import {
  CUSTOMER_MESSAGES,
  NOTICE_KINDS,
  type CustomerMessageKind,
} from "../modules/paycollect/models/notice"
import { recipientOf, addressKind, isTimeZone, FEED_CHANNEL } from "./addresses"
import { LANGUAGES } from "../texts/language"

const MOST_RECIPIENTS = 20

/** Who hears of items that need attention, and how. The addresses are personal data: no message of ours repeats one. */
export const notificationsSchema = z
  .object({
    /** a channel of the store's Notification Module */
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,31}$/, "must be the name of a channel, such as email or sms")
      .refine((channel) => channel !== FEED_CHANNEL, "is the dashboard's own, which has no recipients")
      .default("email"),
    /** addresses of that channel, as a list or separated by commas; no message is made without one */
    recipients: z
      .union([z.string(), z.array(z.string())])
      .transform((value) => (Array.isArray(value) ? value : value.split(/[,;\n]/)).map((one) => one.trim()))
      .transform((addresses) => [...new Set(addresses.filter((address) => address !== ""))])
      .default([]),
    /** of messages and of the dashboard's feed */
    language: z.enum(LANGUAGES).default("en"),
    /** the shop's */
    time_zone: z
      .string()
      .refine(isTimeZone, "must be a time zone of the IANA database, such as Africa/Douala")
      .default("UTC"),
    /** from which hour of the shop's day on the summary is sent */
    summary_hour: z.number().int().min(0).max(23).default(8),
    /**
     * names of the provider's own templates, by kind of message; without one the message comes written out. Those of a payment link and of
     * `messages` go to a customer, and not to the merchant
     */
    templates: z
      .partialRecord(z.enum([...NOTICE_KINDS, ...CUSTOMER_MESSAGES, "payment_link"]), z.string().min(1))
      .default({}),
  })
  .strict()
  .superRefine(({ channel, recipients }, context) => {
    const wrong = recipients.findIndex((address) => recipientOf(channel, address) === null)
    const kind = addressKind(channel) ?? "addresses without spaces"
    const message =
      wrong >= 0
        ? `must be ${kind}, separated by commas; number ${wrong + 1} is none`
        : recipients.length > MOST_RECIPIENTS && `must not be more than ${MOST_RECIPIENTS}`
    if (message) context.addIssue({ code: "custom", path: ["recipients"], message })
  })
  .prefault({})

export type NotificationOptions = z.output<typeof notificationsSchema>

/** What customers are told of their money, each by a word of its own; nothing without it. */
export const messagesSchema = z
  .object({
    /** it came, no order could be made of it, and the shop looks at it */
    received: z.boolean().default(false),
    /** it was given back */
    returned: z.boolean().default(false),
    /** an order is paid */
    receipt: z.boolean().default(false),
    /** a channel of the store's Notification Module; by `sms` and `whatsapp` only numbers of countries that the shop sells in are told */
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,31}$/, "must be the name of a channel, such as email or sms")
      .refine((channel) => channel !== FEED_CHANNEL, "is the dashboard's own, which reaches no customer")
      .default("email"),
  })
  .strict()
  .prefault({})

export type MessageOptions = z.output<typeof messagesSchema>

export function messagesWanted({ received, returned, receipt }: MessageOptions): CustomerMessageKind[] {
  return [
    ...(received ? (["payment_received"] as const) : []),
    ...(returned ? (["payment_returned"] as const) : []),
    ...(receipt ? (["receipt"] as const) : []),
  ]
}
