import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
import Attention from "./attention"
import Refund from "./refund"

/**
 * Where our record of a PaymentIntent stands. The first three are ours; the others repeat the service's state (interface 3).
 * - `creating`: written before the service is called; a row that stays here was interrupted.
 * - `unknown`: the create call ended without a readable answer: the intent may or may not exist (U-03).
 * - `rejected`: the service refused the create; there is nothing to pay.
 */
export const INTENT_STATUSES = [
  "creating",
  "unknown",
  "rejected",
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "canceled",
] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** What a person says became of money that she dealt with by hand: her customer has it back by another way than the service's, or the shop keeps it. */
export const CLOSED_MONEY = ["returned", "kept"] as const
export type ClosedMoney = (typeof CLOSED_MONEY)[number]

/** What `decide` last said about the row; `none` until the service was asked. */
export const INTENT_OUTCOMES = ["none", "waiting", "paid", "failed", "discrepancy"] as const

/**
 * The ledger: one row for every PaymentIntent we ever asked for, also of sessions that are gone. Written before the service is
 * called, never deleted, and the only thing trusted for money. Amounts are in the smallest unit.
 */
const Intent = model
  .define(
    { name: "paycollect_intent", tableName: "paycollect_intent" },
    {
      id: model.id({ prefix: "pcint" }).primaryKey(),
      merchant_reference: model.text().searchable(),
      /** the name of the payment among people; stored as `payments/names.ts` says, without its hyphen */
      payment_number: model.text(),
      /** cart id, or payment collection id where there is no cart; `attempt` counts within it */
      subject_id: model.text(),
      attempt: model.number(),
      cart_id: model.text().nullable(),
      /** empty in a recovered row whose collection is gone, too */
      payment_collection_id: model.text(),
      provider_id: model.text(),
      environment: model.enum(["test", "live"]),
      amount: model.text(),
      currency_code: model.text(),
      exponent: model.number(),
      /** Medusa's tax in `amount`, as its cart had it; null where that was not known */
      tax: model.text().nullable(),
      fee_bearer: model.enum(["merchant", "customer"]),
      /** the service may round `amount` up to a multiple of this (U-28), as the options said when it was made; null: it takes every amount */
      multiple: model.text().nullable(),
      fingerprint: model.text(),
      /** the body of the create call, kept only until its outcome is known: a retry must send the identical body (U-03) */
      request: model.json().nullable(),
      /**
       * keyed digests of the e-mail and the phone that the service was given, by which a message finds them again in the store's own records;
       * null where no key opens the secret
       */
      contact: model.json().nullable(),
      /**
       * what its customer was buying as it began (`payments/purchase.ts`), so that an order can be made of it where her cart makes none. It has her
       * addresses, until she is deleted: null a day after an order stands, once a person dealt with the money, all of it was certainly refunded, or nothing came and the job looks no more
       */
      purchase: model.json().nullable(),
      status: model.enum([...INTENT_STATUSES]).default("creating"),
      outcome: model.enum([...INTENT_OUTCOMES]).default("none"),
      outcome_reason: model.text().nullable(),
      service_intent_id: model.text().searchable().nullable(),
      /** what verify called the money when it came: the payment's id, or its transaction's (U-23); no two payments are paid by one */
      transaction_id: model.text().nullable(),
      payment_ref: model.text().searchable().nullable(),
      checkout_url: model.text().nullable(),
      verified_at: model.dateTime().nullable(),
      /** the last question to the service, whatever came back; questions since the last news (`payments/polling.ts`) */
      asked_at: model.dateTime().nullable(),
      asks: model.number().default(0),
      /** the customer came back by the link that only the service was given; null again when she is led to pay once more */
      returned_at: model.dateTime().nullable(),
      /** when a page last waited for it */
      watched_at: model.dateTime().nullable(),
      /** the service, or its customer by the link, told of it and there was no place to ask in; null once it was asked */
      told_at: model.dateTime().nullable(),
      /** the last answer of verify, reduced to the fields `decide` reads */
      verified: model.json().nullable(),
      /** when the service said that it failed or was canceled; null while the last answer says something else */
      failed_at: model.dateTime().nullable(),
      /** what the customer paid on top of `amount`, once paid: a fee, or rounding */
      fee: model.text().nullable(),
      /** when the store first heard that its money came; written once, and by the ledger's verb `paid` only */
      paid_at: model.dateTime().nullable(),
      order_id: model.text().nullable(),
      applied_at: model.dateTime().nullable(),
      /** since when subscribers of Medusa know of its capture, by core or by us (`orders/captured.ts`) */
      captured_told_at: model.dateTime().nullable(),
      /** the session that turned this paid intent into a Medusa payment; nothing else may be paid with it again */
      used_by_session_id: model.text().nullable(),
      /** an employee gave this money to an order of another cart: from then on it pays for nothing else (`orders/next-step/target.ts`) */
      assigned_order_id: model.text().nullable(),
      /** the payment collection that was made for it there, once it is known; its session is paid by this money and never charged */
      assigned_collection_id: model.text().nullable(),
      create_lease_until: model.dateTime().nullable(),
      verify_lease_until: model.dateTime().nullable(),
      advance_lease_until: model.dateTime().nullable(),
      /** when the job looks again; null once applied or closed */
      next_step_at: model.dateTime().nullable(),
      /** since when an item about its money is open; null while none is. Written with the item, and with what closes it */
      listed_at: model.dateTime().nullable(),
      /** automatic attempts to make an order of money that arrived */
      advance_attempts: model.number().default(0),
      /** the merchant dealt with this money by hand: it never makes an order by itself any more */
      closed_at: model.dateTime().nullable(),
      /** what became of it then; null where that was not said, or nothing was left */
      closed_as: model.enum([...CLOSED_MONEY]).nullable(),
      /** balances of the journal (`payments/ledger/entries.ts`) in the smallest unit: what came for the goods, in the currency that came */
      came: model.text().default("0"),
      /** of it: refunds, sent or on their way; money that went back is never reused */
      refunded: model.text().default("0"),
      /** of it: what went back without the store */
      reversed: model.text().default("0"),
      /** of that: what a refund in Medusa has booked */
      reversed_booked: model.text().default("0"),
      /** when the service is asked once more whether applied money is still there; null when it is not asked any more */
      review_at: model.dateTime().nullable(),
      reviewed_at: model.dateTime().nullable(),
      /** its first row was lost; this one was made of the store's records, or of the service's word where nothing else was left */
      recovered: model.enum(["store", "event"]).nullable(),
      attention: model.hasMany(() => Attention, { mappedBy: "intent" }),
      events: model.hasMany(() => IntentEvent, { mappedBy: "intent" }),
      sessions: model.hasMany(() => IntentSession, { mappedBy: "intent" }),
      refunds: model.hasMany(() => Refund, { mappedBy: "intent" }),
    }
  )
  .indexes([
    { on: ["merchant_reference"], unique: true },
    { on: ["payment_number"], unique: true },
    { on: ["subject_id", "attempt"], unique: true },
    { on: ["transaction_id", "environment"], unique: true },
    { on: ["next_step_at"], where: { next_step_at: { $ne: null } } },
    { on: ["watched_at"], where: { watched_at: { $ne: null } } },
    { on: ["review_at"], where: { review_at: { $ne: null } } },
    { on: ["created_at"] },
    { on: ["order_id"] },
    {
      on: ["assigned_collection_id"],
      unique: true,
      where: { assigned_collection_id: { $ne: null }, closed_at: null },
    },
    {
      on: ["assigned_order_id"],
      unique: true,
      where: { assigned_order_id: { $ne: null }, applied_at: null, closed_at: null },
    },
    { on: ["environment", "status", "created_at"] },
    {
      on: ["applied_at"],
      name: "IDX_paycollect_intent_untold",
      where: "applied_at IS NOT NULL and captured_told_at IS NULL",
    },
    {
      on: ["created_at", "id"],
      name: "IDX_paycollect_intent_refunded",
      where: "(refunded <> '0' or reversed <> '0' or closed_as = 'returned')",
    },
  ])
  .checks([
    {
      // Money that came stands in Medusa, was closed, lies on the list, or is due: a statement that would lose it is refused.
      name: "CHK_paycollect_intent_kept",
      expression: ({ outcome, applied_at, closed_at, listed_at, next_step_at }) =>
        `${outcome} not in ('paid', 'discrepancy') or coalesce(${applied_at}, ${closed_at}, ${listed_at}, ${next_step_at}) is not null`,
    },
    {
      name: "CHK_paycollect_intent_held",
      expression: ({ came, refunded, reversed }) =>
        `${came}::numeric >= ${refunded}::numeric + ${reversed}::numeric and ${refunded}::numeric >= 0`,
    },
    {
      name: "CHK_paycollect_intent_reversed",
      expression: ({ reversed, reversed_booked }) =>
        `${reversed}::numeric >= ${reversed_booked}::numeric and ${reversed_booked}::numeric >= 0`,
    },
  ])

/** Append-only history of an intent: what happened, why we looked, and the facts (never names, phones, e-mails or addresses). */
export const IntentEvent = model.define(
  { name: "paycollect_intent_event", tableName: "paycollect_intent_event" },
  {
    id: model.id({ prefix: "pcevt" }).primaryKey(),
    type: model.text(),
    cause: model.text().nullable(),
    data: model.json().nullable(),
    intent: model.belongsTo(() => Intent, { mappedBy: "events" }),
  }
)

/**
 * Which intent pays a payment session. One intent may serve several sessions (core re-creates sessions freely); a session has one.
 * The id is the session's own: `authorizePayment` is told nothing else that a browser could not have written.
 */
export const IntentSession = model.define(
  { name: "paycollect_intent_session", tableName: "paycollect_intent_session" },
  {
    id: model.text().primaryKey(),
    intent: model.belongsTo(() => Intent, { mappedBy: "sessions" }),
  }
)

export type IntentRow = Omit<InferTypeOf<typeof Intent>, "events" | "sessions" | "attention" | "refunds">
export default Intent
