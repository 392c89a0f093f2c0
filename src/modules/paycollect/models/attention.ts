import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
import Intent from "./intent"

/**
 * What an open item is about. Of one intent at most one item is open per category (and key): money that came twice to our notice is
 * still one sum of money.
 * - `money`: money arrived that no order stands for;
 * - `order`: an order stands that no money came for;
 * - `refund`: money has to go back, may not have gone back (one item per refund), or went back without the store;
 * - `notice`: nothing is lost, but a person should look.
 */
export const ATTENTION_CATEGORIES = ["money", "order", "refund", "notice"] as const

export type AttentionCategory = (typeof ATTENTION_CATEGORIES)[number]

/**
 * The merchant's "needs attention" list. Every payment that succeeded is one order or one open item of category `money`: the partial
 * unique index makes a second one impossible, whatever two processes do at once.
 */
const Attention = model
  .define(
    { name: "paycollect_attention", tableName: "paycollect_attention" },
    {
      id: model.id({ prefix: "pcatt" }).primaryKey(),
      category: model.enum([...ATTENTION_CATEGORIES]),
      reason: model.text(),
      /** tells refunds of one payment apart: the refund's id; empty otherwise */
      key: model.text().default(""),
      status: model.enum(["open", "resolved"]).default("open"),
      data: model.json().nullable(),
      note: model.text().nullable(),
      resolved_by: model.text().nullable(),
      resolved_at: model.dateTime().nullable(),
      /** when its message to the merchant was made, or no recipient was set; null: still to be told */
      notified_at: model.dateTime().nullable(),
      /** the batch of `paycollect_notice` that tells of it; null where no message was made */
      notice: model.text().nullable(),
      intent: model.belongsTo(() => Intent, { mappedBy: "attention" }),
    }
  )
  .indexes([
    { on: ["intent_id", "category", "key"], unique: true, where: { status: "open" } },
    { on: ["status", "created_at"] },
    { on: ["created_at"], where: { notified_at: null } },
    { on: ["notice"], where: { notice: { $ne: null } } },
  ])

export type AttentionRow = Omit<InferTypeOf<typeof Attention>, "intent"> & { intent_id: string }

export default Attention
