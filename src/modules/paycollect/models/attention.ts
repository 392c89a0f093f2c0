import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
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
      category: model.enum(["money", "order", "refund", "notice"]),
      reason: model.text(),
      /** tells refunds of one payment apart: the refund's id; empty otherwise */
      key: model.text().default(""),
      /** closes by itself when an order appears (core also cancels a payment while it only re-arranges sessions) */
      provisional: model.boolean().default(false),
      status: model.enum(["open", "resolved"]).default("open"),
      data: model.json().nullable(),
      note: model.text().nullable(),
      resolved_by: model.text().nullable(),
      resolved_at: model.dateTime().nullable(),
      intent: model.belongsTo(() => Intent, { mappedBy: "attention" }),
    }
  )
  .indexes([
    { on: ["intent_id", "category", "key"], unique: true, where: "status = 'open'" },
    { on: ["status", "created_at"] },
  ])

export type AttentionRow = Omit<InferTypeOf<typeof Attention>, "intent"> & { intent_id: string }
export default Attention
