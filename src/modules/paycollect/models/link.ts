import { type InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"

/**
 * An address by which what an order owes, or a cart that was left behind, can be paid. Nothing usable stands here: the address holds an HMAC
 * of the id, and the row only its digest. One open link for each order and cart: asking again renews it, and the address stays. A cart's link
 * follows the cart into its order. Amounts in smallest units.
 */
const Link = model
  .define(
    { name: "paycollect_link", tableName: "paycollect_link" },
    {
      id: model.id({ prefix: "pclnk" }).primaryKey(),
      /** of a cart's link: null until it is asked for by its order */
      order_id: model.text().nullable(),
      /** of the cart that it was made for, if any */
      cart_id: model.text().nullable(),
      digest: model.text(),
      /** what was owed when it was last asked for: the page says when it is something else now */
      amount: model.text(),
      currency_code: model.text(),
      asked_at: model.dateTime(),
      expires_at: model.dateTime(),
      /** when money first came by it */
      paid_at: model.dateTime().nullable(),
      /** when an employee last sent it by e-mail */
      mailed_at: model.dateTime().nullable(),
      created_by: model.text().nullable(),
      revoked_at: model.dateTime().nullable(),
      revoked_by: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["digest"], unique: true },
    { on: ["order_id"], unique: true, where: { revoked_at: null } },
    { on: ["order_id", "created_at"] },
    { on: ["cart_id"], unique: true, where: { revoked_at: null } },
    { on: ["cart_id", "created_at"] },
  ])

/**
 * The payment collections that a link's customers paid in. A link is bound to its order and not to one of them, which core cancels and makes
 * anew; they only say where a payment's customer goes back to. Written before any session is made there.
 */
export const LinkCollection = model
  .define(
    { name: "paycollect_link_collection", tableName: "paycollect_link_collection" },
    {
      /** of the payment collection */
      id: model.text().primaryKey(),
      link_id: model.text(),
    }
  )
  .indexes([{ on: ["link_id"] }])

export type LinkRow = InferTypeOf<typeof Link>
export default Link
