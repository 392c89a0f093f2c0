import { z } from "@medusajs/framework/zod"
import * as field from "./shape"

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
