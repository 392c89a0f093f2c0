import { defineLink, Modules } from "@medusajs/framework/utils"
import { PAYCOLLECT_MODULE } from "../payments/module"
import { PAYMENT_ALIASES } from "../payments/names"

/**
 * The payments of an order and of a cart, for `query.graph({ entity: "order", fields: ["paycollect_payments.*"] })`: read where they are asked
 * for, by the columns that the ledger writes; no table, and nothing to migrate. Which fields come is said by `listPaycollectPayments`.
 */
function link(serviceName: string, entity: string, by: "order_id" | "cart_id") {
  return defineLink(
    {
      linkable: { serviceName, entity, linkable: by, field: "id", primaryKey: "id" },
      field: "id",
      isList: true,
    },
    {
      ...{ serviceName: PAYCOLLECT_MODULE, entity: "PaycollectPayment", alias: PAYMENT_ALIASES[0] },
      ...{ linkable: "paycollect_payment_id", field: "paycollect_payment", primaryKey: by },
    },
    { readOnly: true, isList: true }
  )
}

export const orderPayments = link(Modules.ORDER, "Order", "order_id")
export const cartPayments = link(Modules.CART, "Cart", "cart_id")
