/** What core writes on the refund by which it undoes the payment of a failed completion; the plugin goes by what the refund lacks. */
export const COMPENSATION_NOTE = "Refunded due to cart completion failure"
