import { z } from "zod"
import { invalidRequest, notFound, ok } from "../base/reply"
import { newRefundId } from "../base/ids"
import { shownAmount, shownFields } from "../variant/shown"
import { intentByTransaction } from "../intents/registry"
import { chargedAmount } from "../state/intent"
import { minorAmount } from "../state/intent-request"
import { defineRoute } from "./route"

/** U-14: absent from the contract, so a setting removes it. Several partial refunds never exceed what was paid. */
const create = defineRoute("create_refund", "POST /refunds", {
  enabled: (settings) => settings.refunds,
  body: z.strictObject({
    transaction_id: z.string().min(1),
    amount: minorAmount,
    reason: z.enum(["requested_by_customer", "duplicate", "fraudulent", "other"]),
    notes: z.string().optional(),
  }),
  handle({ simulation, environment, body }) {
    const intent = intentByTransaction(simulation, environment, body.transaction_id)
    if (!intent) throw notFound("transaction")
    if (intent.status !== "succeeded")
      throw invalidRequest("not_refundable", "Only a succeeded transaction can be refunded", "transaction_id")
    const earlier = environment.refunds.filter((refund) => refund.transactionId === intent.id)
    const left = earlier.reduce((rest, refund) => rest - refund.amount, chargedAmount(intent))
    if (BigInt(body.amount) > left)
      throw invalidRequest("amount_too_large", "More than what is left of this transaction", "amount")
    const { currency } = intent
    const refund = { id: newRefundId(), transactionId: intent.id, amount: BigInt(body.amount), currency }
    environment.refunds.push({ ...refund, reason: body.reason })
    const { variant } = simulation.settings
    const amount = shownAmount(variant, refund.amount)
    const { id } = refund
    const data = { id, refund_id: id, amount, currency, status: "succeeded", reason: body.reason }
    return ok({
      status_code: 200,
      response_type: "success",
      data: shownFields(variant, data, ["id", "amount", "currency", "reason"]),
    })
  },
})

export const refundRoutes = [create]
