import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
import { ATTENTION_CATEGORIES } from "../../../domain/attention"
import Intent from "./intent"

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
      told_at: model.dateTime().nullable(),
      /** the batch of `paycollect_notice` that tells of it; null where no message was made */
      notice: model.text().nullable(),
      intent: model.belongsTo(() => Intent, { mappedBy: "attention" }),
    }
  )
  .indexes([
    { on: ["intent_id", "category", "key"], unique: true, where: { status: "open" } },
    { on: ["status", "created_at"] },
    { on: ["created_at"], where: { told_at: null } },
    { on: ["notice"], where: { notice: { $ne: null } } },
  ])

export type AttentionRow = Omit<InferTypeOf<typeof Attention>, "intent"> & { intent_id: string }
export default Attention
