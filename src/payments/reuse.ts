import { MedusaError } from "@medusajs/framework/utils"
import { formatPaymentNumber } from "./names"
import { isAssigned, isUntouched } from "./came"
import { type Environment } from "../service/config"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { type AskedMoney } from "./request"

/**
 * Money of this cart that no payment stands for yet. Never reused across amounts, currencies or environments (decision 3), nor when
 * a part of it was given back, or an employee gave it to an order.
 * @throws MedusaError NOT_ALLOWED when the cart was paid with another amount: a second charge is a person's decision
 */
export function reusable(
  attempts: IntentRow[],
  asked: AskedMoney,
  environment: Environment
): IntentRow | undefined {
  const paid = attempts.filter(
    (row) =>
      row.environment === environment &&
      row.outcome === "paid" &&
      isUntouched(row) &&
      !isAssigned(row) &&
      !asked.paid_references?.includes(row.merchant_reference) &&
      (!row.used_by_session_id || !asked.paid_session_ids.includes(row.used_by_session_id))
  )
  const same = paid.find((row) => row.amount === asked.amount && row.currency_code === asked.currency_code)
  if (same || paid.length === 0) return same
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This cart was already paid with another amount (payment ${formatPaymentNumber(paid[0]!.payment_number)}). Nothing more was charged; the shop has to release or refund that payment first.`
  )
}
