import { definePolicies } from "@medusajs/framework/utils"

/** Medusa's own operations only: another one would become an operation of every resource of core that is defined after it. */
type Operation = "read" | "create" | "update"

/**
 * What a role of Medusa's access control (`MEDUSA_FF_RBAC`) may allow an employee; every route of ours below /admin asks for one.
 * @param description as an owner reads it who puts roles together
 */
function policy(right: `${Operation} ${string}`, description: string) {
  const [operation = "", thing] = right.split(" ")
  const name = `${operation}_paycollect_${thing}`.replace(/(?:^|_)([a-z])/g, (_, letter: string) =>
    letter.toUpperCase()
  )
  return { resource: `paycollect_${thing}`, operation, name, description }
}

export const READ_PAYMENTS = policy("read payment", "See payments of PayCollect")
/** check now, resolve, look for lost payments: nothing of it moves money */
export const ACT_ON_PAYMENTS = policy("update payment", "Check and resolve payments of PayCollect")
/** money goes out: an employee who may resolve may not do this by that alone */
export const REFUND_PAYMENTS = policy("create refund", "Refund money of PayCollect that no order stands for")
/** gives money to any customer's order, and sees the orders that it may be given to */
export const ASSIGN_PAYMENTS = policy(
  "create assignment",
  "Book payments of PayCollect that came late or twice on orders; needs the right to see payments, too"
)
/** asks for an order's money by an address at which each person who has it can pay, and withdraws it; a draft is converted on the way */
export const MAKE_LINKS = policy(
  "create link",
  "Make and withdraw payment links of orders and carts with PayCollect; converts drafts on the way"
)
/** an employee who sees a link can send it on */
export const READ_LINKS = policy("read link", "See payment links of orders and carts")
/** everything that reading shows, as a file to take away */
export const EXPORT_PAYMENTS = policy(
  "read payment_export",
  "Export payments of PayCollect; needs the right to see them, too"
)
/** health and the connection check are of the configuration, too */
export const READ_SETTINGS = policy(
  "read setting",
  "See settings and health of PayCollect; keys by their last characters"
)
/** an employee who has it can lead payments to another account */
export const CHANGE_SETTINGS = policy(
  "update setting",
  "Change keys, addresses and other settings of PayCollect"
)
/** customers with their billing, transactions, methods and fees, as the service tells them */
export const READ_RECORDS = policy(
  "read record",
  "See customers, transactions, methods and fees of the payment service"
)

/** Medusa writes them into its database when a server starts; roles are put together from them. */
export const paycollectPolicies = definePolicies([
  ...[READ_PAYMENTS, ACT_ON_PAYMENTS, REFUND_PAYMENTS, ASSIGN_PAYMENTS, EXPORT_PAYMENTS],
  ...[MAKE_LINKS, READ_LINKS, READ_SETTINGS, CHANGE_SETTINGS, READ_RECORDS],
])
