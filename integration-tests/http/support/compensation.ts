/** What core writes on the refund by which it undoes the payment of a failed completion. */
export const COMPENSATION_NOTE = "Refunded due to cart completion failure"
