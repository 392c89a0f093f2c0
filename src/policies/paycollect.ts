import { definePolicies } from "@medusajs/framework/utils"

/**
 * What a role of Medusa's access control (`MEDUSA_FF_RBAC`) may allow an employee; every route of ours below /admin asks
 * for one. Medusa's own operations only: another one would become an operation of every resource of core that is defined after it.
 */
export const READ_PAYMENTS = { resource: "paycollect_payment", operation: "read" }
/** check now, resolve, look for lost payments: nothing of it moves money */
export const ACT_ON_PAYMENTS = { resource: "paycollect_payment", operation: "update" }
/** gives money to any customer's order, and sees the orders that it may be given to */
export const ASSIGN_PAYMENTS = { resource: "paycollect_assignment", operation: "create" }
/** money goes out: an employee who may resolve may not do this by that alone */
export const REFUND_PAYMENTS = { resource: "paycollect_refund", operation: "create" }
/** asks for an order's money by an address that anybody can pay at, and withdraws it; a draft is converted on the way */
export const MAKE_LINKS = { resource: "paycollect_link", operation: "create" }
/** who sees a link can send it to anybody */
export const READ_LINKS = { resource: "paycollect_link", operation: "read" }
/** everything that reading shows, as a file to take away */
export const EXPORT_PAYMENTS = { resource: "paycollect_payment_export", operation: "read" }
/** health and the connection check are of the configuration, too */
export const READ_SETTINGS = { resource: "paycollect_setting", operation: "read" }
/** an employee who has it can lead payments to another account */
export const CHANGE_SETTINGS = { resource: "paycollect_setting", operation: "update" }
/** customers with their billing, transactions, methods and fees, as the service tells them */
export const READ_RECORDS = { resource: "paycollect_record", operation: "read" }

/** Medusa writes them into its database when a server starts; roles are put together from them. */
export const paycollectPolicies = definePolicies([
  { ...READ_PAYMENTS, name: "ReadPaycollectPayment", description: "See payments of PayCollect" },
  {
    ...ACT_ON_PAYMENTS,
    name: "UpdatePaycollectPayment",
    description: "Check and resolve payments of PayCollect",
  },
  {
    ...REFUND_PAYMENTS,
    name: "CreatePaycollectRefund",
    description: "Refund money of PayCollect that no order stands for",
  },
  {
    ...ASSIGN_PAYMENTS,
    name: "CreatePaycollectAssignment",
    description:
      "Book payments of PayCollect that came late or twice on orders; needs the right to see payments, too",
  },
  {
    ...MAKE_LINKS,
    name: "CreatePaycollectLink",
    description:
      "Make and withdraw payment links of orders and carts with PayCollect; converts drafts on the way",
  },
  { ...READ_LINKS, name: "ReadPaycollectLink", description: "See payment links of orders and carts" },
  {
    ...EXPORT_PAYMENTS,
    name: "ReadPaycollectPaymentExport",
    description: "Export payments of PayCollect; needs the right to see them, too",
  },
  {
    ...READ_SETTINGS,
    name: "ReadPaycollectSetting",
    description: "See settings and health of PayCollect; keys by their last characters",
  },
  {
    ...CHANGE_SETTINGS,
    name: "UpdatePaycollectSetting",
    description: "Change keys, addresses and other settings of PayCollect",
  },
  {
    ...READ_RECORDS,
    name: "ReadPaycollectRecord",
    description: "See customers, transactions, methods and fees of the payment service",
  },
])
