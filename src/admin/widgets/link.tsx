import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { DrawerHost } from "../components/drawer"
import { OrderLink } from "../components/payment-links/payment-link"
import type { OwingOrder } from "../hooks/payment-links"

/** On the page of an order or a draft: asking for what it owes by a payment link. */
const LinkWidget = ({ data: order }: { data: OwingOrder }) => (
  <DrawerHost>
    <OrderLink order={order} />
  </DrawerHost>
)

export const config = defineWidgetConfig({
  zone: ["order.details.side.after", "draft_order.details.side.after"],
  id: "paycollect-link",
})

export default LinkWidget
