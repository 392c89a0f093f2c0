import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { OrderLink } from "../components/payment-links/payment-link"
import type { OwingOrder } from "../hooks/payment-links"

/** On the page of an order or a draft: asking for what it owes by a payment link. */
const LinkWidget = ({ data: order }: { data: OwingOrder }) => <OrderLink order={order} />

export const config = defineWidgetConfig({
  zone: ["order.details.side.after", "draft_order.details.side.after"],
  id: "paycollect-link",
})

export default LinkWidget
