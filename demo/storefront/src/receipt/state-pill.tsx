import { useShop } from "../shop/context"
import type { OrderState } from "../shop/receipt"

const TONE: Record<OrderState, string> = {
  paid: "pill good",
  unpaid: "pill",
  partly_refunded: "pill",
  refunded: "pill",
  canceled: "pill",
  canceled_refunded: "pill",
}

export function StatePill({ state }: { state: OrderState }) {
  const { t } = useShop()
  return (
    <span className={TONE[state]} data-testid="order-paid" data-paid={state === "paid"} data-state={state}>
      {t.orderStates[state]}
    </span>
  )
}
