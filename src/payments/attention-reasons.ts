import { type AttentionCategory } from "../modules/paycollect/models/attention"

interface ReasonText {
  category: AttentionCategory
  /** what happened */
  happened: string
  /** what it means for the money */
  money: string
  /** what to do */
  action: string
}

const OTHER_SUM_ACTION =
  "Compare with the payment in the service’s dashboard. Send back what came with “Refund”, and this item closes by itself; or make the order by hand, then resolve it with a note."
const DISCREPANCY_ACTION =
  "Compare with the payment in the service’s dashboard. Refund it there, or make the order by hand, then resolve this item with a note."

/** Every reason with its explanation for the merchant: the English of the dashboard, which shows it under the names of its buttons, and of notifications. */
export const ATTENTION_REASONS = {
  paid_without_order: {
    category: "money",
    happened: "The customer paid, but the store could not make the order.",
    money: "The money is with the payment service; no order stands for it.",
    action:
      "Check stock and cart, then press “Check now” to try again; or send the money back with “Refund”, and this item closes by itself.",
  },
  late_payment: {
    category: "money",
    happened: "The customer paid an amount that the cart or the order no longer asks for.",
    money: "The money is with the payment service; no order stands for it.",
    action:
      "Send the money back with “Refund”, or give it to an order that owes it with “Book on an order”: the item closes by itself. Or make the order by hand, then resolve the item with a note.",
  },
  duplicate_payment: {
    category: "money",
    happened: "The customer paid a second time for a cart that is paid already.",
    money: "The second sum belongs to the customer.",
    action:
      "Send this payment back with “Refund”: the item closes by itself when all of it is back. If the customer owes for another order, give it to that with “Book on an order”.",
  },
  paid_after_cancel: {
    category: "money",
    happened: "The customer paid after the order was canceled.",
    money: "The money is with the payment service; the order stays canceled.",
    action:
      "Send the money back with “Refund”, and this item closes by itself; or make the order again by hand, then resolve it with a note.",
  },
  amount_discrepancy: {
    category: "money",
    happened: "The service reports success with another amount than was asked for.",
    money: "Money arrived, but not the right sum; no order was made.",
    action: OTHER_SUM_ACTION,
  },
  currency_discrepancy: {
    category: "money",
    happened: "The service reports success in another currency than was asked for.",
    money: "Money arrived, but in another currency; no order was made.",
    action: OTHER_SUM_ACTION,
  },
  unreadable_success: {
    category: "money",
    happened: "The service reports success without an amount or a currency that can be read.",
    money: "Money probably arrived, but how much is not known; no order was made.",
    action: DISCREPANCY_ACTION,
  },
  reference_discrepancy: {
    category: "money",
    happened: "The service answered our question about this payment with another payment.",
    money: "It is not certain whose money arrived; no order was made.",
    action: DISCREPANCY_ACTION,
  },
  environment_discrepancy: {
    category: "money",
    happened: "A payment of the test environment was offered for a live order.",
    money: "No real money arrived; no order was made.",
    action: "Resolve this item. Orders paid in the test environment are not delivered.",
  },
  unknown_payment: {
    category: "money",
    happened: "A payment of this shop succeeded, and the store has no record of what it paid for.",
    money: "The money is with the payment service; no order stands for it, and no cart is left of it.",
    action:
      "A restored backup has lost it: find the customer in the service’s dashboard, then make the order by hand and resolve this item with a note, or send the money back with “Refund”.",
  },
  order_without_payment: {
    category: "order",
    happened: "An order existed without its payment (the server stopped in between) and was canceled.",
    money: "No money arrived for it.",
    action: "Nothing is owed. Tell the customer that the order was not paid, then resolve this item.",
  },
  unpaid_order_kept: {
    category: "order",
    happened: "An order that nobody paid could not be canceled, because it is fulfilled or being worked on.",
    money: "No money arrived for it.",
    action: "Ask the customer to pay, or take the goods back and cancel the order, then resolve this item.",
  },
  refund_due: {
    category: "refund",
    happened: "A refund was recorded here, and the store has not sent it.",
    money: "The customer has not got the money yet.",
    action: "Send the refund in the service’s dashboard, then mark it as sent by resolving this item.",
  },
  refund_pending: {
    category: "refund",
    happened: "The service accepted a refund but has not finished it.",
    money: "The customer gets the money once the service has finished.",
    action: "Look at the refund in the service’s dashboard, then resolve this item.",
  },
  refund_unknown: {
    category: "refund",
    happened: "The service did not answer clearly when a refund was sent.",
    money: "The refund may or may not have been sent.",
    action: "Look in the service’s dashboard before sending it again, then resolve this item.",
  },
  reversed: {
    category: "refund",
    happened:
      "The service says that money of a payment that succeeded is not there any more, or less of it than the store knows.",
    money:
      "The money went back without the store: a chargeback, a reversal, or a refund made at the service.",
    action:
      "Look at the payment in the service’s dashboard. If it paid an order, stop the delivery or ask the customer; refund it on the order’s page to book it: up to what went back, that sends nothing. Nothing is done to the order by itself; resolve this item with a note.",
  },
  order_overpaid: {
    category: "notice",
    happened:
      "More came for an order than it asks for: it was paid by two ways at the same moment, by its link and at the counter for instance.",
    money: "All of it stands in Medusa; what is too much is the customer’s.",
    action:
      "Look at the payments on the order’s page and refund what is too much there. Then resolve this item.",
  },
  order_unbalanced: {
    category: "notice",
    happened:
      "A refund of an order is not balanced in Medusa, and the store cannot do it while a change of the order is open.",
    money: "The refund stands; what went back seems to be owed once more.",
    action:
      "Cancel the open change of the order (an edit, return, exchange, claim or transfer): the store balances the refund within minutes, and the change can be made anew. Then resolve this item.",
  },
  unexpected_fee: {
    category: "notice",
    happened: "The customer paid clearly more than the amount and the expected fee.",
    money: "The order is paid in full; the excess was recorded as fee.",
    action: "Compare with the payment in the service’s dashboard; refund the excess if it is not a fee.",
  },
  unknown_outcome_expired: {
    category: "notice",
    happened: "The service gave no clear answer about this payment for days, and it is not asked any more.",
    money: "No money is known to have arrived, but it is not certain that none did.",
    action: "Look for the reference in the service’s dashboard, then resolve this item.",
  },
} as const satisfies Record<string, ReasonText>

export type AttentionReason = keyof typeof ATTENTION_REASONS

export function isAttentionReason(value: string): value is AttentionReason {
  return Object.hasOwn(ATTENTION_REASONS, value)
}

/**
 * What became of an item that a person wants closed. `not_open`: there is no such item, or it was closed before; `in_progress`, `unfinished`:
 * an order is being made of the payment, or was begun; `failed`: the store could not do it. All but `resolved` changed nothing.
 */
export type ItemResolution = "resolved" | "not_open" | "in_progress" | "unfinished" | "failed"
