import { COMPENSATION_NOTE, type Query } from "../../modules/paycollect/payment-records"

interface RefundRecord {
  note?: string | null
  payment?: { payment_collection?: { order?: { id: string } | null } | null } | null
}

/** True for core's own booking-back: its note, and no order that the money could belong to (design, decision 7). */
export async function isCompensationRefund(query: Query, refundId: string | undefined): Promise<boolean> {
  if (!refundId) return false
  const { data } = await query.graph({
    entity: "refund",
    fields: ["note", "payment.payment_collection.order.id"],
    filters: { id: refundId },
  } as Parameters<Query["graph"]>[0])
  const refund = data[0] as RefundRecord | undefined
  return refund?.note === COMPENSATION_NOTE && !refund.payment?.payment_collection?.order
}
