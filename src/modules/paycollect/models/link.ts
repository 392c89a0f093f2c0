import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"

/**
 * An address by which what an order owes can be paid. Nothing usable stands here: the address holds an HMAC of the id, and the row only
 * its digest. One open link for each order: asking again renews it, and the address stays. Amounts in smallest units.
 */
const Link = model
  .define(
    { name: "paycollect_link", tableName: "paycollect_link" },
    {
      id: model.id({ prefix: "pclnk" }).primaryKey(),
      order_id: model.text(),
      digest: model.text(),
      /** what the order owed when it was last asked for: the page says when it owes something else now */
      amount: model.text(),
      currency_code: model.text(),
      asked_at: model.dateTime(),
      expires_at: model.dateTime(),
      /** when money first came by it */
      paid_at: model.dateTime().nullable(),
      created_by: model.text().nullable(),
      revoked_at: model.dateTime().nullable(),
      revoked_by: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["digest"], unique: true },
    { on: ["order_id"], unique: true, where: "revoked_at IS NULL" },
    { on: ["order_id", "created_at"] },
  ])

export type LinkRow = InferTypeOf<typeof Link>
export default Link
