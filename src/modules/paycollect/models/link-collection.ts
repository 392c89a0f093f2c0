import { model } from "@medusajs/framework/utils"

/**
 * The payment collections that a link's customers paid in. A link is bound to its order and not to one of them, which core cancels and makes
 * anew; they only say where a payment's customer goes back to. Written before any session is made there.
 */
const LinkCollection = model
  .define(
    { name: "paycollect_link_collection", tableName: "paycollect_link_collection" },
    {
      /** of the payment collection */
      id: model.text().primaryKey(),
      link_id: model.text(),
    }
  )
  .indexes([{ on: ["link_id"] }])

export default LinkCollection
