import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PaymentLink } from "../components/payment-link"

interface Order {
  id: string
  status?: string
  is_draft_order?: boolean
  summary?: { pending_difference?: number | null } | null
}

/** On the page of an order or a draft: asking for what it owes by a payment link. */
const LinkWidget = ({ data: order }: { data: Order }) => {
  const isDraft = order.is_draft_order === true || order.status === "draft"
  const owes = order.status !== "canceled" && Number(order.summary?.pending_difference ?? 0) > 0
  return <PaymentLink orderId={order.id} isDraft={isDraft} owes={isDraft || owes} />
}

export const config = defineWidgetConfig({
  zone: ["order.details.side.after", "draft_order.details.side.after"],
  id: "paycollect-link",
})

export default LinkWidget
