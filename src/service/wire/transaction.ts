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

export const REFUND_REASONS = ["requested_by_customer", "duplicate", "fraudulent", "other"] as const

/** Body of a refund (U-14). `amount` in the smallest unit. */
export interface CreateRefundRequest {
  /** the id that verify answered, or the intent's (U-23) */
  transaction_id: string
  amount: string
  reason: (typeof REFUND_REASONS)[number]
  notes?: string
}

const refundSchema = z.object({
  id: field.identifier,
  refund_id: field.identifier,
  amount: field.amount,
  currency: field.currency,
  // Anything but these is unknown: never "sent", never "not sent".
  status: z.enum(["succeeded", "pending", "failed"]).optional().catch(undefined),
})

/** A refund as the service answers it (U-14). An absent `status` means that its outcome is not known. */
export type RefundReply = z.infer<typeof refundSchema>

/** @throws WireError */
export const parseRefund = (data: unknown): RefundReply => field.readShape("refund", refundSchema, data)
