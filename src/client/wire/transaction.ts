import { z } from "@medusajs/framework/zod"
import * as field from "./shape"
import { told, type Told } from "./told"

const customer = z.object({
  firstname: field.text,
  lastname: field.text,
  email: field.text,
  phone: field.text,
})

const schema = z.object({
  id: field.requiredIdentifier,
  object: field.text,
  amount: field.amount,
  currency: field.currency,
  status: field.text,
  merchant_reference: field.identifier,
  payment_ref: field.identifier,
  description: field.text,
  created_at: field.unixSeconds,
  customer: customer.optional().catch(undefined),
})

/** Interface 2.2. `amount` in the smallest unit, `created_at` in Unix seconds. For display: only verify decides. */
export type Transaction = z.infer<typeof schema> & Told

/** @throws WireError */
export const parseTransaction = (data: unknown): Transaction => ({
  ...field.read("transaction", schema, data),
  ...told(data as Record<string, unknown>),
})
