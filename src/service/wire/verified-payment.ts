import { z } from "@medusajs/framework/zod"
import * as field from "./shape"
import { howPaid, type HowItWasPaid } from "./how-paid"

/** U-01: the verify answer is not shown. Every field may be absent, and an absent one that decides about money is "unknown", never "paid". */
const verifiedPaymentSchema = z.object({
  id: field.identifier,
  status: field.textField,
  amount: field.amount,
  currency: field.currency,
  merchant_reference: field.identifier,
  payment_ref: field.identifier,
  created_at: field.unixSeconds,
})

/**
 * The only answer that decides about money. `amount` in the smallest unit, `created_at` in Unix seconds. How it was paid is for receipts
 * (U-27) and decides nothing.
 */
export type VerifiedPayment = z.infer<typeof verifiedPaymentSchema> &
  Pick<HowItWasPaid, "method" | "operator">

/** @throws WireError when `data` is not an object */
export function parseVerifiedPayment(data: unknown): VerifiedPayment {
  const documented = field.readShape("verified payment", verifiedPaymentSchema, data)
  const { declined: _, ...how } = howPaid(data as Record<string, unknown>)
  return { ...documented, ...how }
}
