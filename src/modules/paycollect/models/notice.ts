import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"

/** What a merchant is told: items that are new, once a day what is still open, and that customers cannot pay or can again. */
export const NOTICE_KINDS = ["new_items", "daily_summary", "connection_lost", "connection_restored"] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What a customer is told: her money came and is looked at, it went back, an order is paid. */
export const CUSTOMER_MESSAGES = ["payment_received", "payment_returned", "receipt"] as const

export type CustomerMessageKind = (typeof CUSTOMER_MESSAGES)[number]

/**
 * - `waiting`: to be sent, or being sent;
 * - `sent`: the provider took it;
 * - `cut_off`: the process died, or the provider gave no answer, while it was sent: it may have arrived, so it is not sent again;
 * - `failed`: the provider refused it at every try;
 * - `dropped`: the recipient was taken out of the settings, or there was nothing left to tell.
 */
export const NOTICE_OUTCOMES = ["waiting", "sent", "cut_off", "failed", "dropped"] as const

/**
 * One message to one recipient, written before it is sent. The unique index and the claim of `send_at` are what makes it one: Medusa's
 * own idempotency takes no lock. No address stands here, only a digest by which the one in the settings is found again.
 */
const Notice = model
  .define(
    { name: "paycollect_notice", tableName: "paycollect_notice" },
    {
      id: model.id({ prefix: "pcntc" }).primaryKey(),
      /** what it tells of: items that carry the same name, the day of a summary, an outage with its reason, or a payment of a customer's */
      batch: model.text(),
      kind: model.enum([...NOTICE_KINDS, ...CUSTOMER_MESSAGES]),
      recipient: model.text(),
      /** how often the provider refused it */
      tries: model.number().default(0),
      /** when it may be taken, by one process at a time; null once it is over */
      send_at: model.dateTime().nullable(),
      outcome: model.enum([...NOTICE_OUTCOMES]).default("waiting"),
    }
  )
  .indexes([
    { on: ["batch", "recipient"], unique: true },
    { on: ["send_at"], where: { send_at: { $ne: null } } },
    { on: ["created_at"] },
  ])

/** Those to merchants are taken when they are due, and tried again; one to a customer is taken as it is written. */
export type NoticeRow = Omit<InferTypeOf<typeof Notice>, "kind"> & { kind: NoticeKind }

export default Notice
