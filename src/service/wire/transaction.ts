import { z } from "@medusajs/framework/zod"
import * as field from "./shape"
import { howPaid, type HowItWasPaid } from "./payment-intent"

const transactionCustomer = z.object({
  firstname: field.textField,
  lastname: field.textField,
  email: field.textField,
  phone: field.textField,
})

const transactionSchema = z.object({
  id: field.requiredIdentifier,
  object: field.textField,
  amount: field.amount,
  currency: field.currency,
  status: field.textField,
  merchant_reference: field.identifier,
  payment_ref: field.identifier,
  description: field.textField,
  created_at: field.unixSeconds,
  customer: transactionCustomer.optional().catch(undefined),
})

/** Interface 2.2. `amount` in the smallest unit, `created_at` in Unix seconds. For display: only verify decides. */
export type ServiceTransaction = z.infer<typeof transactionSchema> & HowItWasPaid

/** @throws WireError */
export const parseTransaction = (data: unknown): ServiceTransaction => ({
  ...field.readShape("transaction", transactionSchema, data),
  ...howPaid(data as Record<string, unknown>),
})
